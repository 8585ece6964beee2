"""A clause of English words, and ways to write parts of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.formatting.english_numerals import Amount, word_at
from engine.settings import NumberStyle

BEFORE_NUMBER: Final = frozenset(
    [
        "page",
        "chapter",
        "figure",
        "section",
        "article",
        "exhibit",
        "room",
        "flight",
        "boeing",
        "gate",
        "verse",
        "volume",
        "version",
        "channel",
        "highway",
        "route",
        "interstate",
        "apartment",
        "paragraph",
        "clause",
        "psalm",
    ]
)


NUMBERED_MANY: Final = frozenset([
    "pages", "chapters", "figures", "sections", "articles", "exhibits", "rooms", "verses",
    "volumes", "paragraphs", "clauses", "questions", "steps", "lines", "exercises", "items",
    "acts", "episodes",
])  # fmt: skip


ERAS: Final = {"b c": "BC", "a d": "AD", "b c e": "BCE", "bc": "BC", "bce": "BCE", "ce": "CE"}


COUNTED: Final = frozenset(
    [
        "second",
        "seconds",
        "minute",
        "minutes",
        "hour",
        "hours",
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "people",
        "times",
        "percent",
        "dollars",
        "euros",
        "pounds",
        "miles",
        "feet",
        "kids",
        "men",
        "women",
        "students",
        "pages",
        "points",
    ]
)


@dataclass(frozen=True, slots=True)
class Figures:
    """How to write words `first` up to `end` of a clause.

    Attributes:
        is_sure: Written this way whatever is beside it.
        amount: The number it says; one joined to a sure one by "to" or "or" is sure, too.
        is_word: A word that is spelled out, not a number.
    """

    first: int
    end: int
    text: str
    is_sure: bool = True
    amount: Amount | None = None
    is_word: bool = False


Rule = Callable[["Clause", int], Figures | None]


@dataclass(frozen=True, slots=True)
class Clause:
    """Lower-case words between two marks."""

    words: Sequence[str]
    style: NumberStyle
    is_alone: bool

    def is_all(self, first: int, end: int) -> bool:
        """Whether this is all that was said: alone, what is ambiguous in a sentence is clear."""
        return self.is_alone and first == 0 and end == len(self.words)

    def at(self, place: int) -> str:
        return word_at(self.words, place)

    def has(self, place: int, phrase: tuple[str, ...]) -> bool:
        return tuple(self.words[place : place + len(phrase)]) == phrase

    def ends_at(self, place: int) -> bool:
        return place >= len(self.words)


def kept(first: int, end: int) -> Figures:
    return Figures(first, end, "", is_sure=False)
