"""Fits offsets for the scores of marks that give the highest F1 on held-out text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.network.backend import FloatArray
from engine.punctuation.labels import Mark
from engine.punctuation.mark_offsets import MarkOffsets
from training.metrics import THREE_MARKS, MarkKinds, score_marks

_GRID = tuple(round(0.1 * step, 1) for step in range(-10, 16))
_ROUNDS = 3


def fit_offsets(
    scores: FloatArray, marks: Sequence[Mark], kinds: MarkKinds = THREE_MARKS
) -> MarkOffsets:
    """Return the offsets with the highest mean of micro and macro F1, by trying each in turn.

    Args:
        scores: (words, labels) of held-out text.
        kinds: those that count; `exclamation` is fitted if it is one of them.
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
