"""Sleep, shutdown and the end of the desktop's session: what was said is kept first."""

from __future__ import annotations

from concurrent.futures import TimeoutError as LateError
from contextlib import suppress

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.desktop.sleep_watch import SleepWatch
from app.dictation.events import State
from app.engine_worker import EngineWorker
from app.history_keeper import HistoryKeeper
from app.window.dictation.dictation_desk import DictationDesk
from app.window.dictation.dictation_page import DictationPage

_LONGEST_WRITING_S = 5.0


class Leaving(QObject):
    """Ends a dictation before the computer sleeps, or the person logs out."""

    def __init__(
        self,
        application: QApplication,
        page: DictationPage,
        desk: DictationDesk,
        worker: EngineWorker,
        keeper: HistoryKeeper,
    ) -> None:
        super().__init__(page)
        self._page, self._desk, self._keeper = page, desk, keeper
        self._is_going = False
        self.sleep = SleepWatch(self)
        self.sleep.going.connect(self._go_to_sleep)
        worker.state_changed.connect(self._follow)
        application.commitDataRequest.connect(lambda _: self.drain())

    def drain(self) -> None:
        """Let all that was said arrive and be written; the person may still stay."""
        self._desk.drain()
        with suppress(LateError):
            self._keeper.afterwards(lambda: None).result(_LONGEST_WRITING_S)

    def close(self) -> None:
        """Watch no more."""
        self.sleep.close()

    def _go_to_sleep(self) -> None:
        if self._desk.state is not State.STOPPED:
            self._is_going = True
            self._desk.stop()

    def _follow(self, state: State) -> None:
        if state is State.STARTING:
            self.sleep.hold()
        elif state is State.STOPPED:
            self._keeper.afterwards(self.sleep.let_go)
            if self._is_going:
                self._is_going = False
                self._page.live.notice.show_lasting_remark(
                    self.tr("The computer went to sleep. All that was said before is kept.")
                )
