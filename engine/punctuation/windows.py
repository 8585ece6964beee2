"""Decides which words go into one window of tokens, and merges the scores of overlapping windows.

Ref: Courtland et al. (2020), "Efficient Automatic Punctuation Restoration Using Bidirectional
Transformers with Robust Inference", §3: activations of a token are summed over the windows that saw
it. Here a window weighs more, the more words it saw to the right of the token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.network.backend import FloatArray

SPECIAL_TOKENS = 2
_EDGE_WEIGHTS = np.array([0.02, 0.15, 0.4, 0.6, 0.8, 0.9, 1.0])


@dataclass(frozen=True, slots=True)
class Span:
    """Words `first` up to but not including `end`, counted from the start of the stream."""

    first: int
    end: int


class WindowPlan(Protocol):
    """Decides which windows are run as words arrive."""

    sees_partial_words: bool
    left_context_tokens: int  # of committed words, kept for later windows

    def plan(self, lengths: Sequence[int], base: int, scored: int, *, flush: bool) -> list[Span]:
        """Return the windows to run now, in order.

        Args:
            lengths: Tokens of each word at hand.
            base: Place of the first of them in the stream.
            scored: Words of the stream that have been in a window.
            flush: Nothing more will come.
        """

    def settled(self, scored: int, end: int, *, flush: bool) -> int:
        """Return the place before which no later window will improve the scores.

        Args: scored: End of the last window; end: Number of words in the stream.
        """


class LiveWindows:
    """The dynamic decoding window: everything new, with as much left context as fits.

    Ref: Behre et al. (2022), §3.2.
    """

    sees_partial_words = True

    def __init__(
        self, tokens: int, overlap_words: int = 12, *, last_tokens: int | None = None
    ) -> None:
        """Args: last_tokens: Size of a window that no other follows; it can see more at once."""
        self._room = tokens - SPECIAL_TOKENS
        self._last_room = max(tokens, last_tokens or 0) - SPECIAL_TOKENS
        self.left_context_tokens = self._last_room
        self._overlap_words = overlap_words

    def plan(self, lengths: Sequence[int], base: int, scored: int, *, flush: bool) -> list[Span]:
        """Return windows that reach back past every new word; the last ends at the last word.

        Returns none if nothing is new: the same window again would only outweigh the others.
        """
        room = self._last_room if flush else self._room
        spans: list[Span] = []
        end = len(lengths) if base + len(lengths) > scored else 0
        while end > 0:
            first = _reach_back(lengths, end, room)
            spans.append(Span(base + first, base + end))
            if first == 0 or base + first + self._overlap_words <= max(scored, base):
                break
            end = min(first + self._overlap_words, end - 1)
        return spans[::-1]

    def settled(self, scored: int, end: int, *, flush: bool) -> int:
        """Return the end: the committer judges by the words seen to the right."""
        del flush, scored
        return end


class GridWindows:
    """Overlapping windows whose places depend on the words alone, not on how they arrived.

    Ref: Courtland et al. (2020), §3; one prediction per word outside the overlaps, two inside.
    """

    sees_partial_words = False  # the grid would depend on how the words arrived

    def __init__(self, tokens: int, overlap_words: int = 24) -> None:
        self.left_context_tokens = self._room = tokens - SPECIAL_TOKENS
        self._overlap_words = overlap_words

    def plan(self, lengths: Sequence[int], base: int, scored: int, *, flush: bool) -> list[Span]:
        """Return each full window of the grid and, on flush, the last one."""
        spans: list[Span] = []
        while base + len(lengths) > scored:
            span = self._next(lengths, scored - base)
            if span.end == len(lengths) and not flush:
                break  # more words may fit
            spans.append(Span(base + span.first, base + span.end))
            scored = base + span.end
        return spans

    def settled(self, scored: int, end: int, *, flush: bool) -> int:
        """Return the earliest place where the next window of the grid may begin."""
        is_last = flush and scored >= end
        return end if is_last else max(0, scored - self._overlap_words)

    def _next(self, lengths: Sequence[int], scored: int) -> Span:
        half = _reach_back(lengths, scored, self._room // 2) if scored > 0 else 0
        first = max(scored - self._overlap_words, half, 0)
        end = _reach_forward(lengths, first, self._room)
        if end <= scored:  # long words leave no room for overlap
            first, end = scored, max(scored + 1, _reach_forward(lengths, scored, self._room))
        return Span(first, end)


class Aggregator:
    """Running weighted mean of label scores, for words that are still open."""

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
        right = np.minimum(span.end - 1 - np.arange(first, span.end), len(_EDGE_WEIGHTS) - 1)
        weights = _EDGE_WEIGHTS[right]
        self._sums[rows] += weights[:, None] * scores[first - span.first :]
        self._weights[rows] += weights

    def scores(self, first: int, end: int) -> FloatArray:
        """Return merged scores, (words, labels); zeros for words that no window saw."""
        self._grow(end)
        rows = slice(first - self._base, end - self._base)
        weights = np.maximum(self._weights[rows], 1e-9)
        return (self._sums[rows] / weights[:, None]).astype(np.float32)

    def forget_from(self, word: int) -> None:
        """Drop the scores of `word` and all after it, which have been recognised again.

        Words before it were scored with these in view; they keep no more weight than one window
        ending before `word` would give them.
        """
        keep = max(0, word - self._base)
        if keep >= len(self._weights):
            return
        self._sums, self._weights = self._sums[:keep].copy(), self._weights[:keep].copy()
        right = np.minimum(np.arange(keep - 1, -1, -1), len(_EDGE_WEIGHTS) - 1)
        share = np.minimum(1.0, _EDGE_WEIGHTS[right] / np.maximum(self._weights, 1e-9))
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


def _reach_back(lengths: Sequence[int], end: int, room: int) -> int:
    first = end
    while first > 0 and lengths[first - 1] <= room:
        first -= 1
        room -= lengths[first]
    return min(first, end - 1)


def _reach_forward(lengths: Sequence[int], first: int, room: int) -> int:
    end = first
    while end < len(lengths) and lengths[end] <= room:
        room -= lengths[end]
        end += 1
    return end
