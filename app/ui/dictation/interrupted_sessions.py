"""Offers the sessions that a crash has cut off, and completes those that are wanted."""

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


class RecoveryController(QObject):
    """Looks once, right after the start; every method returns at once.

    Signals:
        restored(int): the number of the newest session, which is complete now.
    """

    restored = Signal(int)

    def __init__(
        self,
        sessions: InterruptedSessions,
        restore: Callable[[InterruptedSession], bool],
        notice: NoticeLine,
        tasks: TaskRunner,
    ) -> None:
        """Args: restore: completes one in the background; false where none of it was kept."""
        super().__init__(notice)
        self._sessions, self._restore_one = sessions, restore
        self._notice, self._tasks = notice, tasks
        self.restored.connect(lambda _: notice.clear())
        tasks.run(_LANE, sessions.delete_strays, on_error=self._fail)
        self._offer(sessions.found)

    def _offer(self, found: list[InterruptedSession]) -> None:
        if found:
            self._notice.show_offer(
                self.tr("The last dictation did not end well; its words and its sound are kept."),
                Answer(self.tr("Restore"), lambda: self._restore(found)),
                Answer(self.tr("Leave in the history"), lambda: self._leave(found)),
            )

    def _restore(self, found: list[InterruptedSession]) -> None:
        self._notice.show_lasting_remark(self.tr("What was said last is being recognised again …"))

        def work() -> int:
            kept = [one.info.number for one in found if self._restore_one(one)]
            return kept[0] if kept else 0

        self._tasks.run(_LANE, work, self.restored.emit, self._fail)

    def _leave(self, found: list[InterruptedSession]) -> None:
        for one in found:
            self._tasks.run(_LANE, partial(self._sessions.finish, one), on_error=self._fail)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, FermataError | OSError):
            self._notice.show_error(explain(error))
        else:
            self._notice.show_error(
                self.tr("The session could not be restored; it is offered again at the next start.")
            )
