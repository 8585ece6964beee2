"""The level of sound, and whether nobody is speaking."""

from __future__ import annotations

import math
from collections import deque

SILENCE_DBFS = -90.0
_SILENT_CHUNKS = 3
_REMEMBERED_CHUNKS = 50
_MARGIN_DB = 8.0


def level_dbfs(samples: bytes) -> float:
    """Return the level of int16 samples: 0 is a full-scale square wave, -90 or less silence."""
    values = memoryview(samples).cast("h")  # without NumPy: a microphone's process starts fast
    if not values:
        return SILENCE_DBFS
    power = sum(value * value for value in values) / len(values) / 2**30
    return max(SILENCE_DBFS, 10 * math.log10(power)) if power else SILENCE_DBFS


class SilenceDetector:
    """Finds places to cut between words, from the levels of chunks."""

    def __init__(self) -> None:
        self._levels: deque[float] = deque(maxlen=_REMEMBERED_CHUNKS)

    def push(self, level: float) -> None:
        self._levels.append(level)

    @property
    def is_silent(self) -> bool:
        """True if the last chunks are about as quiet as the quietest one remembered."""
        if len(self._levels) < _SILENT_CHUNKS:
            return False
        quiet = max(min(self._levels), SILENCE_DBFS) + _MARGIN_DB
        return all(self._levels[-1 - back] <= quiet for back in range(_SILENT_CHUNKS))
