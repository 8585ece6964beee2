"""Spaces between the units of a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING, is_cjk
from engine.text.units import split_units

_CURLY = "“”‘’…"  # used in both scripts
_WIDE_SIGNS = frozenset(WIDE_CLOSING + WIDE_MARKS + WIDE_OPENING) - frozenset(_CURLY)
_FULL_WIDTH = ("\uff10", "\uff5a")  # digits and Latin letters of full width


def gap(before: str, after: str, between_scripts: str = " ") -> str:
    """Return what separates two units of a text, each with its mark.

    Nothing between CJK characters and beside full-width marks, a space between words,
    `between_scripts` between a CJK character and a word.
    """
    if not before or not after or not _parts(before[-1]) or not _parts(after[0]):
        return ""
    if before.isascii() and after.isascii():
        return " "
    left, right = is_cjk(before), is_cjk(after)
    if left and right:
        return "" if _is_letter(before[-1]) else " "
    if not left and not right:
        return " "
    word = after[0] if left else before[-1]
    if _FULL_WIDTH[0] <= word <= _FULL_WIDTH[1]:
        return ""
    return between_scripts if _is_letter(before[-1]) else " "


def gaps(units: Sequence[str], between_scripts: str = " ") -> Iterator[str]:
    """Yield the gap before each unit; nothing before the first one or before empty ones."""
    before = ""
    for unit in units:
        yield gap(before, unit, between_scripts)
        before = unit or before


def joined(units: Sequence[str], between_scripts: str = " ") -> str:
    """Return the text of some units; for words between spaces, it is `" ".join`."""
    pairs = zip(gaps(units, between_scripts), units, strict=True)
    return "".join(space + unit for space, unit in pairs)


def joined_texts(texts: Iterable[str], between_scripts: str = " ") -> str:
    """Join texts of any length, with the right gaps between them."""
    whole = last = ""
    for text in texts:
        units = split_units(text)
        whole += (gap(last, units[0], between_scripts) if units else " " * bool(whole)) + text
        last = units[-1] if units else last
    return whole


def _parts(sign: str) -> bool:
    """Whether a space may go beside a sign: not beside white space or full-width signs."""
    return sign not in _WIDE_SIGNS and not sign.isspace()


def _is_letter(sign: str) -> bool:
    """False for half-width marks and brackets, which a space follows in any script."""
    return sign not in ".,;:?!)]}\"'"
