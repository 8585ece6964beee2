"""Tells from arrival times when sound was heard, and how much of it is missing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

_LATE_S = 0.5  # less than this may just be waiting
_WAIT_S = 1.0
_DRIFT = 0.001  # no two clocks drift this much


def clock_s() -> float:
    """Return the time of a clock shared by all processes that keeps running during sleep."""
    if sys.platform != "win32":
        for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
            if hasattr(time, name):
                return time.clock_gettime(getattr(time, name))
    return time.monotonic()


class StreamClock:
    """Compares the length of a stream with the clock.

    A late block has either waited, and the blocks after it catch up; or sound before it is missing,
    and all after it are as late. So late blocks are held back for up to a second.
    """

    def __init__(self) -> None:
        self.heard_s = clock_s()  # when the latest sound returned was heard
        self._usual_s: float | None = None  # offset from stream time to clock time
        self._taken_s = 0.0
        self._held: list[tuple[bytes, float, float]] = []

    def push(
        self, block: bytes, duration_s: float, arrived_s: float
    ) -> Iterator[tuple[bytes, float]]:
        """Yield blocks in order, each with the seconds missing before it."""
        self._taken_s += duration_s
        late_s = arrived_s - self._taken_s
        if self._usual_s is None:
            self._usual_s = late_s
        self._held.append((block, self._taken_s, late_s))
        waited_s = arrived_s - self._held[0][1] - self._held[0][2]
        if late_s - self._usual_s <= _LATE_S or waited_s >= _WAIT_S:
            self._usual_s += _DRIFT * duration_s
            yield from self.flush()

    def flush(self) -> Iterator[tuple[bytes, float]]:
        """Yield the blocks held back."""
        if not self._held or self._usual_s is None:
            return
        least_s = min(late_s for _, _, late_s in self._held)
        missing_s = least_s - self._usual_s
        is_missing = missing_s > _LATE_S
        self._usual_s = least_s if is_missing else min(self._usual_s, least_s)
        for number, (block, taken_s, _) in enumerate(self._held):
            self.heard_s = taken_s + self._usual_s
            yield block, missing_s if is_missing and not number else 0.0
        self._held.clear()
