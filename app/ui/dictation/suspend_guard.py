"""Saves what was said before sleep, shutdown or logout."""

from __future__ import annotations

from concurrent.futures import TimeoutError as LateError
from contextlib import suppress

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.desktop.sleep_inhibitor import SleepInhibitor
from app.dictation.engine_worker import EngineWorker
from app.dictation.events import State
from app.history.writer import HistoryWriter
from app.ui.dictation.controller import DictationController
from app.ui.dictation.page import DictationPage

_LONGEST_WRITING_S = 5.0


class SuspendGuard(QObject):
    """Ends a dictation before the computer sleeps or the user logs out."""

    def __init__(
        self,
        application: QApplication,
        page: DictationPage,
        controller: DictationController,
        worker: EngineWorker,
        history_writer: HistoryWriter,
    ) -> None:
        super().__init__(page)
        self._page, self._controller, self._history_writer = page, controller, history_writer
        self._is_going = False
        self.sleep = SleepInhibitor(self)
        self.sleep.going.connect(self._go_to_sleep)
        worker.state_changed.connect(self._follow)
        application.commitDataRequest.connect(lambda _: self.drain())

    def drain(self) -> None:
        """Wait for everything said to arrive and be written; the user may still stay."""
        self._controller.drain()
        with suppress(LateError):
            self._history_writer.afterwards(lambda: None).result(_LONGEST_WRITING_S)

    def _go_to_sleep(self) -> None:
        if self._controller.state is not State.STOPPED:
            self._is_going = True
            self._controller.stop()

    def _follow(self, state: State) -> None:
        if state is State.STARTING:
            self.sleep.hold()
        elif state is State.STOPPED:
            self._history_writer.afterwards(self.sleep.release)
            if self._is_going:
                self._is_going = False
                self._page.live.notice.show_lasting_remark(
                    self.tr("The computer went to sleep. Everything said before that is kept.")
                )
