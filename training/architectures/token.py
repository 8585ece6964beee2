"""`token`: encoder, dropout, linear heads at the last sub-token of a word.

Ref: Behre et al. (2022), "Streaming Punctuation for Long-form Dictation with Transformers", §3.1.
"""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn
from transformers import AutoModel

from engine.punctuation.labels import Case, Mark


class TokenTagger(nn.Module):
    """Marks and cases from one encoder pass."""

    def __init__(self, encoder: nn.Module, width: int, dropout: float) -> None:
        """Args: encoder: any Hugging Face encoder; width: its hidden size."""
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, len(Mark) + len(Case))

    def forward(self, ids: Tensor, attention: Tensor) -> Tensor:
        """Return unnormalised scores, marks before cases.

        Shapes: ids, attention (windows, tokens) int64 → (windows, tokens, marks + cases) float32.
        """
        hidden = self.encoder(input_ids=ids, attention_mask=attention).last_hidden_state
        scores: Tensor = self.head(self.dropout(hidden))
        return scores.float()


def build_token_tagger(encoder_folder: Path, dropout: float) -> TokenTagger:
    """Load the encoder from a local folder and put fresh heads on it."""
    encoder = AutoModel.from_pretrained(
        encoder_folder,
        local_files_only=True,
        use_safetensors=True,
        add_pooling_layer=False,
        attn_implementation="sdpa",
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    return TokenTagger(encoder, encoder.config.hidden_size, dropout)
