"""Sessions of the history come back to the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.engine_worker import EngineWorker
from app.history.reopened import Reopened
from app.history_keeper import HistoryKeeper
from app.window.dictation.dictation_desk import DictationDesk
from app.window.history.history_desk import HistoryDesk


class Reopening(QObject):
    """Shows a session as it is once all that waits is written, never as it was before."""

    def __init__(
        self,
        history: HistoryDesk,
        keeper: HistoryKeeper,
        desk: DictationDesk,
        worker: EngineWorker,
        show_page: Callable[[], None],
    ) -> None:
        super().__init__(desk)
        self._history, self._keeper, self._desk = history, keeper, desk
        self._worker, self._show_page = worker, show_page
        history.reopened.connect(self._show)

    def open(self, number: int) -> None:
        """Bring a session to the page; one that is there stays as it is, with its undo."""
        if self._keeper.holds([number]):
            self._show_page()
        else:
            self._read(number)

    def put_back(self, number: int) -> None:
        """Take a session out of the trash and bring it to the page."""
        self._history.put_back([number])
        self._read(number)

    def open_restored(self, number: int) -> None:
        """Bring a session to the page that was completed; 0 for none."""
        self._worker.prepare()  # restoring has used up the recogniser that was ready
        if number:
            self._read(number)

    def _read(self, number: int) -> None:
        self._desk.save_now()
        self._keeper.afterwards(lambda: self._history.reopen(number))

    def _show(self, reopened: Reopened) -> None:
        self._show_page()
        self._desk.reopen(reopened)
