"""Corrects the mark scores of languages in which the network sets too few marks.

A network trained by cross-entropy sets a mark if it is likelier than none, but F1 is highest if
marks are set at a lower probability (Lipton et al. 2014, "Thresholding Classifiers to Maximize F1
Score").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.network.backend import FloatArray
from engine.punctuation.labels import MARK_COLUMNS, SENTENCE_ROWS, Mark
from engine.text.scripts import is_cjk
from engine.types import Word

_LARGEST = 20.0


@dataclass(frozen=True, slots=True)
class MarkOffsets:
    """Added to the unnormalised scores.

    All sentence marks share an offset, since questions are rare; `exclamation` is added on top.
    """

    comma: float = 0.0
    sentence: float = 0.0
    exclamation: float = 0.0

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> MarkOffsets:
        """Read what `to_table` wrote.

        Raises:
            TypeError, ValueError, OverflowError: a field is unknown, of the wrong type or absurd.
        """
        offsets = cls(**{name: float(value) for name, value in table.items()})
        if not all(abs(value) <= _LARGEST for value in asdict(offsets).values()):  # False for NaN
            raise ValueError("mark offsets")
        return offsets

    def to_table(self) -> dict[str, float]:
        """Return what `bundle.json` stores."""
        return asdict(self)

    def added_to(self, scores: FloatArray) -> FloatArray:
        """Return scores plus the offsets; last axis: marks, then cases, or marks alone."""
        added = np.zeros(scores.shape[-1], dtype=scores.dtype)
        added[Mark.COMMA], added[SENTENCE_ROWS] = self.comma, self.sentence
        added[Mark.EXCLAMATION] += self.exclamation
        return scores + added

    def marks(self, scores: FloatArray) -> npt.NDArray[np.int64]:
        """Return the likeliest mark of each word, shape (words,); scores: (words, labels)."""
        likeliest: npt.NDArray[np.int64] = self.added_to(scores)[:, MARK_COLUMNS].argmax(axis=1)
        return likeliest


# A text of a few words is mostly one sentence, and offsets that suit long texts set too many marks
# in it; fitted on lines of `en/dev`, each a text of its own (training/RESULTS.md). If times are
# known, the committer weighs the pauses and sets few false ends as it is.
SHORT_TEXT_WORDS = 12
_SHORT_TEXT = MarkOffsets(comma=-0.9, sentence=-1.5)
_SHORT_TIMED_TEXT = MarkOffsets(comma=-0.9, sentence=-0.5)


def as_in_short_text(words: Sequence[Word], scores: FloatArray) -> FloatArray:
    """Return scores adjusted for a text of up to `SHORT_TEXT_WORDS`; Chinese ones stay."""
    if any(is_cjk(word.text) for word in words):
        return scores
    is_timed = any(word.end_s is not None for word in words)
    return (_SHORT_TIMED_TEXT if is_timed else _SHORT_TEXT).added_to(scores)
