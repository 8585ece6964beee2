"""The word count of a text, without recounting it at every keystroke."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from app.document.document import Committed, Document, Edited, MarkChanged, Replaced
from app.document.edit import Edit
from engine.text.scripts import CJK, LETTERS

_LETTER = rf"[^\W{LETTERS}]"
_BEYOND = "[\ud840-\ud8bf]"  # the first half of a Chinese character beyond U+FFFF
_IN_NUMBER, _MARK = r"(?<=\d[.,:])(?=\d)", "[\u0300-\u036f]"
_REACH = 2  # code units needed to tell whether a word begins


@dataclass(frozen=True, slots=True)
class WordCount:
    """Words between spaces, and characters of scripts without spaces."""

    words: int = 0
    characters: int = 0

    @property
    def total(self) -> int:
        return self.words + self.characters

    @property
    def is_of_characters(self) -> bool:
        """Whether people count characters in such a text."""
        return self.characters > self.words


def count_words(units: str, first: int = 0) -> WordCount:
    """Count the words that begin at or after a place of a text in code units."""
    if first >= len(units):
        return WordCount()
    begin, character = _patterns()
    return WordCount(len(begin.findall(units, first)), len(character.findall(units, first)))


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a word's beginning and of a character; an empty page needs neither."""
    begin = rf"(?<!{_LETTER})(?<!{_LETTER}['’-])(?<!{_MARK})(?!{_IN_NUMBER}){_LETTER}"
    return re.compile(begin), re.compile(f"{CJK}|{_BEYOND}")


class DocumentWordCount:
    """Counts a document's words; after a change only its surroundings are read.

    Attributes:
        now: Count of the whole text.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.now = count_words(document.units)
        document.observe(Committed, lambda event: self._follow_committed(event.edits))
        document.observe(MarkChanged, lambda event: self._follow(event.edit))
        document.observe(Edited, lambda event: self._follow(event.edit))
        document.observe(Replaced, lambda _: self._count_anew())

    def _count_anew(self) -> None:
        self.now = count_words(self._document.units)

    def _follow_committed(self, edits: tuple[Edit, ...]) -> None:
        """Count the sentences together: each was inserted directly after the one before."""
        if edits:
            first, added = edits[0], "".join(edit.added for edit in edits)
            self._follow(Edit(first.place, first.removed, added))

    def _follow(self, edit: Edit) -> None:
        units, end = self._document.units, edit.place + len(edit.added)
        before = units[max(0, edit.place - _REACH) : edit.place]
        after = units[end : end + _REACH]
        was = count_words(before + edit.removed + after, len(before))
        came = count_words(before + edit.added + after, len(before))
        self.now = WordCount(
            self.now.words + came.words - was.words,
            self.now.characters + came.characters - was.characters,
        )
