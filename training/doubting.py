"""Leaves out labels that a trained model thinks all but impossible: sources have mistakes.

Ref: Northcutt et al. (2021), "Confident Learning: Estimating Uncertainty in Dataset Labels", who
find wrong labels by a model's confident contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from engine.punctuation.backend import FloatArray
from engine.punctuation.labels import MARK_COLUMNS, Mark
from engine.punctuation.scorer import Scorer
from training.bench.mixture import load_scorer, mixed_scores
from training.data import IGNORE, SpokenWord

_BLOCK_WORDS = 5_000


@dataclass(slots=True)
class Doubter:
    """Reads words and makes the mark of those unknown that a model contradicts.

    Attributes:
        model: trained on other texts.
        least_chance: a mark that the model gives less than this is left out.
        window_tokens: of its windows, special tokens included.
        words, doubted: how many there have been so far.
    """

    model: Scorer
    least_chance: float
    window_tokens: int = 128
    words: int = 0
    doubted: int = 0

    def __post_init__(self) -> None:
        if not 0.0 < self.least_chance < 1.0:
            raise ValueError(f"a least chance of {self.least_chance} is not between 0 and 1")

    def read(self, words: Iterable[SpokenWord]) -> Iterator[SpokenWord]:
        """Yield the words, some with -100 for their mark."""
        rest = iter(words)
        while block := list(islice(rest, _BLOCK_WORDS)):
            texts = [word.text for word in block]
            scores = mixed_scores(texts, [self.model], self.window_tokens, 1)
            chances = chances_of(scores, [word.mark for word in block])
            self.words += len(block)
            for word, chance in zip(block, chances, strict=True):
                is_doubted = chance < self.least_chance
                self.doubted += is_doubted
                yield replace(word, mark=IGNORE) if is_doubted else word


def load_doubter(bundle: str, least_chance: float) -> Doubter:
    """Load a bundle, by name or folder, as a doubter.

    Raises:
        ModelNotFoundError, ModelFormatError: there is none, or it is broken.
        ValueError: `least_chance` is no chance.
    """
    return Doubter(load_scorer(bundle), least_chance)


def chances_of(scores: FloatArray, marks: Sequence[int]) -> FloatArray:
    """Return the probability of each word's mark; full stop and exclamation mark are one.

    Args:
        scores: (words, labels) unnormalised.
        marks: (words,), -100 for unknown; what the model cannot know has a chance of 1.
    """
    rows = scores[:, MARK_COLUMNS]
    chances = np.exp(rows - np.logaddexp.reduce(rows, axis=1, keepdims=True))
    stops = chances[:, Mark.PERIOD] + chances[:, Mark.EXCLAMATION]
    chances[:, Mark.PERIOD] = chances[:, Mark.EXCLAMATION] = stops
    wanted = np.asarray(marks)
    is_known = (wanted != IGNORE) & (wanted < chances.shape[1])  # a model may have fewer marks
    found: FloatArray = chances[np.arange(len(wanted)), np.where(is_known, wanted, 0)]
    return np.where(is_known, found, np.float32(1.0)).astype(np.float32)
