"""Leaves out labels that a trained model thinks all but impossible: sources have mistakes.

Ref: Northcutt et al. (2021), "Confident Learning: Estimating Uncertainty in Dataset Labels", who
find wrong labels by a model's confident contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from engine.network.backend import FloatArray
from engine.punctuation.labels import MARK_COLUMNS, Mark
from training.data.spoken_form import IGNORE, SpokenWord

_BLOCK_WORDS = 5_000


@dataclass(slots=True)
class LabelCleaner:
    """Makes the marks unknown that a model contradicts.

    Attributes:
        score: words → unnormalised scores (words, labels), by a model trained on other texts.
        least_probability: a mark that the model gives less than this is left out.
        words, left_out: how many there have been so far.
    """

    score: Callable[[Sequence[str]], FloatArray]
    least_probability: float
    words: int = 0
    left_out: int = 0

    def __post_init__(self) -> None:
        if not 0.0 < self.least_probability < 1.0:
            raise ValueError(f"a probability of {self.least_probability} is not between 0 and 1")

    def read(self, words: Iterable[SpokenWord]) -> Iterator[SpokenWord]:
        """Yield the words, some with -100 for their mark."""
        rest = iter(words)
        while block := list(islice(rest, _BLOCK_WORDS)):
            scores = self.score([word.text for word in block])
            probabilities = mark_probabilities(scores, [word.mark for word in block])
            self.words += len(block)
            for word, probability in zip(block, probabilities, strict=True):
                is_wrong = probability < self.least_probability
                self.left_out += is_wrong
                yield replace(word, mark=IGNORE) if is_wrong else word


def mark_probabilities(scores: FloatArray, marks: Sequence[int]) -> FloatArray:
    """Return the probability of each word's mark; full stop and exclamation mark are one.

    Args:
        scores: (words, labels) unnormalised.
        marks: (words,), -100 for unknown; what the model cannot know has a probability of 1.
    """
    rows = scores[:, MARK_COLUMNS]
    probabilities = np.exp(rows - np.logaddexp.reduce(rows, axis=1, keepdims=True))
    stops = probabilities[:, Mark.PERIOD] + probabilities[:, Mark.EXCLAMATION]
    probabilities[:, Mark.PERIOD] = probabilities[:, Mark.EXCLAMATION] = stops
    wanted = np.asarray(marks)
    is_known = (wanted != IGNORE) & (wanted < probabilities.shape[1])
    found: FloatArray = probabilities[np.arange(len(wanted)), np.where(is_known, wanted, 0)]
    return np.where(is_known, found, np.float32(1.0)).astype(np.float32)
