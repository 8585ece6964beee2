"""Halves the Whisper model of a bundle: its matrices as the integers that they are loaded as.

CTranslate2 quantises a model when it is loaded onto a processor, where Fermata asks for int8. Doing
the same beforehand changes no score (its rounding is the same), saves 36 MB in a bundle, and the
model loads sooner.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np

_VERSION = 6  # of the file's form: `ctranslate2/specs/model_spec.py` writes it
_KINDS = (np.float32, np.int8, np.int16, np.int32, np.float16)  # by their numbers in the file
_FLOAT32, _FLOAT16 = 0, 4


class _Reader:
    """Takes one value after another from the bytes of a model."""

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def number(self, form: str) -> int:
        (value,) = struct.unpack_from(form, self._content, self._at)
        self._at += struct.calcsize(form)
        return int(value)

    def text(self) -> str:
        length = self.number("<H")  # with a zero behind
        self._at += length
        return self._content[self._at - length : self._at - 1].decode()

    def array(self) -> np.ndarray[Any, Any]:
        shape = [self.number("<I") for _ in range(self.number("<B"))]
        kind, size = _KINDS[self.number("<B")], self.number("<I")
        self._at += size
        return np.frombuffer(self._content[self._at - size : self._at], kind).reshape(shape)


def quantise(source: Path, target: Path) -> None:
    """Write a model whose matrices are int8 with a scale a row.

    Raises:
        ValueError: the file is of a form that is not known here.
    """
    reader = _Reader(source.read_bytes())
    if (version := reader.number("<I")) != _VERSION:
        raise ValueError(f"{source}: form {version}")
    name, revision = reader.text(), reader.number("<I")
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    for _ in range(reader.number("<I")):
        key = reader.text()
        arrays |= _quantised(key, reader.array())
    aliases = [(reader.text(), reader.text()) for _ in range(reader.number("<I"))]
    parts = [struct.pack("<I", version), _text(name), struct.pack("<II", revision, len(arrays))]
    for key, values in sorted(arrays.items()):
        parts += [_text(key), struct.pack(f"<B{values.ndim}I", values.ndim, *values.shape)]
        kind = _KINDS.index(values.dtype.type)
        parts += [struct.pack("<BI", kind, values.nbytes), values.tobytes()]
    parts.append(struct.pack("<I", len(aliases)))
    parts += [_text(one) for pair in aliases for one in pair]
    target.write_bytes(b"".join(parts))


def _quantised(key: str, values: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """Return what stands in place of an array; convolutions and norms stay as they are."""
    is_matrix = key.endswith("/weight") and values.ndim == 2
    if not is_matrix or values.dtype not in (_KINDS[_FLOAT32], _KINDS[_FLOAT16]):
        return {key: values}
    weights = values.astype(np.float32)
    largest = np.abs(weights).max(axis=1)
    scale = (127.0 / np.where(largest == 0, 127.0, largest)).astype(np.float32)
    return {key: np.rint(weights * scale[:, None]).astype(np.int8), f"{key}_scale": scale}


def _text(text: str) -> bytes:
    return struct.pack("<H", len(text) + 1) + text.encode() + b"\0"
