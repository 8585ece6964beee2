"""`window`: all marks of a window at once, each from the whole of it.

Ref: Courtland et al. (2020), "Efficient Automatic Punctuation Restoration Using Bidirectional
Transformers with Robust Inference", §3. The paper predicts only marks; cases are read from each
token's own hidden layer here.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.punctuation.labels import Case
from training.architectures.sizes import WindowSizes
from training.architectures.tagger import Tagger

_FREQUENCIES = (0.88, 0.065, 0.05, 0.004, 0.001, 0.001)  # of the marks, in speech


class VocabularyHead(nn.Module):
    """The encoder's own masked-language head; its scores feed the hidden layer."""

    def __init__(self, width: int, vocabulary: int, epsilon: float) -> None:
        super().__init__()
        self.dense = nn.Linear(width, width)
        self.layer_norm = nn.LayerNorm(width, eps=epsilon)
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, hidden: Tensor, embeddings: Tensor) -> Tensor:
        """Shapes: hidden (…, width), embeddings (vocabulary, width) → (…, vocabulary)."""
        states = self.layer_norm(functional.gelu(self.dense(hidden)))
        return functional.linear(states, embeddings, self.bias)


class WindowTagger(Tagger):
    """A hidden layer per token, joined to one vector per window, normalised and classified."""

    def __init__(  # noqa: PLR0913  it is made of just these
        self,
        encoder: nn.Module,
        width: int,
        dropout: float,
        sizes: WindowSizes,
        *,
        marks: int,
        vocabulary_head: VocabularyHead | None = None,
    ) -> None:
        super().__init__(encoder, width, marks)
        self.window = sizes.window
        self.vocabulary_head = vocabulary_head
        inputs = width if vocabulary_head is None else len(vocabulary_head.bias)
        self.hidden = nn.Linear(inputs, sizes.hidden)
        self.normalised = nn.BatchNorm1d(sizes.window * sizes.hidden)
        self.dropout = nn.Dropout(dropout)
        self.sequence = nn.Linear(sizes.window * sizes.hidden, sizes.window * marks)
        self._begin_quietly()
        self.case_head = nn.Linear(sizes.hidden, len(Case))

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor) -> Tensor:
        """Return unnormalised scores; shapes as in `TokenTagger`, at most `window` tokens."""
        tokens = ids.shape[1]
        states = self.encode(ids, attention, timing)
        if self.vocabulary_head is not None:
            states = self.vocabulary_head(states, self._word_embeddings())
        hidden = self.hidden(states) * attention[..., None]
        whole = functional.pad(hidden, (0, 0, 0, self.window - tokens)).flatten(1)
        marks = self.sequence(self.dropout(self.normalised(whole)))
        marks = marks.view(-1, self.window, self.marks)[:, :tokens]
        cases = self.case_head(self.dropout(hidden))
        return torch.cat([marks, cases], dim=-1).float()

    def _begin_quietly(self) -> None:
        """Begin at the marks' frequencies.

        The normalised inputs have a mean of zero, so only the bias could learn the frequencies, and
        slowly; and of thousands of inputs few matter.
        """
        nn.init.zeros_(self.sequence.weight)
        frequencies = torch.tensor(_FREQUENCIES[: self.marks]).log().repeat(self.window)
        self.sequence.bias.data.copy_(frequencies)

    def _word_embeddings(self) -> Tensor:
        if hasattr(self.encoder, "get_input_embeddings"):
            weight: Tensor = self.encoder.get_input_embeddings().weight  # type: ignore[operator]
            return weight
        plain: Tensor = self.encoder.embeddings.word_embeddings.weight  # type: ignore[union-attr,assignment]
        return plain
