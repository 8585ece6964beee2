"""Labels: the mark after a word and the case of the word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum

_LETTERS = re.compile(r"[^\W\d_]", re.UNICODE)


class Mark(IntEnum):
    """The mark after a word; the value is its row in the model's output."""

    NONE = 0
    COMMA = 1
    PERIOD = 2
    QUESTION = 3
    EXCLAMATION = 4
    ENUMERATION = 5

    @property
    def text(self) -> str:
        return ("", ",", ".", "?", "!", "、")[self]

    @property
    def wide_text(self) -> str:
        """The mark as written in Chinese."""
        return ("", "，", "。", "？", "！", "、")[self]

    @property
    def ends_sentence(self) -> bool:
        return Mark.PERIOD <= self <= Mark.EXCLAMATION


# mark rows of a model for languages without an enumeration comma
PLAIN_MARKS = tuple(Mark)[: Mark.ENUMERATION]
SENTENCE_ROWS = slice(int(Mark.PERIOD), int(Mark.EXCLAMATION) + 1)


class Case(IntEnum):
    """The case of a word within a sentence.

    The first word of a sentence is capitalised because of its place, not its label, so a boundary
    that moves never leaves a capital behind.
    """

    LOWER = 0
    CAPITALISED = 1
    UPPER = 2
    MIXED = 3


# a score row starts with five or six mark rows, then those of the cases
MARK_COLUMNS = slice(None, -len(Case))
CASE_COLUMNS = slice(-len(Case), None)


def sentence_spans(marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence; the last may lack its mark."""
    first = 0
    for end, mark in enumerate(marks, start=1):
        if mark.ends_sentence or end == len(marks):
            yield first, end
            first = end


def inner_rows(marks: int) -> list[int]:
    """Return the rows of the marks that do not end a sentence."""
    return [int(mark) for mark in list(Mark)[:marks] if not mark.ends_sentence]


def stronger(one: int, other: int) -> int:
    """Return the mark that wins if two meet in one gap."""
    return max(one, other, key=(0, 2, 3, 4, 5, 1).__getitem__)


def case_of(word: str) -> Case:
    """Return the case of a written word, ignoring digits and signs."""
    letters = "".join(_LETTERS.findall(word))
    if not letters or letters == letters.lower():
        return Case.LOWER
    if len(letters) > 1 and letters == letters.upper():
        return Case.UPPER
    if letters[0].isupper() and letters[1:] == letters[1:].lower():
        return Case.CAPITALISED
    return Case.MIXED


def capitalised(word: str) -> str:
    found = _LETTERS.search(word)
    if found is None or (found.start() > 0 and word[found.start() - 1].isdigit()):
        return word
    at = found.start()
    return word[:at] + word[at].upper() + word[at + 1 :]
