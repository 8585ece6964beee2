"""Runs the network on spans of words and returns a row of scores per word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from engine.network.backend import Backend, FloatArray
from engine.network.layout import PLAIN, Layout
from engine.punctuation.labels import PLAIN_MARKS, Case

_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
LABELS = len(PLAIN_MARKS) + len(Case)


class Tokenizer(Protocol):
    """Splits words into a network's tokens."""

    start_id: int
    end_id: int

    @property
    def encode_word(self) -> Callable[[str], tuple[int, ...]]: ...


class Scorer:
    """Tokenizer and backend together: words in, (words, labels) out."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        backend: Backend,
        layout: Layout = PLAIN,
        labels: int = LABELS,
    ) -> None:
        self.labels = labels
        self._tokenizer = tokenizer
        self._backend = backend
        self._layout = layout

    @property
    def takes_timing(self) -> bool:
        return self._backend.takes_timing

    def encode(self, word: str) -> tuple[int, ...]:
        """Return the token ids of a word, with its slot token if any.

        The network knows only lower case, and half-width letters and digits.
        """
        text = word.lower()
        narrow = text if text.isascii() else text.translate(_NARROW)
        return self._layout.pieces(self._tokenizer.encode_word(narrow))

    def score(
        self, pieces: Sequence[tuple[int, ...]], timing: FloatArray | None = None
    ) -> FloatArray:
        """Return the unnormalised label scores of one window.

        Shapes: timing (words, 6) → (words, labels).
        """
        tokenizer, ends = self._tokenizer, self._layout.end_tokens
        lengths = [len(piece) for piece in pieces]
        flat = [token for piece in pieces for token in piece]
        ids = np.array([[tokenizer.start_id, *flat, *[tokenizer.end_id] * ends]], dtype=np.int64)
        beside = None if timing is None else _spread(timing, lengths, ends)
        scores = self._backend.run(ids, np.ones_like(ids), beside)
        rows: FloatArray = scores[0, self._layout.places(lengths)]
        return rows


def _spread(timing: FloatArray, lengths: Sequence[int], ends: int) -> FloatArray:
    """Give each token its word's features, zeros at start and end. → (1, tokens, 6)."""
    beside: FloatArray = np.pad(np.repeat(timing, lengths, axis=0), ((1, ends), (0, 0)))[None]
    return beside
