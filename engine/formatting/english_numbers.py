"""How to write numbers, dates, times, measures and money spoken in English.

Words below ten stay words unless something beside them, a unit, a month, "pm", says that they are
figures; ambiguous words stay as they are.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Final

from engine.formatting.english_addresses import Address, find_addresses
from engine.formatting.english_amounts import amount, pressure, signed
from engine.formatting.english_clause import Clause, Figures, Rule, kept
from engine.formatting.english_designations import code, roman, title, with_letter
from engine.formatting.english_digits import telephone
from engine.formatting.english_file_names import find_file_names
from engine.formatting.english_letters import letters, spell
from engine.formatting.english_links import linked, ratio
from engine.formatting.english_numerals import (
    DIGITS,
    NUMBER_WORDS,
    ONES,
    ORDINAL_WORDS,
    read_amount,
)
from engine.formatting.english_times import (
    date,
    decade,
    early_time,
    ordinal,
    time,
    time_in_figures,
    year,
)
from engine.settings import NumberStyle

_IDIOMS: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "ten commandments",
        "twelve apostles",
        "twelve step",
        "twelve angry men",
        "forty winks",
        "eleventh hour",
        "ten four",
        "thousand and one nights",
        "one thousand and one nights",
        "one hundred years of solitude",
        "twenty something",
        "thirty something",
        "catch twenty two",
        "sixty four thousand dollar question",
        "million dollar question",
        "one in a million",
        "a million and one",
        "a thousand and one",
        "ten a penny",
        "nine times out of ten",
        "dressed to the nines",
        "nine to five",
        "fourth of july",
        "seven eleven",
        "one one",
    )
)


_FIXED: Final = {
    ("twenty", "four", "seven"): "24/7",
    ("fifty", "fifty"): "50-50",
    ("twenty", "twenty", "vision"): "20/20 vision",
    ("covid", "nineteen"): "COVID-19",
    ("s", "and", "p", "five", "hundred"): "S&P 500",
    ("seven", "eleven", "store"): "7-Eleven store",
    ("seven", "eleven", "stores"): "7-Eleven stores",
    ("cat", "five", "e"): "Cat5e",
    ("p", "c", "i", "e", "x", "eight"): "PCIe x8",
}


_NO_COMMAND_AFTER: Final = frozenset({"roman", "arabic", "a", "the", "each", "every", "this"})


def english_spellings(
    words: Sequence[str], style: NumberStyle | None, *, is_alone: bool = True
) -> list[Figures]:
    """Return what to write differently in a clause, from left to right.

    Args:
        words: Lower-case words.
        style: How to write numbers; None writes them as spoken.
        is_alone: No words of another language are beside them.
    """
    clause = Clause(words, style or NumberStyle(), is_alone)
    rules = _RULES if style is not None else _SPELLED
    addresses = {it.first: it for it in (*find_file_names(words), *find_addresses(words))}
    found: list[Figures] = []
    place = 0
    while place < len(words):
        spelling = _spelling_at(clause, place, addresses.get(place), rules)
        if spelling is not None:
            found.append(spelling)
        place = max(place + 1, spelling.end if spelling is not None else 0)
    return [spelling for spelling in linked(clause, found) if spelling.is_sure]


def _spelling_at(
    clause: Clause, place: int, address: Address | None, rules: Sequence[Rule]
) -> Figures | None:
    if address is not None:
        return Figures(address.first, address.end, address.text, is_word=True)
    if clause.words[place] not in _BEGINNINGS and not clause.words[place][:1].isdigit():
        return None
    for rule in rules:
        spelling = rule(clause, place)
        if spelling is not None:
            return spelling
    return None


def _idiom(clause: Clause, place: int) -> Figures | None:
    for phrase, text in _FIXED.items():
        if clause.has(place, phrase):
            return Figures(place, place + len(phrase), text)
    for phrase in _IDIOMS:
        continues = clause.at(place + len(phrase)) in NUMBER_WORDS
        if clause.has(place, phrase) and not continues:
            return kept(place, place + len(phrase))
    return None


def _numeral(clause: Clause, place: int) -> Figures | None:
    """Read "numeral five": always in figures."""
    if clause.at(place) != "numeral" or clause.at(place - 1) in _NO_COMMAND_AFTER:
        return None
    number = read_amount(clause.words, place + 1, clause.style)
    return Figures(place, number.end, number.text) if number is not None else None


_SPELLED: Final[tuple[Rule, ...]] = (spell, code, letters)
_RULES: Final[tuple[Rule, ...]] = (
    spell,
    ratio,
    _numeral,
    _idiom,
    roman,
    title,
    code,
    with_letter,
    pressure,
    early_time,
    time,
    time_in_figures,
    telephone,
    date,
    decade,
    ordinal,
    signed,
    year,
    amount,
    letters,
)


_BEGINNINGS: Final = frozenset(
    {*DIGITS, *NUMBER_WORDS, *ORDINAL_WORDS, *ONES, "a", "half", "quarter", "minus", "negative"}
    | {
        "plus",
        "double",
        "triple",
        "point",
        "numeral",
        "the",
        "mister",
        "spell",
        *string.ascii_lowercase,
    }
    | {phrase[0] for phrase in (*_IDIOMS, *_FIXED)}
)
