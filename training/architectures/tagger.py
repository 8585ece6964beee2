"""What all architectures have in common: tokens in, a row of label scores a token out."""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn

from engine.network.layout import PLAIN, Layout
from engine.network.torch_network import TimingEmbedding
from engine.punctuation.labels import PLAIN_MARKS, Case

STYLES = 2


class Tagger(nn.Module):
    """Base of the architectures: all that trainer, evaluation and export use.

    Attributes:
        marks: rows of the marks, five or six, before those of the cases.
        layout: how words become tokens, and where the labels are read.
        encoder: the pre-trained part that a stage may freeze.
        takes_phones: `forward` takes the phones of each token, (windows, tokens, phones) int64,
            as its fourth input.
        has_styles: two more columns of scores, read at the first token: written, spoken.
    """

    layout: Layout = PLAIN
    takes_phones: bool = False
    has_styles: bool = False

    def __init__(
        self, encoder: nn.Module, embedding_width: int, marks: int = len(PLAIN_MARKS)
    ) -> None:
        """Args: encoder: any Hugging Face encoder, or the engine's own for export."""
        super().__init__()
        self.marks = marks
        self.encoder = encoder
        self.timing = TimingEmbedding(embedding_width)

    @property
    def labels(self) -> int:
        return self.marks + len(Case)

    def hidden_states(self, ids: Tensor, attention: Tensor, timing: Tensor) -> tuple[Tensor, ...]:
        """Return a Hugging Face encoder's embeddings and the states after each layer."""
        found = self._encoded(ids, attention, self.timing(timing), output_hidden_states=True)
        states: tuple[Tensor, ...] = found.hidden_states
        return states

    def encode(self, ids: Tensor, attention: Tensor, timing: Tensor) -> Tensor:
        """Return the encoder's last states, (windows, tokens, width)."""
        beside = self.timing(timing)
        if not hasattr(self.encoder, "get_input_embeddings"):
            plain: Tensor = self.encoder(ids, attention, beside)
            return plain
        hidden: Tensor = self._encoded(ids, attention, beside).last_hidden_state
        return hidden

    def _encoded(self, ids: Tensor, attention: Tensor, beside: Tensor, **options: bool) -> Any:  # noqa: ANN401
        embedded = self.encoder.get_input_embeddings()(ids) + beside  # type: ignore[operator]
        return self.encoder(inputs_embeds=embedded, attention_mask=attention, **options)
