"""Offers sessions cut off by a crash, and completes those that the user wants."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.history.interrupted_sessions import InterruptedSession, InterruptedSessions
from app.tasks import Lane, TaskRunner
from app.ui.language.messages import explain
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import FermataError

_LANE = Lane("recovery")
_STEP_PERCENT = 10


class _LeftError(Exception):
    """The user wants it later."""


class RecoveryController(QObject):
    """Checks once, right after the start; every method returns at once.

    Signals:
        restored(int): Number of the newest session, now complete.
    """

    restored = Signal(int)
    _progressed = Signal(int)

    def __init__(
        self,
        sessions: InterruptedSessions,
        restore: Callable[[InterruptedSession, Callable[[float], None]], bool],
        notice: NoticeLine,
        tasks: TaskRunner,
    ) -> None:
        """Connect everything.

        `restore` completes a session in the background, reports its progress, and returns False if
        none of it was kept.
        """
        super().__init__(notice)
        self._sessions, self._restore_one = sessions, restore
        self._notice, self._tasks = notice, tasks
        self._is_left = False
        self._progressed.connect(self._show_progress)
        self.restored.connect(lambda _: notice.clear())
        tasks.run(_LANE, sessions.delete_strays, on_error=self._fail)
        self._offer(sessions.found)

    def _offer(self, found: list[InterruptedSession]) -> None:
        if found:
            self._notice.show_offer(
                self.tr("Your last dictation was interrupted. Its text and audio are safe."),
                Answer(self.tr("Restore"), lambda: self._restore(found)),
                Answer(self.tr("Leave in the history"), lambda: self._leave(found)),
            )

    def _restore(self, found: list[InterruptedSession]) -> None:
        self._is_left = False
        self._show_progress(0)

        def work() -> int:
            kept = [one.info.number for one in found if self._restore_one(one, self._tell())]
            return kept[0] if kept else 0

        self._tasks.run(_LANE, work, self.restored.emit, self._fail)

    def _tell(self) -> Callable[[float], None]:
        """Return a function that reports progress, on the work's thread, in steps worth showing."""
        percent_said = 0

        def tell(share: float) -> None:
            nonlocal percent_said
            if self._is_left:
                raise _LeftError
            if (percent := int(share * 100) // _STEP_PERCENT * _STEP_PERCENT) > percent_said:
                percent_said = percent
                self._progressed.emit(percent)

        return tell

    def _show_progress(self, percent: int) -> None:
        if self._is_left:
            return
        text = self.tr("Recognising your last words again: %1 %")
        later = Answer(self.tr("Later"), self._leave_it)
        self._notice.show_offer(text.replace("%1", str(percent)), later)

    def _leave_it(self) -> None:
        self._is_left = True
        self._notice.show_remark(self.tr("You will be asked again at the next start."))

    def _leave(self, found: list[InterruptedSession]) -> None:
        for one in found:
            self._tasks.run(_LANE, partial(self._sessions.finish, one), on_error=self._fail)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, _LeftError):
            return
        if isinstance(error, FermataError | OSError):
            self._notice.show_error(explain(error))
        else:
            self._notice.show_error(
                self.tr("The session could not be restored. It is offered again at the next start.")
            )
