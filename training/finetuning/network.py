"""The network of a bundle in memory: its float weights, and the engine's own path to run it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from engine.build import LanguageModel
from engine.errors import ModelFormatError
from engine.messages import Message
from engine.network.backend import FloatArray, IntArray
from engine.network.bundle import Bundle
from engine.network.scorer import Scorer
from engine.network.tokenizer import WordTokenizer
from engine.network.torch_backend import load_tagger
from engine.network.torch_network import EncoderShape, TaggerNetwork

Weights = Mapping[str, Tensor]


def load_network(bundle: Bundle) -> TaggerNetwork:
    """Return the bundle's network with its float weights, ready to learn.

    Raises:
        ModelFormatError: it has none, or they do not match the encoder's sizes.
    """
    if bundle.float_weights is None:
        raise ModelFormatError(bundle.folder, "it was made for use only and cannot be trained")
    try:
        shape = EncoderShape(**bundle.encoder)
    except TypeError as error:
        raise ModelFormatError(
            bundle.folder, Message("wrong encoder sizes: {detail}", detail=error)
        ) from error
    return load_tagger(bundle.float_weights, shape, bundle.labels)


def copy_of(network: TaggerNetwork) -> dict[str, Tensor]:
    return {name: value.detach().clone() for name, value in network.state_dict().items()}


def between(old: Weights, new: Weights, share: float) -> dict[str, Tensor]:
    """Return weights on the line from old (0) to new (1).

    Ref: Wortsman et al. (2022), "Robust fine-tuning of zero-shot models", §3.
    """
    return {name: torch.lerp(value, new[name], share) for name, value in old.items()}


def as_language_model(bundle: Bundle, network: TaggerNetwork) -> LanguageModel:
    """Return the network in the engine's data path, with the bundle's committer and lexicon."""
    backend = NetworkBackend(network)
    tokenizer = WordTokenizer(bundle.tokenizer)
    scorer = Scorer(tokenizer, backend, bundle.layout, bundle.labels)
    return LanguageModel(bundle, scorer, backend)


class NetworkBackend:
    """Runs a network that is being trained; a `Backend`."""

    has_failed = False

    def __init__(self, network: TaggerNetwork) -> None:
        self._network = network

    @property
    def description(self) -> str:
        return f"torch {torch.__version__}, in training"

    @property
    def takes_timing(self) -> bool:
        return self._network.timing is not None

    @torch.inference_mode()
    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        """Return unnormalised scores; see `Backend.run`."""
        self._network.eval()
        arrays = [ids, attention] if timing is None else [ids, attention, timing]
        scores: Tensor = self._network(*map(torch.from_numpy, arrays))
        return np.asarray(scores.float().numpy(), dtype=np.float32)
