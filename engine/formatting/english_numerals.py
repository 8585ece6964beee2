"""English number words, their values and where they end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.settings import NumberStyle

_NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEEN_NAMES = [
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TEN_NAMES = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

ONES: Final = {name: value for value, name in enumerate(_NAMES) if value}
ZEROS: Final = frozenset({"zero", "oh", "o"})
DIGITS: Final = ONES | dict.fromkeys(ZEROS, 0)
TEENS: Final = {name: value for value, name in enumerate(_TEEN_NAMES, 10)}
TENS: Final = {name: 10 * value for value, name in enumerate(_TEN_NAMES, 2)} | {"fourty": 40}
SCALES: Final = {
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
    "quintillion": 10**18,
    "sextillion": 10**21,
}
KEPT_SCALES: Final = frozenset({"million", "billion", "trillion"})  # 5 million
NUMBER_WORDS: Final = frozenset({*DIGITS, *TEENS, *TENS, *SCALES, "hundred"}) - {"o", "oh"}

_ORDINALS: Final = {
    "zeroth": "zero",
    "first": "one",
    "second": "two",
    "third": "three",
    "fifth": "five",
    "eighth": "eight",
    "ninth": "nine",
    "twelfth": "twelve",
    **{f"{name}th": name for name in ("four", "six", "seven", *_TEEN_NAMES, "hundred", *SCALES)},
    **{f"{name[:-1]}ieth": name for name in _TEN_NAMES},
}
ORDINAL_WORDS: Final = frozenset(_ORDINALS)
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}

_WRITTEN = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_REPEATS: Final = {"double": 2, "triple": 3}


@dataclass(frozen=True, slots=True)
class Cardinal:
    """A whole number in words, up to `end`.

    Attributes:
        scale: Its last word if that is "million" or the like and its only scale word.
        is_indefinite: "a hundred", which need not mean 100.
    """

    value: int
    end: int
    scale: str = ""
    is_indefinite: bool = False


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that may count something.

    Attributes:
        text: Its digits, and "million" or the like if spoken.
        value: The number.
        is_small: A whole number below ten without a sign, in words.
        is_shorthand: "one twenty" for 120, which only the context can tell.
        is_round: "three hundred", "ten thousand", whose last word may also count for a number
            before.
        is_written: The digits were there already.
    """

    text: str
    end: int
    value: float
    is_small: bool = False
    is_indefinite: bool = False
    is_shorthand: bool = False
    is_round: bool = False
    is_written: bool = False
    is_whole: bool = True


def word_at(words: Sequence[str], place: int) -> str:
    return words[place] if 0 <= place < len(words) else ""


def below_hundred(words: Sequence[str], first: int) -> tuple[int, int] | None:
    """Return a value from 0 to 99 and its end; None if there is none."""
    word = word_at(words, first)
    if word in TENS:
        one = ONES.get(word_at(words, first + 1))
        return (TENS[word], first + 1) if one is None else (TENS[word] + one, first + 2)
    if word in TEENS:
        return TEENS[word], first + 1
    if word in ONES or word == "zero":
        return DIGITS[word], first + 1
    return None


def two_digits(words: Sequence[str], first: int) -> tuple[int, int] | None:
    """Return a value spoken as two digits, "oh five" or "twenty", and its end."""
    if word_at(words, first) in {"oh", "o"} and word_at(words, first + 1) in ONES:
        return ONES[words[first + 1]], first + 2
    found = below_hundred(words, first)
    return found if found is not None and found[0] >= 10 else None


def _group(words: Sequence[str], first: int, *, joins: bool) -> tuple[int, int] | None:
    """Return a value below 10,000, such as "eleven hundred and six", and its end."""
    if word_at(words, first) == "a" and word_at(words, first + 1) in {"hundred", *SCALES}:
        found: tuple[int, int] | None = (1, first + 1)
    else:
        found = below_hundred(words, first)
    if found is None or word_at(words, found[1]) != "hundred" or not found[0]:
        return found
    hundreds, end = found[0] * 100, found[1] + 1
    rest = below_hundred(words, end) if word_at(words, end) != "zero" else None
    if rest is None and joins and word_at(words, end) == "and":
        rest = below_hundred(words, end + 1)
    if rest is None or word_at(words, rest[1]) == "hundred" or not rest[0]:
        return hundreds, end
    return hundreds + rest[0], rest[1]


def read_cardinal(words: Sequence[str], first: int, *, joins: bool = True) -> Cardinal | None:
    """Return the longest whole number that begins here; without `joins`, no "and" is part of it."""
    total, end, last, scales = 0, first, 10**30, 0
    scale_word = ""
    place = first
    while (group := _group(words, place, joins=joins)) is not None:
        value, after = group
        scale_word = word_at(words, after)
        scale = SCALES.get(scale_word)
        if scale is None or scale >= last:
            if scale is None and value < last and (value or end == first):
                total, end, scale_word = total + value, after, ""
            elif scales == 0 and scale is None:
                return None
            else:
                scale_word = ""
            break
        total, last, scales = total + value * scale, scale, scales + 1
        place = end = after + 1
        if joins and word_at(words, place) == "and":
            rest = below_hundred(words, place + 1)
            if rest is None or word_at(words, rest[1]) in {"hundred", *SCALES}:
                break
            place += 1
    if end == first:
        return None
    is_kept = scales == 1 and scale_word in KEPT_SCALES and words[end - 1] == scale_word
    return Cardinal(
        total,
        end,
        scale=scale_word if is_kept else "",
        is_indefinite=words[first] == "a" and end == first + 2,
    )


