"""`slot`: a mask token after every word, filled with the word's mark.

Ref: Liu et al. (2023), "An Empirical Study on Punctuation Restoration for English, Mandarin, and
Code-switching Speech", §3.1 and §4.2.
"""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from training.architectures.sizes import SlotSizes
from training.architectures.tagger import Tagger


class SlotTagger(Tagger):
    """An encoder and a classifier of two layers, read at the slots."""

    def __init__(
        self, encoder: nn.Module, width: int, dropout: float, sizes: SlotSizes, marks: int
    ) -> None:
        super().__init__(encoder, width, marks)
        self.dropout = nn.Dropout(dropout)
        self.inner = nn.Linear(width, sizes.hidden)
        self.head = nn.Linear(sizes.hidden, self.labels)

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor) -> Tensor:
        hidden = self.dropout(self.encode(ids, attention, timing))
        scores: Tensor = self.head(self.dropout(functional.relu(self.inner(hidden))))
        return scores.float()
