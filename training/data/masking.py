"""Windows with hidden words for the network to guess.

Ref: Devlin et al. (2019), "BERT: Pre-training of Deep Bidirectional Transformers for Language
Understanding", §3.1; whole words are hidden, not pieces, as in its later release.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from training.data.spoken_form import IGNORE

_SHOWN = 0.1  # of the tokens of hidden words are not hidden at all
_REPLACED = 0.1  # of them are replaced by a random one


@dataclass(frozen=True, slots=True)
class Masking:
    """Which words are hidden, and what replaces them.

    Attributes:
        mask: the token that stands for what is hidden.
        share: of a window's words that are hidden.
    """

    mask: int
    vocabulary: int
    share: float = 0.15

    def __post_init__(self) -> None:
        if not 0.0 < self.share <= 1.0:
            raise ValueError(f"masking: a share of {self.share}; it is above 0 and at most 1")


def hide_words(ids: Tensor, words: Tensor, masking: Masking) -> tuple[Tensor, Tensor]:
    """Return token ids with hidden words, and what they were, -100 elsewhere.

    Shapes: all (windows, tokens) int64; words, the number of each token's word in its window, -1
    at special tokens and padding, which are never hidden.
    """
    is_told = torch.rand(ids.shape, device=ids.device) < masking.share  # by number
    is_told = is_told.gather(1, words.clamp(min=0)) & (words >= 0)
    fate = torch.rand(ids.shape, device=ids.device)
    others = torch.randint(masking.vocabulary, ids.shape, device=ids.device)
    hidden = ids.masked_fill(is_told & (fate >= _SHOWN), masking.mask)
    hidden = torch.where(is_told & (fate >= 1.0 - _REPLACED), others, hidden)
    return hidden, ids.masked_fill(~is_told, IGNORE)
