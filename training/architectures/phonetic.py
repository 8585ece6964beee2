"""`phonetic`: the encoder's states and the words' phones, an LSTM in both directions, two tasks.

Ref: Li et al. (2023), "PunCantonese: A Benchmark Corpus for Low-Resource Cantonese Punctuation
Restoration from Speech Transcripts", §3.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.architectures.sizes import PhoneticSizes
from training.architectures.tagger import STYLES, Tagger


class PhoneticTagger(Tagger):
    """Marks, cases and, at the first token, the style: written or spoken."""

    def __init__(  # noqa: PLR0913  it is made of just these
        self,
        encoder: nn.Module,
        width: int,
        dropout: float,
        sizes: PhoneticSizes,
        *,
        marks: int,
        phones: int,
        sounds: Tensor | None = None,
    ) -> None:
        """Put an LSTM on an encoder.

        Args:
            phones: how many there are, 0 for none.
            sounds: (tokens, places) int64, phones of each token, if they depend on it alone.
        """
        super().__init__(encoder, width, marks)
        self.sounds: Tensor | None
        self.register_buffer("sounds", sounds)
        self.takes_phones = phones > 0 and sounds is None
        self.has_styles = sizes.style
        self.phones = nn.Embedding(phones + 1, width, padding_idx=0) if phones else None
        hidden = sizes.hidden or width
        self.forward_lstm = nn.LSTM(width, hidden, batch_first=True)
        self.backward_lstm = nn.LSTM(width, hidden, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(2 * hidden, self.labels + (STYLES if sizes.style else 0))

    def forward(
        self, ids: Tensor, attention: Tensor, timing: Tensor, phones: Tensor | None = None
    ) -> Tensor:
        """Return unnormalised scores: marks, cases and, at the first token, styles.

        Shapes: as in `TokenTagger`; phones (windows, tokens, phones) int64, 0 for none.
        """
        states = self.encode(ids, attention, timing)
        phones = phones if self.sounds is None else self.sounds[ids]
        if self.phones is not None and phones is not None:
            states = states + self.phones(phones).sum(dim=-2)
        ahead, _ = self.forward_lstm(states)
        order = _backwards(attention)
        after, _ = self.backward_lstm(_reordered(states, order))
        both = torch.cat([ahead, _reordered(after, order)], dim=-1)
        scores: Tensor = self.head(self.dropout(both))
        return scores.float()


def _backwards(attention: Tensor) -> Tensor:
    """Return places (windows, tokens) that reverse each window; padding stays."""
    places = torch.arange(attention.shape[1], device=attention.device)[None]
    turned = attention.sum(dim=1, keepdim=True) - 1 - places
    return torch.where(turned >= 0, turned, places)


def _reordered(states: Tensor, order: Tensor) -> Tensor:
    return states.gather(1, order[..., None].expand(-1, -1, states.shape[-1]))
