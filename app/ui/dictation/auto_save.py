"""The text of the page, kept in the history by whomever it was written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, QTimer

from app.document.spoken_words import SpokenWords
from app.history.writer import HistoryWriter
from app.ui.dictation.page import DictationPage

_DELAY_MS = 400  # a crash loses no more of what was typed than this and its writing


class AutoSave(QObject):
    """Saves soon after every edit; what was typed without a recording becomes a session too."""

    def __init__(
        self,
        page: DictationPage,
        history_writer: HistoryWriter,
        keeps_history: Callable[[], bool],
        active_model: Callable[[], str],
    ) -> None:
        """Args: keeps_history: whether the person wants it; active_model: the model's name."""
        super().__init__(page)
        self._page, self._history_writer = page, history_writer
        self._keeps_history, self._active_model = keeps_history, active_model
        self._is_unkept = self._is_private = False
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self.now)
        page.view.text_edited.connect(self._soon)

    def now(self) -> None:
        """Keep the text as it is."""
        self._timer.stop()
        is_new, self._is_unkept = self._is_unkept and not self._history_writer.has_session, False
        if is_new and not self._keeps_history():
            self.keep_nothing()
        text = self.text
        if text is None or (is_new and not text.strip()):
            return
        if is_new:
            self._history_writer.begin(datetime.now().astimezone(), "", self._active_model())
        self._history_writer.save_document(text)
        if is_new:
            self._history_writer.finish()

    def show(self, text: str, words: SpokenWords | None = None) -> None:
        """Put another text on the page, which is kept already where it is one of the history."""
        self._page.view.set_text(text, words)
        self._timer.stop()
        self._is_unkept = self._is_private = False

    @property
    def text(self) -> str | None:
        """The text, None where it is not to be kept: words that are said are kept without it."""
        return None if self._is_private else self._page.view.text

    def keep_nothing(self) -> None:
        """Keep the text nowhere until another is on the page.

        It was deleted for good, or came there while the person kept no history.
        """
        self._is_private = True

    def _soon(self) -> None:
        """Whoever types without a pause is not to wait for one."""
        self._is_unkept = True
        if self._is_private and not self._page.view.text.strip():
            self._is_private = False
        if not self._timer.isActive():
            self._timer.start()
