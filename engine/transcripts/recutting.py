"""Splits a changed text where the old one was split, going by the letters both have."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS
from engine.transcripts.passages import Change

_WIDE = re.escape(WIDE_MARKS + WIDE_CLOSING)
_MARKS_AFTER = re.compile(rf"(?:[^\w\s]|_)*(?=\s|$)|[{_WIDE}]*")  # others are within a word


def letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def like(old: str, word: str) -> str:
    """Return the word with the white space that the old one had around it."""
    bare = old.strip()
    begin = old.index(bare)
    return old[:begin] + word + old[begin + len(bare) :]


class LetterCounts:
    """Tells where letters of a text are after changes, counted in letters.

    Marks and capitals move nothing; a word that is rewritten moves everything after it.
    """

    def __init__(self, texts: Iterable[tuple[str, Sequence[Change]]]) -> None:
        """Args: texts: Consecutive texts, each with its changes."""
        self._moves: list[tuple[int, int, int, int]] = []  # old start and end, new start and end
        before = shift = 0
        for text, changes in texts:
            at = 0
            for change in changes:
                old, new = len(letters(text[change.start : change.end])), len(letters(change.new))
                if old == new:
                    continue
                before += len(letters(text[at : change.start]))
                begin = before + shift
                self._moves.append((before, before + old, begin, begin + new))
                before, shift, at = before + old, shift + new - old, change.end
            before += len(letters(text[at:]))

    def now(self, count: int) -> int:
        """Return how many letters there are now where there were `count`, including insertions."""
        at = bisect_left(self._moves, count + 1, key=lambda move: move[0]) - 1
        if not count or at < 0:
            return count
        before, after, begin, end = self._moves[at]
        if count >= after:
            return end + count - after
        return min(begin + count - before, end)


def end_of_letters(text: str, begin: int, count: int) -> int:
    """Return the place after the next `count` letters and the signs that end their word."""
    at = begin
    while count and at < len(text):
        count -= text[at].isalnum()
        at += 1
    after = _MARKS_AFTER.match(text, at) if at > begin else None
    return after.end() if after else at
