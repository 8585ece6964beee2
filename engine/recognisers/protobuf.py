"""The fields of a protocol buffer, as far as model files need to be looked into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5
_LONGEST_BYTES = 1 << 20
_MOST_FIELDS = 500_000


def fields(stream: IO[bytes], size: int) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of each field, except numbers and contents that are too large.

    Args:
        stream: at the beginning of the message.
        size: of the message in bytes.

    Raises:
        ValueError: it is no protocol buffer, cut short, or of more fields than any model has.
    """
    for _ in range(_MOST_FIELDS):
        if stream.tell() >= size:
            return
        key = _number(stream)
        kind = key & 7
        if kind == _VARINT:
            _number(stream)
            continue
        length = _number(stream) if kind == _BYTES else {_FIXED_64: 8, _FIXED_32: 4}.get(kind)
        if length is None or stream.tell() + length > size:
            raise ValueError("no protocol buffer, or cut short")
        if length <= _LONGEST_BYTES:
            yield key >> 3, stream.read(length)
        else:
            stream.seek(length, 1)
    raise ValueError("too many fields")


def _number(stream: IO[bytes]) -> int:
    """Read a varint."""
    number = 0
    for shift in range(0, 70, 7):
        digit = stream.read(1)
        if not digit:
            raise ValueError("cut short")
        number |= (digit[0] & 0x7F) << shift
        if digit[0] < 0x80:
            return number
    raise ValueError("no number")
