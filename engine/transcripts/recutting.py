"""Cuts a rewritten text where the old one was cut: letters are what both have in common."""

from __future__ import annotations

import re

from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS

_WIDE = re.escape(WIDE_MARKS + WIDE_CLOSING)
_SIGNS_BEHIND = re.compile(rf"(?:[^\w\s]|_)*(?=\s|$)|[{_WIDE}]*")  # others stand inside a word


def letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def like(old: str, word: str) -> str:
    """Return the word with the white space around it that the old one had."""
    bare = old.strip()
    begin = old.index(bare)
    return old[:begin] + word + old[begin + len(bare) :]


def end_of_letters(text: str, begin: int, count: int) -> int:
    """Return the place behind the next `count` letters and the signs that end their word."""
    at = begin
    while count and at < len(text):
        count -= text[at].isalnum()
        at += 1
    behind = _SIGNS_BEHIND.match(text, at) if at > begin else None
    return behind.end() if behind else at
