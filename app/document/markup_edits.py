"""What is written where headings, items and bold words begin or end to be such: their signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.text.markup import BOLD, begin_of, bold_places
from engine.types import Sentence

_FULL_STOPS = ".。"
Put = tuple[int, int, str]  # a stretch, and what stands in its place


def begin_edits(units: str, start: int, end: int, begin: str) -> Iterator[Put]:
    """Yield what gives the lines of a stretch a sign to begin with, or takes it where all have it.

    Empty lines among several get none.
    """
    lines = list(_lines(units, start, end))
    lines = [it for it in lines if units[slice(*it)].strip()] or lines
    before = [begin_of(units[slice(*it)]) for it in lines]
    wanted = "" if all(it == begin for it in before) else begin
    for (place, _), now in zip(lines, before, strict=True):
        yield place, place + len(now), wanted


def bold_edits(units: str, start: int, end: int) -> Iterator[Put]:
    """Yield what makes the words of a stretch bold in each of its lines, or those that are so not.

    Where nothing is selected, the word is meant in which it lies.
    """
    if start == end:
        start, end = _word(units, start)
    signs = [
        (first, last)
        for begin, stop in _lines(units, start, end)
        for first, last in ((begin + a, begin + b) for a, b in bold_places(units[begin:stop]))
        if first < end and last > start
    ]
    if signs:
        for first, last in signs:
            yield first, first + len(BOLD), ""
            yield last - len(BOLD), last, ""
        return
    for begin, stop in _lines(units, start, end):
        first = max(start, begin + len(begin_of(units[begin:stop])))
        words = units[first : min(end, stop)]
        first += len(words) - len(words.lstrip())
        last = first + len(words.strip())
        if first < last:
            yield first, first, BOLD
            yield last, last, BOLD


def as_heading(sentence: Sentence, *, is_first: bool) -> Sentence:
    """Return a sentence as it ends a heading: without the full stop that nobody has said.

    `is_first`: nothing stands before it, and no empty line.
    """
    surfaces = list(sentence.surfaces)
    last = max(at for at, it in enumerate(surfaces) if it)
    word, surface = sentence.words[last], surfaces[last]
    core = surface.rstrip()
    is_said = word.spelling is not None and word.spelling.mark is not None
    if core[-1:] in _FULL_STOPS and "." not in core[:-1] and not is_said:  # as in "U.S."
        surfaces[last] = core[:-1] + surface[len(core) :]
    if is_first:
        surfaces[0] = surfaces[0].lstrip("\n")
    return replace(sentence, surfaces=tuple(surfaces))


def _lines(units: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the lines are that a stretch touches."""
    place = units.rfind("\n", 0, start) + 1
    while True:
        stop = units.find("\n", place)
        stop = len(units) if stop < 0 else stop
        yield place, stop
        place = stop + 1
        if place > len(units) or place >= max(end, start + 1):
            return


def _word(units: str, place: int) -> tuple[int, int]:
    start = end = place
    while start and not units[start - 1].isspace():
        start -= 1
    while end < len(units) and not units[end].isspace():
        end += 1
    return start, end
