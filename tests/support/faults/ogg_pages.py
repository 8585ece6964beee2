"""Correct checksums for Ogg pages, or a decoder would skip what was changed (RFC 3533, 6)."""

from __future__ import annotations

_CAPTURE = b"OggS"
_CHECKSUM = slice(22, 26)
_SEGMENTS = 26  # where their number is; their lengths follow
_POLYNOMIAL = 0x04C11DB7


def _entry(byte: int) -> int:
    value = byte << 24
    for _ in range(8):
        value = ((value << 1) ^ (_POLYNOMIAL if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value


_TABLE = [_entry(byte) for byte in range(256)]


def with_checksums(content: bytes) -> bytes:
    """Return the content with a correct checksum in each page."""
    changed = bytearray(content)
    begin = changed.find(_CAPTURE)
    while 0 <= begin < len(changed) - _SEGMENTS:
        lengths = begin + _SEGMENTS + 1
        body = lengths + changed[begin + _SEGMENTS]
        end = body + sum(changed[lengths:body])
        changed[begin:end] = _with_checksum(changed[begin:end])
        begin = changed.find(_CAPTURE, begin + 1)
    return bytes(changed)


def _with_checksum(page: bytearray) -> bytearray:
    page[_CHECKSUM] = bytes(4)
    value = 0
    for byte in page:
        value = ((value << 8) & 0xFFFFFFFF) ^ _TABLE[(value >> 24) ^ byte]
    page[_CHECKSUM] = value.to_bytes(4, "little")
    return page
