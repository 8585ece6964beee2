"""How numbers, dates, times, measures and money that are spoken in English are written.

Words below ten stay words unless something beside them, a unit, a month, "pm", says that they are
figures; what may be read in two ways stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.formatting.english_addresses import Address, find_addresses
from engine.formatting.english_amounts import amount, pressure, signed
from engine.formatting.english_clause import Clause, Rule, Spelling, kept
from engine.formatting.english_digits import telephone
from engine.formatting.english_numerals import (
    DIGITS,
    NUMBER_WORDS,
    ONES,
    ORDINAL_WORDS,
    Amount,
    read_amount,
)
from engine.formatting.english_times import date, decade, ordinal, time, time_in_figures, year
from engine.settings import NumberStyle

_NOT_A_NUMBER: Final = frozenset(
    ["no", "any", "every", "some", "which", "this", "that", "the", "each", "another"]
)


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
}


_NO_COMMAND_BEHIND: Final = frozenset({"roman", "arabic", "a", "the", "each", "every", "this"})
_JOINERS: Final = frozenset({"to", "or", "by", "through"})


def english_spellings(
    words: Sequence[str], style: NumberStyle, *, is_alone: bool = True
) -> list[Spelling]:
    """Return what of a clause is written in figures, from left to right.

    Args:
        words: in lower case.
        style: how.
        is_alone: no words of another language stand before or behind them.
    """
    clause = Clause(words, style, is_alone)
    addresses = {address.first: address for address in find_addresses(words)}
    found: list[Spelling] = []
    place = 0
    while place < len(words):
        spelling = _spelling_at(clause, place, addresses.get(place))
        if spelling is not None:
            found.append(spelling)
        place = max(place + 1, spelling.end if spelling is not None else 0)
    return [spelling for spelling in _linked(clause, found) if spelling.is_sure]


def _spelling_at(clause: Clause, place: int, address: Address | None) -> Spelling | None:
    if address is not None:
        return Spelling(address.first, address.end, address.text)
    if clause.words[place] not in _BEGINNINGS and not clause.words[place][:1].isdigit():
        return None
    for rule in _RULES:
        spelling = rule(clause, place)
        if spelling is not None:
            return spelling
    return None


def _linked(clause: Clause, found: list[Spelling]) -> list[Spelling]:
    """Return the spellings, where those that one word joins are written alike."""
    spellings = list(found)
    for n in range(len(spellings) - 1, 0, -1):
        left, right = spellings[n - 1], spellings[n]
        if right.first != left.end + 1 or left.amount is None or right.amount is None:
            continue
        word = clause.at(left.end)
        between = word == "and" and clause.at(left.first - 1) == "between"
        if word not in _JOINERS and not between:
            continue
        if _shares_scale(left.amount, right.amount):
            spellings[n - 1 : n + 1] = [
                replace(left, is_sure=False),
                replace(right, is_sure=" " in right.text and right.is_sure),
            ]
        elif right.is_sure != left.is_sure and not (left.amount.is_indefinite and left.text):
            is_pronoun = (
                left.amount.value == 1 and clause.at(left.first - 1) in _NOT_A_NUMBER
            ) or (not left.is_sure and word == "to" and left.amount.is_shorthand)
            if not is_pronoun and not right.amount.is_shorthand:
                spellings[n - 1] = replace(left, is_sure=True)
                spellings[n] = replace(right, is_sure=True)
    for n in range(1, len(spellings)):  # and from left to right: "ten or five"
        left, right = spellings[n - 1], spellings[n]
        joined = right.first == left.end + 1 and clause.at(left.end) in _JOINERS
        if joined and left.is_sure and left.amount and right.amount and right.amount.is_small:
            spellings[n] = replace(right, is_sure=True)
    return spellings


def _shares_scale(left: Amount, right: Amount) -> bool:
    """Whether the right number's last word may be the left one's, too ("two or three hundred")."""
    if not right.is_round or left.is_round or not right.value or not left.value:
        return False
    share = right.value
    while share >= 100 and share % 100 == 0:
        share /= 100
    while share >= 10 and share % 10 == 0 and left.value * 10 <= share:
        share /= 10
    return left.value < max(share, right.value / 1000) and left.value < 100


def _idiom(clause: Clause, place: int) -> Spelling | None:
    for phrase in _IDIOMS:
        if clause.at(place) == phrase[0] and clause.has(place, phrase):
            return kept(place, place + len(phrase))
    for phrase, text in _FIXED.items():
        if clause.has(place, phrase):
            return Spelling(place, place + len(phrase), text)
    return None


def _numeral(clause: Clause, place: int) -> Spelling | None:
    """Read "numeral five": in figures, whatever stands beside it."""
    if clause.at(place) != "numeral" or clause.at(place - 1) in _NO_COMMAND_BEHIND:
        return None
    number = read_amount(clause.words, place + 1, clause.style)
    return Spelling(place, number.end, number.text) if number is not None else None


_RULES: Final[tuple[Rule, ...]] = (
    _numeral,
    _idiom,
    pressure,
    time,
    time_in_figures,
    telephone,
    date,
    decade,
    ordinal,
    signed,
    year,
    amount,
)


_BEGINNINGS: Final = frozenset(
    {*DIGITS, *NUMBER_WORDS, *ORDINAL_WORDS, *ONES, "a", "half", "quarter", "minus", "negative"}
    | {"plus", "double", "triple", "point", "numeral"}
    | {phrase[0] for phrase in (*_IDIOMS, *_FIXED)}
)
