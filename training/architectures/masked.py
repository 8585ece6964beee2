"""A masked language model: what an encoder learns from text that nobody has marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoConfig, AutoModelForMaskedLM

from training.architectures.tagger import Tagger
from training.data.spoken_form import IGNORE

_WEIGHTS = "model.safetensors"
_OPTIONS = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}


class MaskedLanguageModel(Tagger):
    """An encoder with its own masked-language head, read at the hidden tokens only."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401  a Hugging Face model
        """Args: model: a BERT-like or RoBERTa-like model for masked language.

        Raises:
            ValueError: it is one of another kind.
        """
        head: nn.Module | None = getattr(model, "cls", getattr(model, "lm_head", None))
        if head is None:
            raise ValueError(f"a {model.config.model_type} encoder has no head that is known here")
        super().__init__(model.base_model, model.config.hidden_size)
        self.head = head
        self._whole = [model]  # in a list: its weights are already counted above

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor, wanted: Tensor) -> Tensor:
        """Return the mean loss of the hidden tokens.

        Shapes: ids, attention, wanted (windows, tokens) int64, -100 where nothing is wanted;
        timing (windows, tokens, 6) float32.
        """
        return hidden_words_loss(self.head, self.encode(ids, attention, timing), wanted)

    def save(self, folder: Path) -> None:
        """Write config and weights as Hugging Face reads them."""
        self._whole[0].save_pretrained(folder)


def hidden_words_loss(tell: Callable[[Tensor], Tensor], states: Tensor, wanted: Tensor) -> Tensor:
    """Return the mean loss of the hidden tokens; zero, not NaN, where there are none.

    Args:
        tell: gives scores (tokens, vocabulary) of states (tokens, width).
        states: (windows, tokens, width).
        wanted: (windows, tokens) int64, -100 where nothing is hidden.
    """
    is_wanted = wanted != IGNORE
    scores = tell(states[is_wanted]).float()
    losses = functional.cross_entropy(scores, wanted[is_wanted], reduction="sum")
    return losses / is_wanted.sum().clamp(min=1)


def load_masked_language_model(folder: Path) -> MaskedLanguageModel:
    """Load an encoder, or make one with random weights where the folder has a config only.

    Raises:
        ValueError: there is no masked-language model of its kind.
    """
    config = AutoConfig.from_pretrained(folder, local_files_only=True)
    own = {name: getattr(config, name) for name in _OPTIONS if hasattr(config, name)}
    for name in own:
        setattr(config, name, _OPTIONS[name])
    if (folder / _WEIGHTS).is_file():
        model = AutoModelForMaskedLM.from_pretrained(
            folder, config=config, local_files_only=True, use_safetensors=True
        )
    else:
        model = AutoModelForMaskedLM.from_config(config)
    return MaskedLanguageModel(model)
