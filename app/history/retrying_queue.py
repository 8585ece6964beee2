"""Writes in order on a thread of its own; what cannot be written now waits in memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import FermataError, HistoryError, HistoryMovedError, SessionNotFoundError

_RETRY_S = 1.0
_LONGEST_DELAY_S = 60.0
_LOOK_S = 0.02


@dataclass(slots=True)
class _Work:
    """Something to do; while `can_wait()`, work submitted later goes first."""

    do: Callable[[], Any]
    can_wait: Callable[[], bool] | None
    is_reported: bool = False
    delay_s: float = 0.0
    not_before_s: float = 0.0


class RetryingQueue(QObject):
    """Retries work that fails, as on a full disk or locked file; all later work waits behind it.

    Attributes:
        hindrance: Why work is waiting; None if none is.
        lost: How many jobs could not be done by the end.

    Signals (emitted on the writer's thread, so queued for receivers):
        failed(object): The `FermataError` or `OSError` because of which something cannot be done at
            all, or not now while nothing else waits for it.
        hindered(object): The `HistoryError` or `OSError` because of which work is waiting.
        caught_up(): Nothing waits any more.
    """

    failed = Signal(object)
    hindered = Signal(object)
    caught_up = Signal()

    def __init__(
        self, name: str, turn: Callable[[], bool] = lambda: False, parent: QObject | None = None
    ) -> None:
        """Create the queue and its thread.

        Args:
            name: Name of the thread.
            turn: Called when the queue is closed or the history was moved: redirects writes that
                fail to another place, and returns False if there is none.
            parent: Its owner.
        """
        super().__init__(parent)
        self._turn = turn
        self.lost = 0
        self._name = name
        self._thread = ThreadPoolExecutor(1, name)
        self._is_closing = Event()
        self.hindrance: HistoryError | OSError | None = None
        self._counting = Lock()
        self._due = 0  # jobs that cannot wait

    @property
    def is_closed(self) -> bool:
        return self._is_closing.is_set()

    def submit(
        self, do: Callable[[], Any], *, can_wait: Callable[[], bool] | None = None
    ) -> Future[Any]:
        """Run `do` after everything submitted before.

        Args:
            do: Raises `HistoryError` or `OSError` to be tried again.
            can_wait: Asked after a failure: True if nothing submitted later needs it. Its future
                ends when later work overtakes it.
        """
        if can_wait is None:
            with self._counting:
                self._due += 1
        return self._submit(_Work(do, can_wait))

    def settle(self, timeout_s: float) -> None:
        """Wait until all is done or something blocks it, at most `timeout_s`."""
        done = self.submit(lambda: None)
        end_s = time.monotonic() + timeout_s
        while not done.done() and self.hindrance is None and time.monotonic() < end_s:
            time.sleep(_LOOK_S)

    def close(self) -> None:
        """Wait until everything is done; waiting work is tried once more, then elsewhere."""
        self._is_closing.set()
        self._thread.shutdown(wait=True)

    def _submit(self, work: _Work) -> Future[Any]:
        done = self._thread.submit(self._until_done, work)
        done.add_done_callback(lambda done: self._tell(work, done))
        return done

    def _until_done(self, work: _Work) -> Any:  # noqa: ANN401  whatever it returns
        while not self._lets_others_go_first(work):
            try:
                return work.do()
            except SessionNotFoundError:
                raise
            except (HistoryError, OSError) as error:
                is_over, has_moved = self._is_closing.is_set(), isinstance(error, HistoryMovedError)
                if (is_over or has_moved) and not _stays(work) and self._turn():
                    if has_moved:
                        self.failed.emit(error)
                elif is_over:
                    raise
                else:
                    self._put_off(work, error)
        return None

    def _put_off(self, work: _Work, error: HistoryError | OSError) -> None:
        if _stays(work):
            if not work.is_reported:
                self.failed.emit(error)
            work.is_reported = True
            work.delay_s = min(2 * work.delay_s or _RETRY_S, _LONGEST_DELAY_S)
            work.not_before_s = time.monotonic() + work.delay_s
            return
        is_first, self.hindrance = self.hindrance is None, error
        if is_first:
            self.hindered.emit(error)
        self._is_closing.wait(_RETRY_S)

    def _lets_others_go_first(self, work: _Work) -> bool:
        """Wait until it is time to retry; if other work arrives meanwhile, queue behind it."""
        while time.monotonic() < work.not_before_s and not self._is_closing.is_set():
            if self._due:
                with suppress(RuntimeError):  # the queue is closing: try once more, here
                    self._submit(work)
                    return True
            self._is_closing.wait(_LOOK_S)
        return False

    def _tell(self, work: _Work, done: Future[Any]) -> None:
        if work.can_wait is None:
            with self._counting:
                self._due -= 1
        error = done.exception()
        self.lost += not (error is None or _stays(work) or isinstance(error, SessionNotFoundError))
        if isinstance(error, FermataError | OSError):
            self.failed.emit(error)
        elif error is not None:  # unforeseen: what it was to write is lost, so report it
            self.failed.emit(HistoryError(Path(self._name), type(error).__name__))
        if self.hindrance is not None and not self._due:
            self.hindrance = None
            if error is None:
                self.caught_up.emit()


def _stays(work: _Work) -> bool:
    """Whether nothing needs the work now; the next start does what is left of it."""
    return work.can_wait is not None and work.can_wait()
