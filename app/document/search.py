"""Finding something in a text."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.document.text import to_units
from app.document.word_span import PackedSentence, WordSpan
from engine.text.scripts import LETTERS
from engine.text.units import heard_units

_LETTER = rf"[^\W{LETTERS}]"  # in a word between spaces; a Chinese character is a word of its own


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for, literally; "" matches nothing."""

    text: str
    minds_case: bool = False
    whole_words: bool = False

    def matches(self, units: str) -> Matches:
        """Find it in a text, in code units; 30 ms for a million of them."""
        wanted = to_units(self.text)
        if not wanted:
            return Matches(array("q"), 0)
        pattern = re.escape(wanted)
        if self.whole_words and re.match(_LETTER, wanted):
            pattern = f"(?<!{_LETTER}){pattern}"
        if self.whole_words and re.search(rf"{_LETTER}\Z", wanted):
            pattern = f"{pattern}(?!{_LETTER})"
        found = re.finditer(pattern, units, 0 if self.minds_case else re.IGNORECASE)
        return Matches(array("q", (one.start() for one in found)), len(wanted))


class Matches:
    """Matches of equal length in text order, as [start, end)."""

    def __init__(self, starts: array[int], length: int) -> None:
        self._starts, self._length = starts, length

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, rank: int) -> tuple[int, int]:
        return self._starts[rank], self._starts[rank] + self._length

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((start, start + self._length) for start in self._starts)

    def rank_of(self, start: int, end: int) -> int | None:
        """Return the index of a stretch among the matches, None if it is not one."""
        rank = bisect_left(self._starts, start)
        return rank if rank < len(self) and self[rank] == (start, end) else None

    def after(self, place: int) -> int | None:
        """Return the index of the first match at or after a place; wraps around."""
        return bisect_left(self._starts, place) % len(self) if self._starts else None

    def before(self, place: int) -> int | None:
        """Return the index of the last match before a place; wraps around."""
        return (bisect_left(self._starts, place) - 1) % len(self) if self._starts else None

    def between(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the matches that begin in [start, end), or reach into it."""
        first = bisect_left(self._starts, start - self._length + 1)
        return [self[rank] for rank in range(first, bisect_left(self._starts, end))]


def heard_places(units: str, words: Iterable[WordSpan], wanted: str) -> list[tuple[int, int]]:
    """Return where words stand as heard, in text order, as [start, end).

    Args:
        units: The text.
        words: The spoken words in it, which may be written differently from how they were said.
        wanted: The words to find.
    """
    here = [*heard_units(units)]
    starts = [start for _, start, _ in here]
    said: dict[int, tuple[list[str], int]] = {}  # by unit: what was said there, and the next unit
    recognised: dict[PackedSentence, list[str]] = {}
    for word in words:
        sentence = word.spoken.utterance
        if sentence not in recognised:
            recognised[sentence] = sentence.texts
        first, end = bisect_left(starts, word.start), bisect_left(starts, word.end)
        texts = [unit for unit, *_ in heard_units(recognised[sentence][word.spoken.index])]
        if first < end and texts != [unit for unit, *_ in here[first:end]]:
            said[first] = texts, end

    def end_of(at: int, rest: list[str]) -> int:
        """Return the index after the units matching `rest` from `at` on, 0 if they do not match."""
        if not rest:
            return at
        is_it = at < len(here) and here[at][0] == rest[0]
        if is_it and (end := end_of(at + 1, rest[1:])):
            return end
        texts, after = said.get(at, ([], at))
        return end_of(after, rest[len(texts) :]) if texts and rest[: len(texts)] == texts else 0

    units_wanted = [unit for unit, *_ in heard_units(wanted)]
    found = ((start, end_of(at, units_wanted)) for at, start in enumerate(starts))
    return [(start, here[end - 1][2]) for start, end in found if end and units_wanted]
