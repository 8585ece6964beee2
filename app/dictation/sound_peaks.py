"""The loudness of a recording over its length, for drawing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import numpy as np
import numpy.typing as npt

from app.dictation.stored_sound import KeptSound
from engine.types import SAMPLE_RATE_HZ

COUNT = 600  # more than fit into a wide window

Peaks = npt.NDArray[np.float32]


def sound_peaks(sound: KeptSound, length_s: float, is_over: Callable[[], bool]) -> Peaks:
    """Return the loudest sample of each of `COUNT` equal stretches.

    Args:
        sound: Read block by block; nothing of it is kept.
        length_s: Where the last stretch ends, in seconds.
        is_over: Whether nobody needs the result any more.

    Returns:
        (`COUNT`,) float32 from 0 (silence) to 1.

    Raises:
        OSError: The sound cannot be read.
        AudioFileError: It cannot be decoded.
    """
    peaks = np.zeros(COUNT, np.int32)
    per_sample = COUNT / (length_s * SAMPLE_RATE_HZ)
    first = 0
    with closing(sound.blocks()) as blocks:
        for block in blocks:
            samples = np.abs(np.frombuffer(block, "<i2").astype(np.int32))
            stretches = ((first + np.arange(len(samples))) * per_sample).astype(np.int32)
            first += len(samples)
            is_within = stretches < COUNT
            np.maximum.at(peaks, stretches[is_within], samples[is_within])
            if is_over() or first * per_sample >= COUNT:
                break
    return (peaks / 32768).astype(np.float32)
