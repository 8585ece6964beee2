"""Tells speech that is not English by the doubts of a recogniser that writes English only.

Such a model writes fluent English for any speech, but it is unsure of what it writes.
`python -m training bench languages` measures how often it is right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_LEAST_PROBABILITY = 1e-9
# mean log-probability of a token below which no English was spoken; noisy English comes near it in
# short stretches, so that less speech must be told more clearly
_TELLING_S, _UNSURE = 8.0, -0.8
_LEAST_S, _VERY_UNSURE = 3.0, -1.2


def mean_log_probability(probabilities: Sequence[float]) -> float:
    return float(np.mean(np.log(np.maximum(probabilities, _LEAST_PROBABILITY))))


def is_doubtful(log_probability: float) -> bool:
    """Whether enough speech of this mean log-probability is not English."""
    return log_probability < _UNSURE


class ForeignSpeech:
    """Weighs the latest stretches of a session together, as many as it takes to tell."""

    def __init__(self) -> None:
        self._before: list[tuple[float, float]] = []
        self._last: tuple[float, float] | None = None
        self._last_begin = b""

    def is_heard(self, begin: bytes, sound_s: float, log_probability: float) -> bool:
        """Whether the latest speech, up to a stretch, is not English.

        Args:
            begin: its first samples: one that begins as the last did is that, gone on.
            sound_s: its length.
            log_probability: mean of its tokens.
        """
        if begin != self._last_begin and self._last is not None:
            self._before.append(self._last)
        self._last, self._last_begin = (sound_s, log_probability), begin
        while sum(length for length, _ in (*self._before[1:], self._last)) >= _TELLING_S:
            if not self._before:
                break
            del self._before[0]
        return is_foreign([*self._before, self._last]) or is_foreign([self._last])


def is_foreign(stretches: Sequence[tuple[float, float]]) -> bool:
    """Whether stretches, their lengths and mean log-probabilities, are not English."""
    total_s = sum(length for length, _ in stretches)
    if total_s < _LEAST_S:
        return False
    mean = sum(length * log_probability for length, log_probability in stretches) / total_s
    return mean < (_UNSURE if total_s >= _TELLING_S else _VERY_UNSURE)
