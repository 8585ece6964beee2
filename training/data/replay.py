"""Marked text replayed as speech with random pauses, some of them inside a clause.

For languages that have no usable recordings with human marks and times: a unit lasts 0.2 s, and
people pause after most marks and after one unmarked unit in thirty.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.punctuation.labels import Mark
from engine.text.marked_text import read_marked_text
from engine.types import Word
from training.data.timed_sessions import TimedSession, cut_into_segments

_UNIT_S = 0.2
_SESSION_UNITS = 400


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Units as they are spoken, and the true mark after each."""

    words: Sequence[str]
    marks: Sequence[Mark]


def marked_text(lines: Iterable[str], words: int | None = None) -> MarkedText:
    """Read the first units of some lines, all where None."""
    units: list[str] = []
    marks: list[Mark] = []
    for line in lines:
        for word in read_marked_text(line):
            units.append(word.core.lower())
            marks.append(word.mark)
        if words is not None and len(units) >= words:
            break
    return MarkedText(units[:words], marks[:words])


def replayed(text: MarkedText, rng: random.Random) -> Iterator[TimedSession]:
    """Yield sessions of some hundred units, cut where a recogniser's endpointer would cut."""
    for first in range(0, len(text.words), _SESSION_UNITS):
        part = slice(first, first + _SESSION_UNITS)
        marks = tuple(text.marks[part])
        words: list[Word] = []
        now_s = 0.0
        for unit, mark in zip(text.words[part], marks, strict=True):
            words.append(Word(unit, now_s, now_s + _UNIT_S))
            now_s += _UNIT_S + _pause_s(mark, rng)
        yield cut_into_segments(f"replay/{first}", tuple(words), marks)


def _pause_s(mark: Mark, rng: random.Random) -> float:
    if mark.ends_sentence:
        return rng.uniform(0.2, 1.6) if rng.random() < 0.8 else 0.0
    if mark is not Mark.NONE:
        return rng.uniform(0.1, 0.9) if rng.random() < 0.6 else 0.0
    return rng.uniform(0.3, 1.5) if rng.random() < 1 / 30 else 0.0
