"""Runs the network on spans of words and returns a score row a word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.punctuation.backend import Backend, FloatArray
from engine.punctuation.labels import Case, Mark
from engine.punctuation.tokenizer import WordTokenizer

LABELS = len(Mark) + len(Case)


class Scorer:
    """Tokenizer and backend together: words in, (words, labels) out."""

    def __init__(self, tokenizer: WordTokenizer, backend: Backend) -> None:
        self._tokenizer = tokenizer
        self._backend = backend

    def encode(self, word: str) -> tuple[int, ...]:
        """Return the token ids of a word; the network knows lower case only."""
        return self._tokenizer.encode_word(word.lower())

    def score(self, pieces: Sequence[tuple[int, ...]]) -> FloatArray:
        """Return unnormalised label scores of one window, shape (words, labels).

        Ref: Behre et al. (2022), §4.3: a word's label stands at its last token.
        """
        tokenizer = self._tokenizer
        flat = [token for piece in pieces for token in piece]
        ids = np.array([[tokenizer.start_id, *flat, tokenizer.end_id]], dtype=np.int64)
        scores = self._backend.run(ids, np.ones_like(ids))
        last = np.cumsum([len(piece) for piece in pieces])
        rows: FloatArray = scores[0, last]
        return rows
