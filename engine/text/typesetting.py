"""Which form a mark is written in: full-width in Chinese, half-width in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.punctuation.labels import Mark
from engine.settings import MarkWidth, PunctuationSettings, Script
from engine.text.scripts import is_cjk

_PHRASE_WORDS = 3
_OPENING_UNITS = 2
_WITHOUT_SPACES = ("ja",)


@dataclass(frozen=True, slots=True)
class Typesetting:
    """How a language is set.

    Attributes:
        marks: the width of marks.
        between_scripts: what stands between a CJK character and a word.
        script: which characters Chinese is written in.
    """

    marks: MarkWidth = MarkWidth.CONTEXT
    between_scripts: str = " "
    script: Script = Script.AS_SPOKEN


def typesetting_of(settings: PunctuationSettings, languages: Sequence[str]) -> Typesetting:
    spaces = settings.spaces_between_scripts
    if spaces is None:
        spaces = tuple(languages[:1]) != _WITHOUT_SPACES
    return Typesetting(settings.mark_width, " " if spaces else "", settings.script)


def mark_texts(units: Sequence[str], marks: Sequence[Mark], width: MarkWidth) -> list[str]:
    """Return the mark behind each unit as it is written.

    In context, a mark is full-width between two CJK characters and half-width inside an English
    phrase; elsewhere, and at a sentence's end, the language of the sentence decides.
    """
    if width is not MarkWidth.CONTEXT or not any(map(is_cjk, units)):
        return [_text(mark, wide=width is MarkWidth.FULL) for mark in marks]
    texts: list[str] = []
    for first, end in _sentences(marks):
        scripts = [is_cjk(unit) for unit in units[first:end]]
        texts += (
            _text(mark, wide=_is_wide(scripts, at, mark))
            for at, mark in enumerate(marks[first:end])
        )
    return texts


def _text(mark: Mark, *, wide: bool) -> str:
    if wide:
        return mark.wide_text
    return "," if mark is Mark.ENUMERATION else mark.text


def _sentences(marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    first = 0
    for at, mark in enumerate(marks):
        if mark.ends_sentence or at == len(marks) - 1:
            yield first, at + 1
            first = at + 1


def _is_wide(scripts: Sequence[bool], at: int, mark: Mark) -> bool:
    """Args: scripts: of a sentence's units, true for CJK; at: the unit before the mark."""
    if mark in (Mark.NONE, Mark.ENUMERATION):
        return mark is Mark.ENUMERATION and any(scripts)  # there is none in English
    is_chinese = _is_mostly_cjk(scripts)
    if at < len(scripts) - 1 and scripts[at] == scripts[at + 1]:
        return scripts[at] or (is_chinese and _run_length(scripts, at) < _PHRASE_WORDS)
    return is_chinese


def _is_mostly_cjk(scripts: Sequence[bool]) -> bool:
    """Whether a sentence is Chinese: by most units, and the one that it begins with counts more."""
    opening = _OPENING_UNITS if scripts[0] else -_OPENING_UNITS
    return 2 * sum(scripts) + opening >= len(scripts)


def _run_length(scripts: Sequence[bool], at: int) -> int:
    """Return how many words the run of one script around a place has."""
    first, end = at, at + 1
    while first > 0 and scripts[first - 1] == scripts[at]:
        first -= 1
    while end < len(scripts) and scripts[end] == scripts[at]:
        end += 1
    return end - first
