"""The backend for machines with a GPU: float weights with torch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from engine.errors import ModelFormatError
from engine.network.backend import FloatArray, IntArray
from engine.network.torch_network import EncoderShape, TaggerNetwork


def load_tagger(weights: Path, shape: EncoderShape, labels: int) -> TaggerNetwork:
    """Return a network with the float weights in a file.

    Raises:
        ModelFormatError: the weights are missing or do not fit the shape.
    """
    try:
        tensors = load_file(weights)
        _check_number(tensors, shape)
        network = TaggerNetwork(shape, labels)
        network.load_state_dict({name: value.float() for name, value in tensors.items()})
    except Exception as error:  # two libraries without a common error class
        raise ModelFormatError(weights, "the float weights do not fit") from error
    return network


def _check_number(tensors: Mapping[str, Tensor], shape: EncoderShape) -> None:
    """Check the number of weights before building a network of that size."""
    rows = shape.vocabulary + shape.positions + shape.token_types
    layer = 4 * shape.width + 2 * shape.inner_width
    needed = shape.width * (rows + shape.layers * layer)  # for the matrices alone
    if sum(value.numel() for value in tensors.values()) < needed:
        raise ValueError("too few weights")


class TorchBackend:
    """Runs `model.safetensors` on one device."""

    has_failed = False

    def __init__(self, weights: Path, shape: EncoderShape, labels: int, device: str) -> None:
        """Args: labels: Number of marks and cases; device: For example `cuda` or `cpu`.

        Raises:
            ModelFormatError: the weights are missing or do not fit the shape.
        """
        network = load_tagger(weights, shape, labels)
        self._device = torch.device(device)
        self._takes_timing = shape.timing
        self._network = network.to(self._device).eval()

    @property
    def description(self) -> str:
        on_gpu = self._device.type == "cuda"
        name = torch.cuda.get_device_name(self._device) if on_gpu else "CPU"
        return f"torch {torch.__version__}, {name}"

    @property
    def takes_timing(self) -> bool:
        return self._takes_timing

    @torch.inference_mode()
    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        inputs = [ids, attention] if timing is None else [ids, attention, timing]
        scores = self._network(*(torch.from_numpy(array).to(self._device) for array in inputs))
        return np.asarray(scores.float().cpu().numpy(), dtype=np.float32)


def gpu_is_present() -> bool:
    return torch.cuda.is_available()
