"""Writes in order on a thread of its own; what cannot be written now waits, in memory."""

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

from engine.errors import FermataError, HistoryError, SessionNotFoundError

_RETRY_S = 1.0
_LOOK_S = 0.02


@dataclass(slots=True)
class _Work:
    """Something to do; `can_wait` lets what was submitted later go first while it fails."""

    do: Callable[[], Any]
    can_wait: bool
    is_told: bool = False


class PatientWriter(QObject):
    """A full disk, a locked file: the work is tried again, and all that follows waits behind it.

    Signals (emitted on the writer's thread, so queued where they are received):
        failed(object): the `FermataError` or `OSError` for which something cannot be done at all,
            or not now and nothing else waits for it.
        hindered(object): the `HistoryError` or `OSError` for which work waits.
        caught_up(): nothing waits any more.
    """

    failed = Signal(object)
    hindered = Signal(object)
    caught_up = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """Args: name: of the thread. parent: who owns it."""
        super().__init__(parent)
        self._name = name
        self._thread = ThreadPoolExecutor(1, name)
        self._is_closing = Event()
        self._hindrance: HistoryError | OSError | None = None
        self._counting = Lock()
        self._submitted = self._ended = 0

    @property
    def hindrance(self) -> HistoryError | OSError | None:
        """Why work waits; None where none does."""
        return self._hindrance

    def submit(self, do: Callable[[], Any], *, can_wait: bool = False) -> Future[Any]:
        """Have something done behind all that was submitted before.

        Args:
            do: raises `HistoryError` or `OSError` where it is to be tried again.
            can_wait: nothing that is submitted later needs it; the future ends when it is passed.
        """
        return self._submit(_Work(do, can_wait))

    def settle(self, timeout_s: float) -> None:
        """Wait until all is done, or something is in its way, at most so long."""
        done = self.submit(lambda: None)
        end_s = time.monotonic() + timeout_s
        while not done.done() and self._hindrance is None and time.monotonic() < end_s:
            time.sleep(_LOOK_S)

    def close(self) -> None:
        """Wait until everything is done; what waits is tried once more."""
        self._is_closing.set()
        self._thread.shutdown(wait=True)

    def _submit(self, work: _Work) -> Future[Any]:
        with self._counting:
            self._submitted += 1
        done = self._thread.submit(self._until_done, work)
        done.add_done_callback(self._tell)
        return done

    def _until_done(self, work: _Work) -> Any:  # noqa: ANN401  whatever it returns
        while True:
            try:
                return work.do()
            except SessionNotFoundError:
                raise
            except (HistoryError, OSError) as error:
                if self._is_closing.is_set():
                    raise
                if self._wait(work, error):
                    return None

    def _wait(self, work: _Work, error: HistoryError | OSError) -> bool:
        """Wait a little; return whether the work has let others go first."""
        if work.can_wait:
            if not work.is_told:
                self.failed.emit(error)
            work.is_told = True
        else:
            is_first, self._hindrance = self._hindrance is None, error
            if is_first:
                self.hindered.emit(error)
        self._is_closing.wait(_RETRY_S)
        if work.can_wait and self._submitted - self._ended > 1:
            with suppress(RuntimeError):  # it is being closed: once more, here
                self._submit(work)
                return True
        return False

    def _tell(self, done: Future[Any]) -> None:
        with self._counting:
            self._ended += 1
        error = done.exception()
        if isinstance(error, FermataError | OSError):
            self.failed.emit(error)
        elif error is not None:  # nobody foresaw it: what it was to write is lost, and said so
            self.failed.emit(HistoryError(Path(self._name), type(error).__name__))
        elif self._hindrance is not None and self._ended == self._submitted:
            self._hindrance = None
            self.caught_up.emit()
