"""Aligns the words of two texts, and maps words to the units of a text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Protocol, TypeVar

_GRAM = 3
_LARGEST_GAP = 250_000  # words on one side times words on the other, to compare them one by one

Spans = Sequence[tuple[int, int]]


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


_Word = TypeVar("_Word", bound=_Placed)


def words_of(units: Spans, words: Iterable[_Word]) -> list[_Word | None]:
    """Return the word in each unit of a text; both in text order."""
    found: list[_Word | None] = [None] * len(units)
    at = 0
    for word in words:
        while at < len(units) and units[at][1] <= word.start:
            at += 1
        after = at
        while after < len(units) and units[after][0] < word.end:
            found[after] = found[after] or word
            after += 1
    return found


def key(unit: str) -> str:
    """Return a word without marks and capitals, for comparison."""
    return "".join(sign for sign in unit.casefold() if sign.isalnum()) or unit


def partners(written: Sequence[str], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of indexes with the same word, both ascending.

    Runs of words that occur once on each side are anchors; the gaps between them are compared word
    by word, unless they are so large that little is likely to match.
    """
    begin_w = begin_s = 0
    for at_w, at_s in (*_anchors(written, said), (len(written), len(said))):
        gap_w, gap_s = written[begin_w:at_w], said[begin_s:at_s]
        if len(gap_w) * len(gap_s) <= _LARGEST_GAP:
            for block in SequenceMatcher(None, gap_w, gap_s, autojunk=False).get_matching_blocks():
                for at in range(block.size):
                    yield begin_w + block.a + at, begin_s + block.b + at
        if at_w < len(written):
            yield at_w, at_s
        begin_w, begin_s = at_w + 1, at_s + 1


def _anchors(written: Sequence[str], said: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest ascending sequence of places where the same unique run of words begins."""
    ours, theirs = _unique_grams(written), _unique_grams(said)
    pairs = sorted((at, theirs[gram]) for gram, at in ours.items() if gram in theirs)
    tails: list[int] = []
    tail_numbers: list[int] = []
    before: list[int] = []  # index of the pair before each, -1 for the first of a sequence
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        before.append(tail_numbers[length - 1] if length else -1)
        tails[length : length + 1] = [place]
        tail_numbers[length : length + 1] = [number]
    chosen = []
    number = tail_numbers[-1] if tail_numbers else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _unique_grams(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for at in range(len(words) - _GRAM + 1):
        gram = tuple(words[at : at + _GRAM])
        places[gram] = -1 if gram in places else at
    return {gram: at for gram, at in places.items() if at >= 0}
