"""The text of the page, kept in the history by whomever it was written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, QTimer

from app.history_keeper import HistoryKeeper
from app.manuscript.spoken_words import SpokenWords
from app.window.dictation.dictation_page import DictationPage

_DELAY_MS = 400  # a crash loses no more of what was typed than this and its writing


class PageSaving(QObject):
    """Saves soon after every edit; what was typed without a recording becomes a session too."""

    def __init__(
        self,
        page: DictationPage,
        keeper: HistoryKeeper,
        keeps_history: Callable[[], bool],
        active_model: Callable[[], str],
    ) -> None:
        """Args: keeps_history: whether the person wants it; active_model: the model's name."""
        super().__init__(page)
        self._page, self._keeper = page, keeper
        self._keeps_history, self._active_model = keeps_history, active_model
        self._is_unkept = self._is_deleted = False
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self.now)
        page.view.text_edited.connect(self._soon)

    def now(self) -> None:
        """Keep the text as it is."""
        self._timer.stop()
        text = self._page.view.text
        if self._keeper.has_session:
            self._keeper.save_document(text)
        elif self._is_unkept and not self._is_deleted and text.strip() and self._keeps_history():
            self._keeper.begin(datetime.now().astimezone(), "", self._active_model())
            self._keeper.save_document(text)
            self._keeper.finish()
        self._is_unkept = False

    def show(self, text: str, words: SpokenWords | None = None) -> None:
        """Put another text on the page, which is kept already where it is one of the history."""
        self._page.view.set_text(text, words)
        self._timer.stop()
        self._is_unkept = self._is_deleted = False

    def forget_deleted(self) -> None:
        """Keep the text nowhere until another is on the page: it was deleted for good."""
        self._is_deleted = True

    def _soon(self) -> None:
        """Whoever types without a pause is not to wait for one."""
        self._is_unkept = True
        if not self._timer.isActive():
            self._timer.start()
