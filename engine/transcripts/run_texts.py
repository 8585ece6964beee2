"""Shares a rewritten line out among the stretches of one format that it was made of."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS

_ENDING = frozenset(WIDE_CLOSING + WIDE_MARKS)


def shared_out(texts: Sequence[str], new_text: str) -> list[str]:
    """Cut a text where `texts`, which hold the same letters in the same order, were cut.

    Signs behind a word stay with it; white space goes to the side on which it stood.
    """
    pieces: list[str] = []
    begin = 0
    last = max((at for at, text in enumerate(texts) if _letters(text)), default=0)
    for at, old in enumerate(texts):
        letters = _letters(old)
        end = len(new_text) if at == last else begin
        if letters and at < last:
            end = _behind(new_text, begin, letters, takes_space=old[-1:].isspace())
        pieces.append(new_text[begin:end])
        begin = end
    return pieces


def _behind(text: str, begin: int, letters: int, *, takes_space: bool) -> int:
    """Return the place behind so many letters and the signs that end their word."""
    at = begin
    while letters and at < len(text):
        letters -= text[at].isalnum()
        at += 1
    end = at
    while end < len(text) and not text[end].isalnum() and not text[end].isspace():
        end += 1
    if end < len(text) and text[end].isalnum():
        while at < end and text[at] in _ENDING:
            at += 1
        return at  # other signs stand inside a word that goes on
    while takes_space and end < len(text) and text[end].isspace():
        end += 1
    return end


def _letters(text: str) -> int:
    return sum(sign.isalnum() for sign in text)
