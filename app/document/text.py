"""Text in UTF-16 code units, as Qt counts, and spacing of dictated text within other text."""

from __future__ import annotations

import re
from array import array

import numpy as np
import numpy.typing as npt

from engine.text.spacing import gap

_OPENING = "([{“‘«「『（【《"
_CLOSING = ".,;:!?)]}”’»…、。，；：！？）】》」』"
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_BEYOND = re.compile("[\U00010000-\U0010ffff]")  # becomes a surrogate pair

Places = npt.NDArray[np.int64]


def to_units(text: str) -> str:
    """Return a text with each character beyond U+FFFF as its two surrogates."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    return "".join(map(chr, array("H", text.encode("utf-16-le", "surrogatepass"))))


def from_units(units: str) -> str:
    if units.isascii():
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def in_characters(units: str, places: Places) -> Places:
    """Convert places in code units to places in characters."""
    pairs = [] if units.isascii() else [pair.end() for pair in _PAIR.finditer(units)]
    return places - np.searchsorted(pairs, places, "right") if pairs else places


def in_units(text: str, places: Places) -> Places:
    """Convert places in characters to places in code units."""
    pairs = [] if text.isascii() else [sign.start() for sign in _BEYOND.finditer(text)]
    return places + np.searchsorted(pairs, places, "left") if pairs else places


def joined(before: str, text: str, after: str) -> str:
    """Return a text with the spaces it needs between two others.

    Args:
        before: The last characters before the place, "" at the start of the text.
        text: What is inserted.
        after: The first characters after the place, "" at the end of the text.
    """
    if not text:
        return ""
    left = " " if needs_space(before[-1:], text[0]) and not _opens_quote(before) else ""
    is_closed = after[:1] in _CLOSING or _closes_quote(after)
    right = " " if needs_space(text[-1], after[:1]) and not is_closed else ""
    return left + text + right


def paragraph_around(units: str, place: int, most: int) -> tuple[str, str]:
    """Return at most `most` code units on either side of a place, within its paragraph."""
    first, last = max(0, place - most), place + most
    begin = max(first, units.rfind("\n", first, place) + 1)
    end = units.find("\n", place, last)
    return units[begin:place], units[place : last if end < 0 else end]


def needs_space(one: str, other: str) -> bool:
    """Whether two characters, either of which may be missing, need a space between them."""
    if not one or not other or one.isspace() or other.isspace():
        return False
    return one not in _OPENING and gap(one, other, between_scripts="") != ""


def _opens_quote(before: str) -> bool:
    """Whether a text ends with a straight quotation mark that opens."""
    ahead = before[-2:-1]
    return before[-1:] in {'"', "'"} and (not ahead or ahead.isspace() or ahead in _OPENING)


def _closes_quote(after: str) -> bool:
    """Whether a text begins with a straight quotation mark that closes."""
    following = after[1:2]
    is_end = not following or following.isspace() or following in _CLOSING
    return after[:1] in {'"', "'"} and is_end
