"""Windows with hidden words, for pre-training: the network says which words they were.

Ref: Devlin et al. (2019), "BERT: Pre-training of Deep Bidirectional Transformers for Language
Understanding", §3.1; whole words are hidden, not pieces of them, as in its later release.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.data.augment import Batch
from training.data.spoken_form import IGNORE

Tokens = npt.NDArray[np.int64]
_SHOWN = 0.1  # of the tokens of hidden words are not hidden at all
_REPLACED = 0.1  # of them stand behind a random one


@dataclass(frozen=True, slots=True)
class Masking:
    """Which words are hidden, and behind what.

    Attributes:
        mask: the token that stands for what is hidden.
        share: of the words of a window that are to be told.
    """

    mask: int
    vocabulary: int
    share: float = 0.15

    def __post_init__(self) -> None:
        if not 0.0 < self.share <= 1.0:
            raise ValueError(f"masking: a share of {self.share}; it is above 0 and at most 1")


def hide_words(batch: Batch, masking: Masking, rng: np.random.Generator) -> tuple[Tokens, Tokens]:
    """Return token ids with hidden words, and what they were, -100 elsewhere.

    Shapes: both (windows, tokens). Special tokens and padding are never hidden.
    """
    is_told = np.zeros(batch.ids.shape, dtype=np.bool_)
    for row, lengths in enumerate(batch.lengths):
        words = rng.random(len(lengths)) < masking.share
        is_told[row, 1 : 1 + sum(lengths)] = np.repeat(words, lengths)
    fate = rng.random(batch.ids.shape)
    ids, wanted = batch.ids.copy(), np.where(is_told, batch.ids, IGNORE)
    ids[is_told & (fate >= _SHOWN)] = masking.mask
    is_replaced = is_told & (fate >= 1.0 - _REPLACED)
    ids[is_replaced] = rng.integers(masking.vocabulary, size=int(is_replaced.sum()))
    return ids, wanted
