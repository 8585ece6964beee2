"""Tells speech that is not English by the doubts of a recogniser that writes English only.

Such a model writes fluent English for any speech, but it is unsure of what it writes.
`python -m training bench languages` measures how often it is right.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

_LEAST_PROBABILITY = 1e-9
# mean log-probability of a token below which no English was spoken; noisy English comes near it in
# short stretches, so that less speech must be told more clearly
_TELLING_S, _UNSURE = 8.0, -0.8
_LEAST_S, _VERY_UNSURE = 3.0, -1.2


def mean_log_probability(probabilities: Sequence[float]) -> float:
    return float(np.mean(np.log(np.maximum(probabilities, _LEAST_PROBABILITY))))


class ForeignSpeech:
    """Weighs the latest stretches of a session together, as many as it takes to tell."""

    def __init__(self) -> None:
        self._stretches: deque[tuple[float, float]] = deque()

    def is_heard(self, sound_s: float, log_probability: float, *, is_final: bool = True) -> bool:
        """Whether the latest speech, up to a stretch, is not English.

        Args:
            sound_s: the stretch's length.
            log_probability: mean of its tokens.
            is_final: it is over; else it will be told again, with what follows.
        """
        latest = [*self._stretches, (sound_s, log_probability)]
        while sum(length for length, _ in latest[1:]) >= _TELLING_S:
            del latest[0]
        if is_final:
            self._stretches = deque(latest)
        return is_foreign(latest) or is_foreign(latest[-1:])


def is_foreign(stretches: Sequence[tuple[float, float]]) -> bool:
    """Whether stretches, their lengths and mean log-probabilities, are not English."""
    total_s = sum(length for length, _ in stretches)
    if total_s < _LEAST_S:
        return False
    mean = sum(length * log_probability for length, log_probability in stretches) / total_s
    return mean < (_UNSURE if total_s >= _TELLING_S else _VERY_UNSURE)
