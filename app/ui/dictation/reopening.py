"""Sessions of the history come back to the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.dictation.engine_worker import EngineWorker
from app.history.document_history import DocumentHistory
from app.history.edited_text import ReopenedSession
from app.history.records import NewSession
from app.history.writer import HistoryWriter
from app.ui.dictation.controller import DictationController
from app.ui.history.controller import HistoryController


class Reopening(QObject):
    """Shows a session as it is once all that waits is written, never as it was before."""

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        history: HistoryController,
        document_history: DocumentHistory,
        history_writer: HistoryWriter,
        controller: DictationController,
        worker: EngineWorker,
        show_page: Callable[[], None],
    ) -> None:
        super().__init__(controller)
        self._history, self._document_history = history, document_history
        self._history_writer, self._controller = history_writer, controller
        self._worker, self._show_page = worker, show_page
        history.reopened.connect(self._show)
        history.last_reopened.connect(self._show_last)

    def open(self, number: int) -> None:
        """Bring a session to the page; one that is there stays as it is, with its undo."""
        if self._history_writer.holds([number]):
            self._show_page()
        else:
            self._read(number)

    def open_last(self, number: int) -> None:
        """Bring back what was on the page when Fermata was closed, if nothing new was begun."""
        if number and self._controller.is_untouched:
            self._history.reopen_last(number)

    def edit(self, number: int) -> None:
        """Bring a session to the page, out of the trash, too."""
        if self._history_writer.holds([number]):
            self._show_page()
        elif number:  # else it could not be written
            self.put_back(number)

    def put_back(self, number: int) -> None:
        self._history.put_back([number])
        self._read(number)

    def open_restored(self, number: int) -> None:
        """Bring a session to the page that was completed; 0 for none."""
        self._worker.prepare()  # restoring has used up the recogniser that was ready
        if number:
            self._read(number)

    def open_new(self, new: NewSession) -> None:
        """Bring a text to the page that was made elsewhere; nothing of it is kept."""
        self._document_history.save()
        self._history_writer.afterwards(lambda: self._history.show(new))

    def _read(self, number: int) -> None:
        self._document_history.save()
        self._history_writer.afterwards(lambda: self._history.reopen(number))

    def _show_last(self, reopened: ReopenedSession) -> None:
        if self._controller.is_untouched:
            self._controller.reopen(reopened)

    def _show(self, reopened: ReopenedSession) -> None:
        self._show_page()
        self._controller.reopen(reopened)
