"""Scores of whole texts from windows with different overlaps, for measuring.

Ref: Courtland et al. (2020), "Efficient Automatic Punctuation Restoration Using Bidirectional
Transformers with Robust Inference", §3: several windows see every token, and their scores are
summed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from engine.network.backend import FloatArray
from engine.network.scorer import LABELS, Scorer
from engine.punctuation.windows import SPECIAL_TOKENS, Span

_EDGE_WORDS = 8
Weights = npt.NDArray[np.float64]


def overlapping_spans(lengths: Sequence[int], room: int, predictions: int) -> Iterator[Span]:
    """Yield windows placed so that each word is in about `predictions` of them.

    Args:
        lengths: tokens of each word.
        room: tokens of a window, special tokens not counted.
        predictions: windows per word; with one, windows touch without overlap.
    """
    ends = np.cumsum(np.asarray(lengths, dtype=np.int64))
    starts = ends - np.asarray(lengths, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    stride = room / predictions
    seen = 0
    for number in range(1 - predictions, int(np.ceil(total / stride)) + 1):
        begin = number * stride
        first = int(np.searchsorted(starts, begin))
        first = min(first, seen)  # a long word at the border of two windows is in both
        end = int(np.searchsorted(ends, begin + room, side="right"))
        if end > first:
            yield Span(first, end)
            seen = max(seen, end)


def score_windows(words: Sequence[str], scorer: Scorer, spans: Sequence[Span]) -> list[FloatArray]:
    """Return each window's scores, (words of the window, labels) unnormalised."""
    pieces = [scorer.encode(word) for word in words]
    return [scorer.score(pieces[span.first : span.end]) for span in spans]


def merge(spans: Sequence[Span], scores: Sequence[FloatArray]) -> FloatArray:
    """Return one row of scores per word, shape (words, labels); every word is in a window.

    Unnormalised scores are summed; words near either edge of a window count less.
    """
    count = max((span.end for span in spans), default=0)
    sums = np.zeros((count, scores[0].shape[1] if scores else LABELS))
    totals = np.full((count, 1), 1e-9)
    for span, rows in zip(spans, scores, strict=True):
        weights = _by_edges(span.end - span.first)[:, None]
        sums[span.first : span.end] += weights * rows
        totals[span.first : span.end] += weights
    merged: FloatArray = (sums / totals).astype(np.float32)
    return merged


def overlapped_scores(
    words: Sequence[str], scorer: Scorer, window_tokens: int, predictions: int
) -> FloatArray:
    """Return the scores of a text, (words, labels) unnormalised.

    Args:
        window_tokens: special tokens included.
        predictions: windows that see each word.
    """
    lengths = [len(scorer.encode(word)) for word in words]
    spans = list(overlapping_spans(lengths, window_room(window_tokens), predictions))
    return merge(spans, score_windows(words, scorer, spans))


def window_room(tokens: int) -> int:
    """Return how many tokens of words a window of `tokens` holds."""
    return tokens - SPECIAL_TOKENS


def _by_edges(words: int) -> Weights:
    after = np.arange(words - 1, -1, -1)
    trust: Weights = np.minimum(1.0, (after + 0.1) / _EDGE_WORDS)
    return np.minimum(trust, trust[::-1])
