"""What is added to each mark's score so that F1 on held-out text is highest.

A network trained by cross-entropy sets a mark where it is likelier than none; F1 is highest where
marks are set from a lower probability on (Lipton et al. 2014, "Thresholding Classifiers to Maximize
F1 Score").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.network.backend import FloatArray
from engine.punctuation.labels import MARK_COLUMNS, SENTENCE_ROWS, Mark
from training.metrics import THREE_MARKS, MarkKinds, score_marks

_GRID = tuple(round(0.1 * step, 1) for step in range(-10, 16))
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class MarkOffsets:
    """Added to the unnormalised scores.

    All sentence marks share one, since questions are rare; `exclamation` comes on top of it.
    """

    comma: float = 0.0
    sentence: float = 0.0
    exclamation: float = 0.0

    def marks(self, scores: FloatArray) -> npt.NDArray[np.int64]:
        """Return the likeliest mark of each word, shape (words,); scores: (words, labels)."""
        marks = scores[:, MARK_COLUMNS]
        added = np.zeros(marks.shape[1])
        added[Mark.COMMA], added[SENTENCE_ROWS] = self.comma, self.sentence
        added[Mark.EXCLAMATION] += self.exclamation
        likeliest: npt.NDArray[np.int64] = (marks + added).argmax(axis=1)
        return likeliest


def fit_offsets(
    scores: FloatArray, marks: Sequence[Mark], kinds: MarkKinds = THREE_MARKS
) -> MarkOffsets:
    """Return the offsets with the highest mean of micro and macro F1, by trying each in turn.

    Args:
        scores: (words, labels) of held-out text.
        kinds: those that count; `exclamation` is fitted where it is one of them.
    """
    fitted = 3 if Mark.EXCLAMATION in kinds.scored else 2
    best = [0.0] * fitted
    for _ in range(_ROUNDS):
        for at in range(fitted):
            best[at] = max(
                _GRID, key=lambda value: _f1(scores, marks, kinds, _changed(best, at, value))
            )
    return MarkOffsets(*best)


def _changed(offsets: Sequence[float], at: int, value: float) -> list[float]:
    return [*offsets[:at], value, *offsets[at + 1 :]]


def _f1(
    scores: FloatArray, marks: Sequence[Mark], kinds: MarkKinds, offsets: Sequence[float]
) -> float:
    found = score_marks(marks, MarkOffsets(*offsets).marks(scores).tolist(), kinds)
    return (found.micro_f1 + found.macro_f1) / 2
