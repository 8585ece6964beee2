"""Detects speech that is not English by how unsure an English-only recogniser is.

Such a model writes fluent English for any speech, but is unsure of what it writes. `python -m
training bench languages` measures how often the verdict is right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_LEAST_PROBABILITY = 1e-9
# mean log-probability of a token below which the speech is not English; noisy English comes close
# to it in short stretches, so less speech needs a clearer sign
_TELLING_S, _UNSURE = 8.0, -0.8
_LEAST_S, _VERY_UNSURE = 3.0, -1.2


def mean_log_probability(probabilities: Sequence[float]) -> float:
    return float(np.mean(np.log(np.maximum(probabilities, _LEAST_PROBABILITY))))


def is_doubtful(log_probability: float) -> bool:
    """Whether this mean log-probability, given enough speech, means it is not English."""
    return log_probability < _UNSURE


class ForeignSpeech:
    """Weighs the latest stretches of a session together, as many as needed to be sure."""

    def __init__(self) -> None:
        self._before: list[tuple[float, float]] = []
        self._last: tuple[float, float] | None = None
        self._last_begin = b""

    def is_heard(self, begin: bytes, sound_s: float, log_probability: float) -> bool:
        """Whether the latest speech, including this stretch, is not English.

        Args:
            begin: Its first samples: if they are those of the last stretch, it is that one, now
                longer.
            sound_s: Its length.
            log_probability: Mean of its tokens.
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
    """Whether stretches, given by length and mean log-probability, are not English."""
    total_s = sum(length for length, _ in stretches)
    if total_s < _LEAST_S:
        return False
    mean = sum(length * log_probability for length, log_probability in stretches) / total_s
    return mean < (_UNSURE if total_s >= _TELLING_S else _VERY_UNSURE)
