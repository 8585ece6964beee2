"""Finds alternatives for a word of low confidence, in a second pass of the recogniser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.text.spacing import joined
from engine.text.units import split_units
from engine.types import Word

_BEFORE_S, _AFTER_S = 10.0, 3.0  # sound to hear again around the word
_MARGIN_S = 0.2
_FOLLOWING = 3  # words; the first one marks the end of a reading
_MOST = 4
_MOST_UNITS_AT_END = 3


@dataclass(frozen=True, slots=True)
class UncertainWord:
    """A word that may be wrong, with the sound around it.

    Attributes:
        samples: int16 little-endian, 16 kHz; from at most 10 s before the word to 3 s after it.
        start_s, end_s: Times of the word from the first sample.
        before, text, after: Text before the word, the word itself, and text after it.
    """

    samples: bytes
    start_s: float
    end_s: float
    before: str
    text: str
    after: str


def uncertain_word(
    words: Sequence[Word], index: int, read: Callable[[float, float], bytes]
) -> UncertainWord:
    """Return a word together with the sound around it.

    Args:
        words: Words of one recording in order, as written; the word itself has times.
        index: Index of the word.
        read: Returns the samples between two times of the recording.
    """
    word = words[index]
    start_s, end_s = word.start_s or 0.0, word.end_s or 0.0
    before = [it for it in words[:index] if (it.start_s or 0.0) >= start_s - _BEFORE_S]
    begin_s = max(0.0, ((before or [word])[0].start_s or 0.0) - _MARGIN_S)
    return UncertainWord(
        read(begin_s, end_s + _AFTER_S),
        start_s - begin_s,
        end_s - begin_s,
        joined([it.text for it in before]),
        word.text,
        joined([it.text for it in words[index + 1 :][:_FOLLOWING]]),
    )


@runtime_checkable
class FindsAlternatives(Protocol):
    """A recogniser that can follow several readings of a sound."""

    def readings(self, uncertain: UncertainWord, /) -> tuple[str, ...]:
        """Return other readings of the word, likeliest first; must not disturb a session."""
        ...


def alternatives(uncertain: UncertainWord, heard: Iterable[str]) -> tuple[str, ...]:
    """Return what could replace the word, without signs at its ends and without repeats.

    Args:
        uncertain: The word.
        heard: Texts from the word on, likeliest first. Each is read up to the next word of the
            page; texts that contain that word rank above the others.
    """
    found = [_reading(text, uncertain.after) for text in heard]
    ordered = sorted(found, key=lambda one: not one[1])
    known = {"", _bare(uncertain.text)}
    readings: dict[str, str] = {}
    for reading, _ in ordered:
        if (bare := _bare(reading)) not in known:
            readings.setdefault(bare, reading)
    return tuple(readings.values())[:_MOST]


def _reading(text: str, after: str) -> tuple[str, bool]:
    """Return the units before the next word, and whether that word was found."""
    units, units_after = split_units(text), split_units(after)
    if not units_after:
        return _stripped(units[:_MOST_UNITS_AT_END]), True
    following = _bare(units_after[0])
    for count, unit in enumerate(units):
        if count and _bare(unit) == following:
            return _stripped(units[:count]), True
    return _stripped(units[:1]), False


def _stripped(units: list[str]) -> str:
    """Return units as text without signs at its ends."""
    text = joined(units)
    core = [place for place, sign in enumerate(text) if sign.isalnum()]
    return text[core[0] : core[-1] + 1] if core else ""


def _bare(text: str) -> str:
    return " ".join("".join(_letters(unit)) for unit in split_units(text)).strip()


def _letters(unit: str) -> Iterator[str]:
    return (sign for sign in unit.casefold() if sign.isalnum())
