"""Writes in order on a thread of its own; what cannot be written now waits, in memory."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import FermataError, HistoryError, SessionNotFoundError

_RETRY_S = 1.0


class PatientWriter(QObject):
    """A full disk, a locked file: the work is tried again, and all that follows waits behind it.

    Signals (emitted on the writer's thread, so queued where they are received):
        failed(object): the `FermataError` or `OSError` for which something cannot be done at all.
        hindered(object): the `HistoryError` or `OSError` for which work waits.
        caught_up(): nothing waits any more.
    """

    failed = Signal(object)
    hindered = Signal(object)
    caught_up = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """Args: name: of the thread. parent: who owns it."""
        super().__init__(parent)
        self._thread = ThreadPoolExecutor(1, name)
        self._is_closing = Event()
        self._hindrance: HistoryError | OSError | None = None
        self._submitted = self._ended = 0

    @property
    def hindrance(self) -> HistoryError | OSError | None:
        """Why work waits; None where none does."""
        return self._hindrance

    def submit(self, do: Callable[[], Any]) -> Future[Any]:
        """Have something done behind all that was submitted before."""
        self._submitted += 1
        done = self._thread.submit(self._until_done, do)
        done.add_done_callback(self._tell)
        return done

    def close(self) -> None:
        """Wait until everything is done; what waits is tried once more."""
        self._is_closing.set()
        self._thread.shutdown(wait=True)

    def _until_done(self, do: Callable[[], Any]) -> Any:  # noqa: ANN401  whatever it returns
        while True:
            try:
                return do()
            except SessionNotFoundError:
                raise
            except (HistoryError, OSError) as error:
                if self._is_closing.is_set():
                    raise
                self._wait(error)

    def _wait(self, error: HistoryError | OSError) -> None:
        is_first, self._hindrance = self._hindrance is None, error
        if is_first:
            self.hindered.emit(error)
        self._is_closing.wait(_RETRY_S)

    def _tell(self, done: Future[Any]) -> None:
        self._ended += 1
        error = done.exception()
        if isinstance(error, FermataError | OSError):
            self.failed.emit(error)
        elif self._hindrance is not None and self._ended == self._submitted:
            self._hindrance = None
            self.caught_up.emit()
