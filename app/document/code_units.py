"""Text as Qt counts it: UTF-16 code units, so that a place is the same number on both sides."""

from __future__ import annotations

from array import array


def to_units(text: str) -> str:
    """Return a text with each sign beyond U+FFFF as its two surrogates."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    return "".join(map(chr, array("H", text.encode("utf-16-le", "surrogatepass"))))


def from_units(units: str) -> str:
    """Return the text that code units stand for."""
    if units.isascii():
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