def read_ordinal(words: Sequence[str], first: int) -> tuple[int, int] | None:
    """Return the value of "twenty first" and its end."""
    last = next(
        (n for n in range(first, min(first + 20, len(words))) if words[n] in _ORDINALS), None
    )
    if last is None:
        return None
    counted = [*words[first:last], _ORDINALS[words[last]]]
    if counted[-1] in {"hundred", *SCALES} and len(counted) == 1:
        return None  # "for the hundredth time"
    found = read_cardinal(counted, 0)
    return (found.value, last + 1) if found is not None and found.end == len(counted) else None


def ordinal_text(value: int) -> str:
    suffix = "th" if value % 100 in {11, 12, 13} else _SUFFIXES.get(value % 10, "th")
    return f"{value}{suffix}"


def read_pair(words: Sequence[str], first: int) -> tuple[int, int] | None:
    """Return a number said in two pairs, like years ("nineteen oh five"), and its end."""
    word = word_at(words, first)
    century = TEENS.get(word) or (20 if word == "twenty" else None)
    if century is None:
        return None
    found = two_digits(words, first + 1)
    if found is None or word_at(words, found[1]) in {"hundred", *SCALES}:
        return None
    return century * 100 + found[0], found[1]


def read_shorthand(words: Sequence[str], first: int) -> tuple[int, int] | None:
    """Return a number said without its "hundred" ("one twenty", "two oh five"), and its end."""
    digit = ONES.get(word_at(words, first))
    found = two_digits(words, first + 1) if digit is not None else None
    if digit is None or found is None or word_at(words, found[1]) in {"hundred", *SCALES}:
        return None
    return digit * 100 + found[0], found[1]


_LONGEST_RUN = 64  # digits said one by one


def read_digits(words: Sequence[str], first: int) -> tuple[str, int]:
    """Return digits said one by one, including "double seven", and their end."""
    digits, place = [], first
    while place < len(words) and place - first < _LONGEST_RUN:
        times = _REPEATS.get(words[place], 1)
        word = word_at(words, place + (times > 1))
        if word not in DIGITS:
            break
        digits.append(str(DIGITS[word]) * times)
        place += 1 + (times > 1)
    return "".join(digits), place


def grouped(digits: str, style: NumberStyle) -> str:
    """Return the digits of a whole number with its thousands separated."""
    return f"{int(digits):,}" if style.grouped and len(digits) >= 5 else digits


def _decimals(words: Sequence[str], first: int) -> tuple[str, int]:
    """Return the digits after a decimal point and their end."""
    digits, end = read_digits(words, first)
    if digits:
        return digits, end
    found = two_digits(words, first)
    return (str(found[0]), found[1]) if found is not None else ("", first)


def _written(words: Sequence[str], first: int) -> Amount:
    """Return a number already in digits, with "million" or the like after it."""
    value = float(words[first].replace(",", ""))
    scale = word_at(words, first + 1)
    if scale in KEPT_SCALES:
        text, size = f"{words[first]} {scale}", value * SCALES[scale]
        return Amount(text, first + 2, size, is_written=True, is_whole=False)
    return Amount(words[first], first + 1, value, is_written=True, is_whole=value.is_integer())


def read_amount(  # noqa: PLR0911  a return per form
    words: Sequence[str], first: int, style: NumberStyle, *, joins: bool = True
) -> Amount | None:
    """Return the number that begins here, with its decimals and "million" or the like."""
    if _WRITTEN.fullmatch(word_at(words, first)):
        return _written(words, first)
    found = read_cardinal(words, first, joins=joins)
    short = read_shorthand(words, first)
    if short is not None and (found is None or short[1] > found.end):
        whole, end, scale, is_indefinite = short[0], short[1], "", False
    elif found is not None:
        whole, end, scale = found.value, found.end, found.scale
        is_indefinite = found.is_indefinite
        short = None
    elif word_at(words, first) == "point":
        whole, end, scale, is_indefinite = 0, first, "", False
    else:
        return None
    if word_at(words, end) == "point" and not scale:
        decimals, after = _decimals(words, end + 1)
        if decimals:
            scale = word_at(words, after) if word_at(words, after) in SCALES else ""
            text = f"{grouped(str(whole), style)}.{decimals}"
            return Amount(
                f"{text} {scale}".strip(),
                after + bool(scale),
                float(f"{whole}.{decimals}") * SCALES.get(scale, 1),
                is_whole=False,
            )
    if end == first:
        return None
    half = tuple(words[end : end + 3]) == ("and", "a", "half")
    if half and scale and not is_indefinite:  # one million and a half
        value = whole / SCALES[scale] + 0.5
        return Amount(f"{value:g} {scale}", end + 3, value * SCALES[scale], is_whole=False)
    if half and not is_indefinite and (short is None) and not scale:
        after = end + 3
        scale = word_at(words, after) if word_at(words, after) in KEPT_SCALES else ""
        return Amount(
            f"{grouped(str(whole), style)}.5 {scale}".strip(),
            after + bool(scale),
            (whole + 0.5) * SCALES.get(scale, 1),
            is_small=whole < 10 and not scale,
            is_whole=False,
        )
    text = (
        f"{grouped(str(whole // SCALES[scale]), style)} {scale}"
        if scale
        else grouped(str(whole), style)
    )
    return Amount(
        text,
        end,
        float(whole),
        is_small=whole < 10,
        is_indefinite=is_indefinite,
        is_shorthand=short is not None,
        is_round=words[end - 1] in {"hundred", "thousand"},
    )
