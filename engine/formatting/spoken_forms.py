"""Inverse text normalisation: addresses, letters and numbers as people write them.

A grammar decides how something is written, and the words beside it whether it is; in doubt, the
words stay. English and Chinese, by the script of the units, even in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.formatting.chinese_numbers import chinese_spellings
from engine.formatting.chinese_numerals import DIGITS as CHINESE_DIGITS
from engine.formatting.english_clause import BEFORE_NUMBER
from engine.formatting.english_numbers import english_spellings
from engine.formatting.english_numerals import NUMBER_WORDS, ORDINAL_WORDS
from engine.formatting.rewrite import Rewrite
from engine.settings import NumberStyle
from engine.text.scripts import is_cjk

_HAS_LETTER = re.compile(r"\w")


class SpokenForms:
    """Finds what to write differently from how it is said."""

    def __init__(self, numbers: NumberStyle | None) -> None:
        """Args: numbers: How to write them; None writes them as spoken."""
        self._style = numbers

    def rewrites(self, words: Sequence[str], marks: Sequence[str] = ()) -> list[Rewrite]:
        """Return rewrites from left to right, without overlaps.

        Args:
            words: The units of a sentence, without marks.
            marks: The mark after each unit, "" for none; no rewrite crosses one.
        """
        codes, found = [*_codes(words, marks)], []
        for first, end in _clauses(words, marks):
            clause = words[first:end]
            if not is_cjk(clause[0]):
                is_alone = _ends(words, marks, first) and _ends(words, marks, end)
                found += _english(clause, first, self._style, is_alone=is_alone)
            elif self._style is not None:
                before, after = "".join(words[first - 1 : first]), "".join(words[end : end + 1])
                found += [
                    it
                    for it in _chinese(clause, first, self._style)
                    if not (it.first == first and _is_next(before, words[first]))
                    and not (it.end == end and _is_next(words[end - 1], after))
                ]
        if not codes:
            return found
        taken = {at for it in codes for at in range(it.first, it.end)}
        found = [it for it in found if taken.isdisjoint(range(it.first, it.end))]
        return sorted((*codes, *found), key=lambda it: it.first)

    def wholes(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return start and end of words that say one thing together, ignoring marks.

        Includes what a number names, such as "page" or "room".
        """
        found = []
        for it in self.rewrites(words):
            is_named = it.first > 0 and words[it.first - 1] in BEFORE_NUMBER
            if it.end - it.first + is_named > 1:
                found.append((it.first - is_named, it.end))
        return found


def _codes(words: Sequence[str], marks: Sequence[str]) -> Iterator[Rewrite]:
    """Yield letters followed by Chinese digits, such as flight numbers: CA1234, Q3."""
    at = 0
    while at < len(words):
        first = at
        while at < len(words) and _LETTER.fullmatch(words[at]) and not _marked(marks, at):
            at += 1
        digits = at
        while at > first and at < len(words) and words[at] in _DIGITS_ONE_BY_ONE:
            at += 1
            if _marked(marks, at - 1):
                break
        letters, said = "".join(words[first:digits]).upper(), words[digits:at]
        is_longer = at < len(words) and words[at] in _SCALES and not _marked(marks, at - 1)
        is_code = len(letters) + len(said) >= _SIGNS_OF_CODE and len(said) > 1
        is_quarter = letters == "Q" and len(said) == 1 and said[0] in "一二三四"
        if (is_code or is_quarter) and not is_longer:
            text = letters + "".join(str(CHINESE_DIGITS[digit]) for digit in said)
            yield Rewrite(first, at, text, is_word=True)
        at = max(at, first + 1)


def _marked(marks: Sequence[str], at: int) -> bool:
    return 0 <= at < len(marks) and bool(marks[at])


_LETTER = re.compile("[A-Za-z]")
_DIGITS_ONE_BY_ONE = frozenset("零〇○一二三四五六七八九幺")
_SCALES = frozenset("十百千万萬亿億点點")
_SIGNS_OF_CODE = 4


def _is_next(left: str, right: str) -> bool:
    """Whether two digits mean "three or four", even with a mark between them: 三、四千."""
    values = (CHINESE_DIGITS.get(left, 0), CHINESE_DIGITS.get(right, 0))
    return values[0] > 0 and values[1] == values[0] + 1


def _clauses(words: Sequence[str], marks: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield start and end of units of one script between two marks."""
    first = 0
    for place in range(1, len(words) + 1):
        if (
            place == len(words)
            or (place <= len(marks) and marks[place - 1])
            or _kind(words[place]) != _kind(words[place - 1])
        ):
            yield first, place
            first = place


def _ends(words: Sequence[str], marks: Sequence[str], place: int) -> bool:
    """Whether an utterance, or a part of one between marks, starts or ends here."""
    at_mark = 0 < place <= len(marks) and bool(marks[place - 1])
    return at_mark or place in {0, len(words)}


def _kind(unit: str) -> str:
    """Return the kind of a unit: Chinese, words, or a sign that separates these."""
    return "chinese" if is_cjk(unit) else "words" if _HAS_LETTER.search(unit) else "sign"


def _chinese(units: Sequence[str], offset: int, style: NumberStyle) -> list[Rewrite]:
    # a character with combining marks counts as one that is not a number
    text = "".join(unit if len(unit) == 1 else "\0" for unit in units)
    return [
        Rewrite(offset + spelling.first, offset + spelling.end, spelling.text)
        for spelling in chinese_spellings(text, style)
    ]


def _english(
    units: Sequence[str], offset: int, style: NumberStyle | None, *, is_alone: bool
) -> list[Rewrite]:
    """Return the rewrites of a clause; "twenty-five" counts as two words."""
    words: list[str] = []
    unit_of: list[int] = []
    for place, unit in enumerate(units):
        parts = _parts(unit.lower())
        words += parts
        unit_of += [offset + place] * len(parts)
    unit_of.append(offset + len(units))
    found = []
    for spelling in english_spellings(words, style, is_alone=is_alone):
        first, last = unit_of[spelling.first], unit_of[spelling.end - 1]
        is_whole = (spelling.first == 0 or unit_of[spelling.first - 1] != first) and (
            unit_of[spelling.end] != last
        )
        if is_whole and spelling.text:
            found.append(Rewrite(first, last + 1, spelling.text, spelling.is_word))
    return found


def _parts(word: str) -> list[str]:
    if "-" not in word:
        return [word]
    parts = word.split("-")
    is_number = all(part in _IN_HYPHENS for part in parts)
    return parts if is_number and len(parts) <= 6 else [word]


_IN_HYPHENS = NUMBER_WORDS | ORDINAL_WORDS | {"and", "year", "old", "olds", "month", "a", "half"}
