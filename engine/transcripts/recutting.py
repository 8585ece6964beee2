"""Cuts a rewritten text where the old one was cut: letters are what both have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS

_WIDE = re.escape(WIDE_MARKS + WIDE_CLOSING)
_SIGNS_BEHIND = re.compile(rf"[^\w\s]*(?=\s|$)|[{_WIDE}]*")


def letters(text: str) -> str:
    """Return the letters and digits, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())


def recut(texts: Sequence[str], new_text: str) -> list[str]:
    """Cut a text anew where `texts`, which hold the same letters, were cut.

    Each piece has the white space of the old one around it; one without letters stays.
    """
    pieces = []
    begin = 0
    for old in texts:
        end = _end_of_letters(new_text, begin, len(letters(old)))
        pieces.append(like(old, new_text[begin:end].strip()) if end > begin else old)
        begin = end
    return pieces


def like(old: str, word: str) -> str:
    """Return the word with the white space around it that the old one had."""
    bare = old.strip()
    begin = old.index(bare)
    return old[:begin] + word + old[begin + len(bare) :]


def _end_of_letters(text: str, begin: int, count: int) -> int:
    """Return the place behind the next `count` letters and the signs that end their word."""
    at = begin
    while count and at < len(text):
        count -= text[at].isalnum()
        at += 1
    behind = _SIGNS_BEHIND.match(text, at) if at > begin else None
    return behind.end() if behind else at
