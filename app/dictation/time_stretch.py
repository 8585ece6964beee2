"""Plays sound faster or slower at the same pitch.

Ref: Verhelst, Roelands (1993), "An overlap-add technique based on waveform similarity (WSOLA) for
high quality time-scale modification of speech".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from engine.types import SAMPLE_RATE_HZ

_Samples = NDArray[np.float32]

_HOP = SAMPLE_RATE_HZ // 50  # 20 ms
_SEARCHED = SAMPLE_RATE_HZ // 100  # one pitch period of a low voice
_FADE: _Samples = (0.5 - 0.5 * np.cos(np.pi * (np.arange(_HOP) + 0.5) / _HOP)).astype(np.float32)


def stretched(
    read: Callable[[int, int], bytes], first: int, speed: Callable[[], float]
) -> Iterator[tuple[int, bytes]]:
    """Yield, for each 20 ms to play, its position in samples and its int16 samples, to the end.

    Args:
        read: Returns the int16 samples from one index to another; fewer at the end of the sound.
        first: Index of the first sample to play.
        speed: Asked for each of them; 2.0 takes half the time.
    """
    place = float(first)
    after = _samples(read(first, first + _HOP))  # what would continue the sound played last
    while True:
        at = int(place)
        begin = max(0, at - _SEARCHED)
        sound = _samples(read(begin, at + _SEARCHED + 2 * _HOP))
        start = at - begin
        if start + 2 * _HOP > len(sound):
            if len(after):
                yield at, _bytes(np.concatenate([after, sound[start + len(after) :]]))
            return
        if speed() != 1.0:
            start = _most_alike(sound[:-_HOP], after)
        yield at, _bytes(after + _FADE * (sound[start : start + _HOP] - after))
        after = sound[start + _HOP : start + 2 * _HOP]
        place += _HOP * speed()


def _most_alike(sound: _Samples, wanted: _Samples) -> int:
    loudness = np.sqrt(np.convolve(sound**2, np.ones(len(wanted), np.float32), "valid"))
    return int(np.argmax(np.correlate(sound, wanted) / (loudness + 1.0)))


def _samples(sound: bytes) -> _Samples:
    return np.frombuffer(sound[: len(sound) // 2 * 2], "<i2").astype(np.float32)


def _bytes(samples: _Samples) -> bytes:
    return samples.astype("<i2").tobytes()
