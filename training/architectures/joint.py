"""A `token` tagger that learns more than its labels: hidden words, and labels at half its depth.

Ref: Zhou et al. (2020), "BERT Loses Patience: Fast and Robust Inference with Early Exit", also
read labels at inner layers. Here the lower half becomes a network of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from torch import Tensor, nn
from torch.nn import functional

from training.architectures.growing import layer_of
from training.architectures.tagger import Tagger
from training.architectures.window import VocabularyHead
from training.data.spoken_form import IGNORE

BESIDE = "beside."  # weights used in training only: no bundle has them


class JointScores(NamedTuple):
    """Scores as `TokenTagger` returns them, of all layers and of half; the loss of hidden words."""

    full: Tensor
    half: Tensor
    hidden_words: Tensor


class _Beside(nn.Module):
    def __init__(self, width: int, labels: int, vocabulary: int) -> None:
        super().__init__()
        self.half_depth = nn.Linear(width, labels)
        self.hidden_words = VocabularyHead(width, vocabulary, 1e-12)


class JointTagger(Tagger):
    """Marks and cases from one encoder pass, as `TokenTagger`, and in training the rest."""

    def __init__(
        self, encoder: nn.Module, width: int, dropout: float, marks: int, *, vocabulary: int
    ) -> None:
        super().__init__(encoder, width, marks)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, self.labels)
        self.beside = _Beside(width, self.labels, vocabulary)

    def forward(
        self, ids: Tensor, attention: Tensor, timing: Tensor, wanted: Tensor | None = None
    ) -> Tensor | JointScores:
        """Return unnormalised scores, marks before cases; in training the rest, too.

        Shapes: ids, attention, wanted (windows, tokens) int64, the last -100 where nothing is
        hidden; timing (windows, tokens, 6) float32 → (windows, tokens, marks + cases) float32.
        """
        states = self.hidden_states(ids, attention, timing)
        full: Tensor = self.head(self.dropout(states[-1])).float()
        if not self.training or wanted is None:
            return full
        half = self.beside.half_depth(self.dropout(states[len(states) // 2])).float()
        matrix = self.encoder.get_input_embeddings().weight  # type: ignore[operator]
        tell = partial(self.beside.hidden_words, embeddings=matrix)
        return JointScores(full, half, _hidden_words_loss(tell, states[-1], wanted))


def without_beside(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of a tagger without what it learns beside its labels."""
    return {name: value for name, value in weights.items() if not name.startswith(BESIDE)}


def half_depth(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the lower half of the layers with its own head.

    Raises:
        ValueError: none has.
    """
    heads = {
        name: f"{BESIDE}half_depth.{name.split('.')[1]}" for name in ("head.weight", "head.bias")
    }
    if not weights.keys() >= set(heads.values()):
        raise ValueError("the network has no head at half its depth")
    layers = 1 + max(layer for layer in map(layer_of, weights) if layer is not None)
    lower = {n: v for n, v in weights.items() if (layer_of(n) or 0) < layers // 2}
    return without_beside(lower | {name: weights[source] for name, source in heads.items()})


def _hidden_words_loss(tell: Callable[[Tensor], Tensor], states: Tensor, wanted: Tensor) -> Tensor:
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
