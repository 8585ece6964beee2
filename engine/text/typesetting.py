"""The form of marks: full-width in Chinese, half-width in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.punctuation.labels import Mark, sentence_spans
from engine.settings import MarkWidth, PunctuationSettings, Script
from engine.text.scripts import is_cjk

_PHRASE_WORDS = 3
_OPENING_UNITS = 2
_WITHOUT_SPACES = ("ja",)
_OWN_MARKS = (
    (re.compile("[\u0600-\u06ff]"), {",": "،", "?": "؟"}),  # Arabic
    (re.compile("[\u0900-\u09ff]"), {".": "।"}),  # Devanagari, Bengali
    (re.compile("[\u0370-\u03ff]"), {"?": ";"}),  # Greek
)


@dataclass(frozen=True, slots=True)
class Typesetting:
    """How a language is typeset."""

    marks: MarkWidth = MarkWidth.CONTEXT
    between_scripts: str = " "  # between a CJK character and a word
    script: Script = Script.AS_SPOKEN


def typesetting_of(settings: PunctuationSettings, languages: Sequence[str]) -> Typesetting:
    spaces = settings.spaces_between_scripts
    if spaces is None:
        spaces = tuple(languages[:1]) != _WITHOUT_SPACES
    return Typesetting(settings.mark_width, " " if spaces else "", settings.script)


def mark_texts(units: Sequence[str], marks: Sequence[Mark], width: MarkWidth) -> list[str]:
    """Return the mark after each unit, as it is written.

    In context, a mark is full-width between two CJK characters and half-width within an English
    phrase; elsewhere, and at the end of a sentence, the language of the sentence decides.
    """
    if width is not MarkWidth.CONTEXT or not any(map(is_cjk, units)):
        is_full = width is MarkWidth.FULL
        pairs = zip(units, marks, strict=True)
        return [_in_script_of(unit, _text(mark, wide=is_full)) for unit, mark in pairs]
    texts: list[str] = []
    for first, end in sentence_spans(marks):
        scripts = [is_cjk(unit) for unit in units[first:end]]
        texts += (
            _text(mark, wide=_is_wide(scripts, at, mark))
            for at, mark in enumerate(marks[first:end])
        )
    return texts


def _in_script_of(unit: str, mark: str) -> str:
    """Return a half-width mark in the form used by the script of the word before it."""
    if not mark or unit.isascii():
        return mark
    return next((own.get(mark, mark) for script, own in _OWN_MARKS if script.search(unit)), mark)


def _text(mark: Mark, *, wide: bool) -> str:
    if wide:
        return mark.wide_text
    return "," if mark is Mark.ENUMERATION else mark.text


def _is_wide(scripts: Sequence[bool], at: int, mark: Mark) -> bool:
    """Args: scripts: A sentence's units, true for CJK; at: The unit before the mark."""
    if mark in (Mark.NONE, Mark.ENUMERATION):
        return mark is Mark.ENUMERATION and any(scripts)  # English has none
    is_chinese = _is_mostly_cjk(scripts)
    if at < len(scripts) - 1 and scripts[at] == scripts[at + 1]:
        return scripts[at] or (is_chinese and _run_length(scripts, at) < _PHRASE_WORDS)
    return is_chinese


def _is_mostly_cjk(scripts: Sequence[bool]) -> bool:
    """Whether a sentence is Chinese, judging by most of its units, the first counting more."""
    opening = _OPENING_UNITS if scripts[0] else -_OPENING_UNITS
    return 2 * sum(scripts) + opening >= len(scripts)


def _run_length(scripts: Sequence[bool], at: int) -> int:
    same = [script == scripts[at] for script in scripts]
    before, after = takewhile(bool, same[at::-1]), takewhile(bool, same[at:])
    return sum(before) + sum(after) - 1
