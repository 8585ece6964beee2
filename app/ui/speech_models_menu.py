"""The speech models that can recognise a session again, or why none can."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.history.records import SessionInfo
from app.ui.language.languages import shown_language, shown_title
from app.ui.models.entries import ModelEntry
from app.ui.recognising_again import RecognisingAgain

_MOST_NAMED = 2  # languages


class SpeechModelsMenu(QMenu):
    """Filled when opened; choosing a model starts the work."""

    def __init__(
        self,
        again: RecognisingAgain,
        session: Callable[[], SessionInfo | None],
        parent: QWidget | None = None,
    ) -> None:
        """Args: session: Returns the session to recognise, when the menu is opened."""
        super().__init__(parent)
        self._again, self._session = again, session
        self._has_heading = False  # when opened on its own
        self.setTitle(self.tr("Recognise again with"))
        self.aboutToShow.connect(self.fill)

    def open_over(self, widget: QWidget) -> None:
        """Open it in the middle of a widget, for keyboard users."""
        self._has_heading = True
        self.fill()
        half = QPoint(self.sizeHint().width() // 2, self.sizeHint().height() // 2)
        self.popup(widget.mapToGlobal(widget.rect().center() - half))

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  Qt's own
        self._has_heading = False
        super().hideEvent(event)

    def fill(self) -> None:
        """List what can be done with the current session."""
        self.clear()
        if self._has_heading:
            self.addAction(self.title()).setEnabled(False)
            self.addSeparator()
        info = self._session()
        reason = self._again.reason_against(info)
        if reason or info is None:
            self.addAction(reason).setEnabled(False)
            if info is not None and info.audio is None and info.source is None:
                keep = self.addAction(self.tr("Keep recordings from now on…"))
                keep.triggered.connect(self._again.settings_wanted)
            return
        for entry in self._again.models:
            action = self.addAction(self._words(entry))
            action.triggered.connect(lambda _=False, it=entry: self._again.begin(info, it))
        self.addSeparator()
        self.addAction(self.tr("More models…")).triggered.connect(self._again.models_wanted)

    def _words(self, entry: ModelEntry) -> str:
        words = [shown_title(entry.title, entry.languages)]
        names = [shown_language(it) for it in entry.languages]
        if len(names) > _MOST_NAMED:
            words.append(self.tr("%Ln languages", "", len(names)))
        else:
            words += [it for it in names if it not in words[0]]
        words += [self.tr("in use")] if entry.is_active else []
        return " · ".join(words)
