"""How loud it is, and whether nobody speaks just now."""

from __future__ import annotations

import math
from collections import deque

from engine.types import AudioChunk

SILENCE_DBFS = -90.0
_FULL_SCALE = 32_768.0


def level_dbfs(chunk: AudioChunk) -> float:
    """Return the level of a chunk: 0 is a full-scale square wave, -90 and less is silence."""
    import numpy as np

    samples = np.frombuffer(chunk.samples, dtype="<i2").astype(np.float32)
    if not len(samples):
        return SILENCE_DBFS
    power = float(np.mean(np.square(samples)))
    if power <= 0.0:
        return SILENCE_DBFS
    return max(SILENCE_DBFS, 10 * math.log10(power) - 20 * math.log10(_FULL_SCALE))


class SilenceDetector:
    """Finds places where a cut goes through no word."""

    def __init__(
        self, silent_chunks: int = 3, memory_chunks: int = 50, above_db: float = 8.0
    ) -> None:
        """Args: silent_chunks: how many must be quiet; above_db: the quietest of memory."""
        self._silent_chunks = silent_chunks
        self._above_db = above_db
        self._levels: deque[float] = deque(maxlen=memory_chunks)

    def push(self, level: float) -> None:
        self._levels.append(level)

    @property
    def is_silent(self) -> bool:
        """True where the last chunks are about as quiet as the quietest one remembered."""
        if len(self._levels) < self._silent_chunks:
            return False
        quiet = max(min(self._levels) + self._above_db, SILENCE_DBFS + self._above_db)
        return all(self._levels[-1 - back] <= quiet for back in range(self._silent_chunks))
