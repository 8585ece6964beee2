"""`lstm`: the streaming baseline, one direction and four words of look-ahead.

Ref: Behre et al. (2022), "Streaming Punctuation for Long-form Dictation with Transformers", §5.2.
"""

from __future__ import annotations

from torch import Tensor, nn

from training.architectures.sizes import LstmSizes
from training.architectures.tagger import Tagger


class LstmTagger(Tagger):
    """Embeddings, an LSTM, and a head that labels the word some words back."""

    def __init__(self, vocabulary: int, dropout: float, sizes: LstmSizes, marks: int) -> None:
        super().__init__(nn.Embedding(vocabulary, sizes.embedding), sizes.embedding, marks)
        self.lstm = nn.LSTM(sizes.embedding, sizes.hidden, sizes.layers, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(sizes.hidden, self.labels)

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor) -> Tensor:
        """Return unnormalised scores; shapes as in `TokenTagger`.

        Padding is on the right, where it changes nothing before it.
        """
        embedded = (self.encoder(ids) + self.timing(timing)) * attention[..., None]
        hidden, _ = self.lstm(self.dropout(embedded))
        scores: Tensor = self.head(self.dropout(hidden))
        return scores.float()
