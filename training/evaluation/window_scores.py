"""Scores of whole texts from windows that overlap more or less, for measuring.

Ref: Courtland et al. (2020), "Efficient Automatic Punctuation Restoration Using Bidirectional
Transformers with Robust Inference", §3: every token is seen by several windows, and what they say
of it is summed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

import numpy as np
import numpy.typing as npt

from engine.build import LanguageModel
from engine.network.backend import FloatArray
from engine.network.scorer import LABELS, Scorer
from engine.punctuation.committer import Committer
from engine.punctuation.labels import CASE_COLUMNS, MARK_COLUMNS, Mark
from engine.punctuation.windows import SPECIAL_TOKENS, Span
from engine.types import Word

_EDGE_WORDS = 8
_NO_CAP = 1_000_000_000
Weights = npt.NDArray[np.float64]


class Merging(Enum):
    """How the scores that several windows give a word become one.

    Attributes:
        SUM: unnormalised scores are summed (Courtland et al. 2020).
        EDGES: so they are, but words near either edge of a window count less.
        RIGHT_EDGE: so they are, but words near its right edge count less.
        PROBABILITIES: probabilities are summed.
    """

    SUM = "sum"
    EDGES = "edges"
    RIGHT_EDGE = "right edge"
    PROBABILITIES = "probabilities"


def overlapping_spans(lengths: Sequence[int], room: int, predictions: int) -> Iterator[Span]:
    """Yield windows so placed that each word is in about `predictions` of them.

    Args:
        lengths: tokens of each word.
        room: tokens of a window, special tokens not counted.
        predictions: windows a word; with one, windows touch and do not overlap.
    """
    ends = np.cumsum(np.asarray(lengths, dtype=np.int64))
    starts = ends - np.asarray(lengths, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    stride = room / predictions
    seen = 0
    for number in range(1 - predictions, int(np.ceil(total / stride)) + 1):
        begin = number * stride
        first = int(np.searchsorted(starts, begin))
        first = min(first, seen)  # a long word at the border of two windows is left out of neither
        end = int(np.searchsorted(ends, begin + room, side="right"))
        if end > first:
            yield Span(first, end)
            seen = max(seen, end)


def score_windows(words: Sequence[str], scorer: Scorer, spans: Sequence[Span]) -> list[FloatArray]:
    """Return what each window says, (words of the window, labels) unnormalised."""
    pieces = [scorer.encode(word) for word in words]
    return [scorer.score(pieces[span.first : span.end]) for span in spans]


def merge(
    spans: Sequence[Span], scores: Sequence[FloatArray], merging: Merging = Merging.SUM
) -> FloatArray:
    """Return one row of scores a word, shape (words, labels); every word is in a window."""
    count = max((span.end for span in spans), default=0)
    sums = np.zeros((count, scores[0].shape[1] if scores else LABELS))
    totals = np.full((count, 1), 1e-9)
    for span, rows in zip(spans, scores, strict=True):
        weights = _WEIGHTS[merging](span.end - span.first)[:, None]
        said = _mark_probabilities(rows) if merging is Merging.PROBABILITIES else rows
        sums[span.first : span.end] += weights * said
        totals[span.first : span.end] += weights
    means = sums / totals
    if merging is Merging.PROBABILITIES:
        means[:, MARK_COLUMNS] = np.log(means[:, MARK_COLUMNS] + 1e-9)
    merged: FloatArray = means.astype(np.float32)
    return merged


def window_room(tokens: int) -> int:
    """Return how many tokens of words a window of `tokens` holds."""
    return tokens - SPECIAL_TOKENS


def marks_of(words: Sequence[str], scores: FloatArray, model: LanguageModel) -> tuple[Mark, ...]:
    """Return the marks that the bundle's committer gives words without times, all known."""
    committer = Committer(model.bundle.calibration, _NO_CAP)
    return committer.decide_last([Word(word) for word in words], scores).marks


def _mark_probabilities(scores: FloatArray) -> FloatArray:
    marks = scores[:, MARK_COLUMNS].astype(np.float64)
    chances = np.exp(marks - np.logaddexp.reduce(marks, axis=1, keepdims=True))
    return np.concatenate([chances, scores[:, CASE_COLUMNS]], axis=1)


def _alike(words: int) -> Weights:
    return np.ones(words)


def _by_right_edge(words: int) -> Weights:
    behind = np.arange(words - 1, -1, -1)
    trust: Weights = np.minimum(1.0, (behind + 0.1) / _EDGE_WORDS)
    return trust


def _by_edges(words: int) -> Weights:
    return np.minimum(_by_right_edge(words), _by_right_edge(words)[::-1])


_WEIGHTS: dict[Merging, Callable[[int], Weights]] = {
    Merging.SUM: _alike,
    Merging.EDGES: _by_edges,
    Merging.RIGHT_EDGE: _by_right_edge,
    Merging.PROBABILITIES: _alike,
}
