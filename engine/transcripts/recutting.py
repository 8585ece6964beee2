"""Cuts a rewritten text where the old one was cut: letters are what both have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS

_WIDE = re.escape(WIDE_MARKS + WIDE_CLOSING)
_SIGNS_BEHIND = re.compile(rf"(?:[^\w\s]|_)*(?=\s|$)|[{_WIDE}]*")  # others stand inside a word


def letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def recut(texts: Sequence[str], new_text: str) -> list[str]:
    """Cut a text anew where `texts`, which hold the same letters, were cut.

    Each piece has the white space of the old one around it; one without letters stays.
    """
    pieces = []
    begin = 0
    for old in texts:
        end = end_of_letters(new_text, begin, len(letters(old)))
        pieces.append(like(old, new_text[begin:end].strip()) if end > begin else old)
        begin = end
    return pieces


def shared_out(texts: Sequence[str], new_text: str) -> list[str]:
    """As `recut`, but nothing of the new text is lost: white space goes to the side it was on."""
    pieces: list[str] = []
    begin = 0
    counts = [len(letters(old)) for old in texts]
    last = max((at for at, count in enumerate(counts) if count), default=0)
    for at, (old, count) in enumerate(zip(texts, counts, strict=True)):
        end = len(new_text) if at == last else begin
        if count and at < last:
            end = end_of_letters(new_text, begin, count)
            while old[-1:].isspace() and new_text[end : end + 1].isspace():
                end += 1
        pieces.append(new_text[begin:end])
        begin = end
    return pieces


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
