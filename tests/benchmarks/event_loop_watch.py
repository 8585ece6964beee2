"""Measures how long the event loop is blocked."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

_SCHEDULER = Path("/proc/thread-self/schedstat")  # Linux: ns running, ns waiting for a processor


class EventLoopWatch(QObject):
    """Ticks every five milliseconds; `longest_ms` is the longest time between two ticks.

    If the system reports it, time is left out in which the thread was ready, but other programs had
    the processor.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest_ms = 0.0
        self._last_s = _own_time_s()
        self._timer = QTimer(self, interval=5, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def stop(self) -> None:
        self._tick()
        self._timer.stop()

    def _tick(self) -> None:
        now_s = _own_time_s()
        self.longest_ms = max(self.longest_ms, (now_s - self._last_s) * 1000)
        self._last_s = now_s


def _own_time_s() -> float:
    """Return time the thread spends running, or waiting for anything but a processor."""
    now_s = time.perf_counter()
    try:
        in_line_ns = int(_SCHEDULER.read_text().split()[1])
    except OSError:
        return now_s
    return now_s - in_line_ns / 1e9


@contextmanager
def event_loop_watch():
    """Watch while the block runs."""
    watch = EventLoopWatch()
    try:
        yield watch
    finally:
        watch.stop()
