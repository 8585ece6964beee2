"""Background work for the window, and the one signal that comes back from it.

What never ends, or may not wait behind other work, has its own thread elsewhere: recording and
playback, the engine, the workers of the file queue, the history's writer (which retries), and
listeners to the desktop (portals, logind).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from engine.errors import FermataError

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Lane:
    """Work that is started in the order it was submitted.

    Attributes:
        name: Name of the lane and its threads.
        threads: How many tasks run at once.
        drains: Whether tasks still waiting when the runner is closed are run; otherwise dropped.
    """

    name: str
    threads: int = 1
    drains: bool = False


class TaskRunner(QObject):
    """Runs work on the threads of its lanes, and calls back on the thread it lives on."""

    _returned = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes: dict[Lane, ThreadPoolExecutor] = {}
        self._is_closed = False
        self._returned.connect(self._call)

    def run(
        self,
        lane: Lane,
        work: Callable[[], _T],
        on_done: Callable[[_T], object] | None = None,
        on_error: Callable[[Exception], object] | None = None,
    ) -> None:
        """Run `work` in the background; returns at once. Does nothing once the runner is closed.

        Args:
            lane: The lane in which it waits its turn.
            work: Run on another thread.
            on_done: Receives what `work` returned.
            on_error: Receives what it raised; without it, that goes to the excepthook.
        """
        if self._is_closed:
            return
        if lane not in self._lanes:
            self._lanes[lane] = ThreadPoolExecutor(lane.threads, lane.name)
        self._lanes[lane].submit(self._run, lane, work, on_done, on_error)

    def call(self, callback: Callable[..., object], *arguments: object) -> None:
        """Call back from work that is still running; may be called from any thread."""
        self._returned.emit(partial(callback, *arguments))

    def close(self) -> None:
        """Wait until all work has ended; there are no more callbacks."""
        self._is_closed = True
        for lane, threads in self._lanes.items():
            threads.shutdown(wait=False, cancel_futures=not lane.drains)
        for threads in self._lanes.values():
            threads.shutdown(wait=True)

    def _run(
        self,
        lane: Lane,
        work: Callable[[], Any],
        on_done: Callable[[Any], object] | None,
        on_error: Callable[[Exception], object] | None,
    ) -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  the thread lives on, and the error is reported
            if not isinstance(error, FermataError | OSError):
                _log.error("%s failed with %s", lane.name, type(error).__name__)
            self.call(on_error or _fail, error)
        else:
            if on_done is not None:
                self.call(on_done, result)

    def _call(self, callback: Callable[[], object]) -> None:
        if not self._is_closed:
            callback()


def _fail(error: Exception) -> None:
    raise error
