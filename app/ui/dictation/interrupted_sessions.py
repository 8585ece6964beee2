"""Offers the sessions that a crash has cut off, and completes those that are wanted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.dictation.events import ModelChoice
from app.dictation.loader import ModelLoader
from app.history.interrupted_sessions import InterruptedSession, InterruptedSessions
from app.ui.language.sentences import explain
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import FermataError

_log = logging.getLogger(__name__)


class RecoveryController(QObject):
    """Looks once, right after the start; every method returns at once.

    Signals:
        restored(int): the number of the newest session, which is complete now.
    """

    restored = Signal(int)
    _failed = Signal(str)

    def __init__(
        self,
        sessions: InterruptedSessions,
        loader: ModelLoader,
        notice: NoticeLine,
        choice: Callable[[], ModelChoice],
        keeps_sound: Callable[[], bool],
    ) -> None:
        """Args: choice: tells which models are used; keeps_sound: whether the person keeps it."""
        super().__init__(notice)
        self._sessions, self._loader, self._notice = sessions, loader, notice
        self._choice, self._keeps_sound = choice, keeps_sound
        self._thread = ThreadPoolExecutor(1, "cut-off")
        self._failed.connect(notice.show_error)
        self.restored.connect(lambda _: notice.clear())
        self._do(sessions.delete_strays)
        self._offer(sessions.found)

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _offer(self, found: list[InterruptedSession]) -> None:
        if found:
            self._notice.show_offer(
                self.tr("The last dictation did not end well; its words and its sound are kept."),
                Answer(self.tr("Restore"), lambda: self._restore(found)),
                Answer(self.tr("Leave in the history"), lambda: self._leave(found)),
            )

    def _restore(self, found: list[InterruptedSession]) -> None:
        self._notice.show_lasting_remark(self.tr("What was said last is being recognised again …"))
        choice, keeps_sound = self._choice(), self._keeps_sound()
        self._do(lambda: self._restored(found, choice, keeps_sound=keeps_sound))

    def _restored(
        self, found: list[InterruptedSession], choice: ModelChoice, *, keeps_sound: bool
    ) -> None:
        kept = [
            one.info.number
            for one in found
            if self._sessions.restore(one, self._loader, choice, keeps_sound=keeps_sound)
        ]
        self.restored.emit(kept[0] if kept else 0)

    def _leave(self, found: list[InterruptedSession]) -> None:
        for one in found:
            self._do(partial(self._sessions.finish, one))

    def _do(self, work: Callable[[], Any]) -> None:
        self._thread.submit(self._done, work)

    def _done(self, work: Callable[[], Any]) -> None:
        try:
            work()
        except (FermataError, OSError) as error:
            self._failed.emit(explain(error))
        except Exception as error:  # noqa: BLE001  the thread must live on
            _log.error("restoring failed with %s", type(error).__name__)
            self._failed.emit(
                self.tr("The session could not be restored; it is offered again at the next start.")
            )
