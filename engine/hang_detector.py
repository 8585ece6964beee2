"""Tells a child process that hangs from one that is only given little of the processor."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

_LEAST_SHARE = 0.001  # of the processor: with less, it is stuck rather than slow
_FULL_SHARE = 0.9  # no process has a processor all the time


class HangDetector:
    """Judges by the child's own processor time where the system tells it, else by the clock.

    A child hangs when one answer has used up the time allowed, or it has stood still for as long.
    """

    def __init__(self, timeout_s: float, pid: int | None) -> None:
        """Args: timeout_s: how long one answer may take a child that has the processor."""
        self._timeout_s = timeout_s
        self._pid = pid
        self.progressed()

    def progressed(self) -> None:
        """Note that it answered, or was asked after it had answered everything."""
        self._began_s = self._checked_s = time.monotonic()
        self._began_cpu_s = self._checked_cpu_s = _processor_s(self._pid)

    @property
    def waited_s(self) -> float:
        return time.monotonic() - self._began_s

    @property
    def hangs(self) -> bool:
        if self.waited_s < self._timeout_s:
            return False
        used_s = _processor_s(self._pid)
        if used_s is None or self._checked_cpu_s is None or self._began_cpu_s is None:
            return True
        if used_s - self._began_cpu_s > _FULL_SHARE * self._timeout_s:
            return True
        idle_s = time.monotonic() - self._checked_s
        if idle_s < self._timeout_s:
            return False
        progress_s, self._checked_cpu_s = used_s - self._checked_cpu_s, used_s
        self._checked_s = time.monotonic()
        return progress_s < _LEAST_SHARE * idle_s


def _processor_s(pid: int | None) -> float | None:
    if pid is not None and sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3) of another process
    return None
