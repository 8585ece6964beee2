"""How words are laid out as tokens in a window, and at which token each label is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.network.backend import IntArray


@dataclass(frozen=True, slots=True)
class Layout:
    """What an architecture needs of the tokens.

    Attributes:
        slot_token: Put after every word; its label is read there (Liu et al. 2023, §3.1).
        lookahead_words: A word's label is read at the end of the word this many words later (Behre
            et al. 2022, §5.2); after the last word, end tokens stand in for words.
    """

    slot_token: int | None = None
    lookahead_words: int = 0

    @property
    def end_tokens(self) -> int:
        return max(1, self.lookahead_words)

    def pieces(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the token ids of a word as laid out in a window."""
        return pieces if self.slot_token is None else (*pieces, self.slot_token)

    def places(self, lengths: Sequence[int]) -> IntArray:
        """Return the token at which each word's label is read, after one start token.

        Ref: Behre et al. (2022), §4.3: a word's label is at its last token.
        """
        ends = np.cumsum(np.asarray(lengths, dtype=np.int64))
        after = (ends[-1] if len(ends) else 0) + np.arange(1, self.lookahead_words + 1)
        places: IntArray = np.concatenate([ends, after])[self.lookahead_words :]
        return places


PLAIN = Layout()
