"""`token`: encoder, dropout, linear heads at the last sub-token of a word.

Ref: Behre et al. (2022), "Streaming Punctuation for Long-form Dictation with Transformers", §3.1.
"""

from __future__ import annotations

from torch import Tensor, nn

from engine.punctuation.labels import PLAIN_MARKS
from training.architectures.tagger import Tagger


class TokenTagger(Tagger):
    """Marks and cases from one encoder pass."""

    def __init__(
        self, encoder: nn.Module, width: int, dropout: float, marks: int = len(PLAIN_MARKS)
    ) -> None:
        super().__init__(encoder, width, marks)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, self.labels)

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor) -> Tensor:
        """Return unnormalised scores, marks before cases.

        Shapes: ids, attention (windows, tokens) int64, timing (windows, tokens, 6) float32 →
        (windows, tokens, marks + cases) float32.
        """
        scores: Tensor = self.head(self.dropout(self.encode(ids, attention, timing)))
        return scores.float()
