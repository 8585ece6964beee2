"""Reads the fields of protocol buffers, enough to look into model files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5
_LONGEST_BYTES = 1 << 20
_MOST_FIELDS = 500_000


def fields(stream: IO[bytes], size: int, within: Sequence[int] = ()) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of each field, skipping numbers and oversized contents.

    Args:
        stream: At the start of the message.
        size: Size of the message in bytes.
        within: Path of field numbers to a nested message, of any size, whose fields to yield.

    Raises:
        ValueError: it is not a protocol buffer, is truncated, or has more fields than any model.
    """
    end = stream.tell() + size
    for _ in range(_MOST_FIELDS):
        if stream.tell() >= end:
            return
        key = _number(stream)
        kind, number = key & 7, key >> 3
        if kind == _VARINT:
            _number(stream)
            continue
        length = _number(stream) if kind == _BYTES else {_FIXED_64: 8, _FIXED_32: 4}.get(kind)
        if length is None or stream.tell() + length > end:
            raise ValueError("no protocol buffer, or cut short")
        after = stream.tell() + length
        if within and number == within[0] and kind == _BYTES:
            yield from fields(stream, length, within[1:])
        elif not within and length <= _LONGEST_BYTES:
            yield number, stream.read(length)
        stream.seek(after)
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
