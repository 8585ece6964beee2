"""Merges the scores of overlapping windows into one row a word.

Ref: Courtland et al. (2020), "Efficient Automatic Punctuation Restoration Using Bidirectional
Transformers with Robust Inference", §3: activations of a token are summed over the windows that
saw it. Here a window counts the more, the more words it saw to the right of the token.
"""

from __future__ import annotations

import numpy as np

from engine.network.backend import FloatArray
from engine.punctuation.windows import Span

_TRUST = np.array([0.02, 0.15, 0.4, 0.6, 0.8, 0.9, 1.0])


class Aggregator:
    """Running weighted mean of label scores, for the words that are still open."""

    def __init__(self, labels: int) -> None:
        self._base = 0
        self._sums = np.zeros((0, labels), dtype=np.float64)
        self._weights = np.zeros(0, dtype=np.float64)

    def add(self, span: Span, scores: FloatArray) -> None:
        """Add one window's scores; scores: (words of the span, labels) unnormalised."""
        if span.end <= self._base:
            return
        first = max(span.first, self._base)
        self._grow(span.end)
        rows = slice(first - self._base, span.end - self._base)
        right = np.minimum(span.end - 1 - np.arange(first, span.end), len(_TRUST) - 1)
        trust = _TRUST[right]
        self._sums[rows] += trust[:, None] * scores[first - span.first :]
        self._weights[rows] += trust

    def scores(self, first: int, end: int) -> FloatArray:
        """Return (words, labels) merged scores; zero rows where no window saw the word."""
        self._grow(end)
        rows = slice(first - self._base, end - self._base)
        weights = np.maximum(self._weights[rows], 1e-9)
        return (self._sums[rows] / weights[:, None]).astype(np.float32)

    def forget_from(self, word: int) -> None:
        """Drop the scores of `word` and all after it, which were recognised anew.

        Words before it were scored with these in sight; they keep no more weight than one window
        that ends before `word` would give them.
        """
        keep = max(0, word - self._base)
        if keep >= len(self._weights):
            return
        self._sums, self._weights = self._sums[:keep].copy(), self._weights[:keep].copy()
        right = np.minimum(np.arange(keep - 1, -1, -1), len(_TRUST) - 1)
        share = np.minimum(1.0, _TRUST[right] / np.maximum(self._weights, 1e-9))
        self._sums *= share[:, None]
        self._weights *= share

    def forget_before(self, word: int) -> None:
        """Drop committed words; their labels no longer change."""
        drop = max(0, word - self._base)
        self._sums, self._weights = self._sums[drop:], self._weights[drop:]
        self._base = max(self._base, word)

    def _grow(self, end: int) -> None:
        missing = end - self._base - len(self._weights)
        if missing > 0:
            self._sums = np.pad(self._sums, ((0, missing), (0, 0)))
            self._weights = np.pad(self._weights, (0, missing))
