"""English numbers that name something: World War II, King Henry VIII, PS5, flight BA286, 4K."""

from __future__ import annotations

from typing import Final

from engine.formatting.english_clause import COUNTED, Clause, Figures
from engine.formatting.english_numerals import (
    below_hundred,
    read_amount,
    read_digits,
    read_ordinal,
    read_pair,
    read_shorthand,
)

_ROMAN_ONES: Final = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_MOST_ROMAN = 39

_TITLES: Final = frozenset(
    ["king", "queen", "pope", "emperor", "empress", "tsar", "czar", "kaiser", "sultan"]
)
_AFTER_MONARCH: Final = frozenset([
    "was", "is", "had", "has", "died", "of", "and", "who", "in", "to", "on", "by", "at", "with",
    "for", "from", "as", "came", "went", "said", "ruled", "reigned", "became", "married",
    "visited", "did", "would", "will", "made", "never",
])  # fmt: skip

# letters that are also words, or that a number may count
_NO_CODE: Final = frozenset(["us", "uk", "eu", "un", "tv", "id", "am", "pm", "ad", "bc", "bce"])
_BEFORE_LETTER: Final = frozenset([
    "vitamin", "boeing", "airbus", "type", "model", "series", "gate", "room", "seat", "unit",
    "apartment", "flat", "flight", "bus", "exit", "terminal", "highway", "interstate",
    "motorway", "vertebra", "paper",
])  # fmt: skip
_BEFORE_LETTERED: Final = frozenset([
    "apartment", "flat", "room", "gate", "seat", "unit", "suite", "building", "section",
    "platform", "block", "bay", "exhibit", "figure", "schedule", "form", "floor",
])  # fmt: skip
_BEFORE_SUFFIX: Final = {
    ("five", "g"): "5G", ("four", "g"): "4G", ("three", "g"): "3G",
    ("three", "d"): "3D", ("two", "d"): "2D", ("four", "k"): "4K", ("eight", "k"): "8K",
    ("five", "k"): "5K", ("ten", "k"): "10K", ("four", "oh", "one", "k"): "401(k)",
    ("four", "eighty", "p"): "480p", ("seven", "twenty", "p"): "720p",
    ("ten", "eighty", "p"): "1080p", ("fourteen", "forty", "p"): "1440p",
    ("twenty", "one", "sixty", "p"): "2160p",
}  # fmt: skip


def roman(clause: Clause, place: int) -> Figures | None:
    """Read "world war two", and "the eighth" after "king henry"."""
    if clause.at(place - 2) == "world" and clause.at(place - 1) == "war":
        number = below_hundred(clause.words, place)
        if number is not None and 1 <= number[0] <= 3:
            return Figures(place, number[1], _roman_text(number[0]))
    if clause.at(place) != "the" or _TITLES.isdisjoint(
        clause.words[max(0, place - 3) : max(0, place - 1)]
    ):
        return None
    found = read_ordinal(clause.words, place + 1)
    if found is None or not 1 <= found[0] <= _MOST_ROMAN:
        return None
    if not clause.ends_at(found[1]) and clause.at(found[1]) not in _AFTER_MONARCH:
        return None
    return Figures(place, found[1], _roman_text(found[0]))


def _roman_text(value: int) -> str:
    return "X" * (value // 10) + _ROMAN_ONES[value % 10]


def title(clause: Clause, place: int) -> Figures | None:
    """Read "mister" before a name."""
    name = clause.at(place + 1)
    is_title = clause.at(place) == "mister" and name and name not in _NO_NAME
    return Figures(place, place + 1, "Mr.") if is_title else None


_NO_NAME: Final = frozenset([
    "a", "and", "are", "but", "can", "could", "did", "do", "have", "he", "how", "i", "if", "is",
    "it", "no", "or", "please", "said", "that", "the", "was", "what", "when", "where", "who", "why",
    "will", "would", "yes", "you",
])  # fmt: skip


def code(clause: Clause, place: int) -> Figures | None:
    """Read spelled letters and figures as a name: "p s five", "b a two eight six"."""
    for spoken, text in _BEFORE_SUFFIX.items():
        if clause.has(place, spoken):
            return Figures(place, place + len(spoken), text)
    quarter = _QUARTERS.get(clause.at(place + 1))
    if clause.at(place) == "q" and quarter is not None:
        return Figures(place, place + 2, f"Q{quarter}", is_word=True)
    prefix, end = read_digits(clause.words, place) if clause.at(place) != "o" else ("", place)
    first = end
    while _is_letter(clause.at(end)) and end - first < _MOST_LETTERS:
        end += 1
    letters = "".join(clause.words[first:end])
    if (
        not letters
        or (prefix and len(letters) == 1)
        or letters in _NO_CODE
        or _is_spelled(clause, place)
    ):
        return None
    is_named = clause.at(place - 1) in _BEFORE_LETTER
    is_word = letters[0] in "ai" and (len(letters) == 1 or letters[1] in "ai")
    figures = _figures(clause, end)
    if figures is None or (is_word and not is_named):
        return None
    text, after = figures
    is_whole = len(letters + text) > 2 and clause.is_all(place, after)
    following = clause.at(after)
    counts = following in COUNTED or (following.endswith("s") and following not in _NO_PLURAL)
    is_article = letters[0] == "a" and not (is_named or is_whole)
    continues = counts or is_article or (_is_letter(following) and following not in {"a", "i"})
    is_number = len(text) >= _DIGITS_OF_CODE and after - end == len(text)  # said one by one
    is_sure = len(letters) > 1 and is_number and not is_word
    is_sure = is_sure or (not continues and (len(letters) > 1 or is_named or is_whole))
    text = f"{prefix}{letters.upper()}{text}"
    return Figures(place, after, text, is_word=True) if is_sure else None


def _is_spelled(clause: Clause, place: int) -> bool:
    """Whether a letter precedes that is not the article."""
    before = clause.at(place - 1)
    return _is_letter(before) and (before != "a" or _is_letter(clause.at(place - 2)))


_QUARTERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4}
_MOST_LETTERS = 5
_DIGITS_OF_CODE = 3
_NO_PLURAL: Final = frozenset(["is", "was", "has", "as", "this", "us", "does", "its"])


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha() and word != "o"


def _figures(clause: Clause, place: int) -> tuple[str, int] | None:
    digits, end = read_digits(clause.words, place)
    if {*clause.words[place:end]} == {"o"}:  # "c e o"
        return None
    for found in (
        read_shorthand(clause.words, place),
        read_pair(clause.words, place),
        below_hundred(clause.words, place),
    ):
        if found is not None and found[1] > end:
            digits, end = str(found[0]), found[1]
    return (digits, end) if digits and clause.at(end) not in _GOES_ON else None


_GOES_ON: Final = frozenset(
    ["hundred", "thousand", "million", "billion", "point", "percent", "per", "dollars", "to", "or"]
)


def with_letter(clause: Clause, place: int) -> Figures | None:
    """Read "three b" after "apartment" and before a street."""
    number = read_amount(clause.words, place, clause.style)
    if number is None or not number.is_whole:
        return None
    letter, after = clause.at(number.end), number.end + 1
    is_address = not _STREETS.isdisjoint(clause.words[after : after + 3])
    if not _is_letter(letter) or _is_letter(clause.at(after)):
        return None
    if letter in {"a", "i"} and not clause.ends_at(after):
        return None
    before = clause.at(place - 1 - (clause.at(place - 1) == "is"))  # "my seat is twelve c"
    is_sure = is_address or before in _BEFORE_LETTERED
    return Figures(place, after, f"{number.text}{letter.upper()}") if is_sure else None


_STREETS: Final = frozenset({"street", "road", "avenue", "lane", "drive"})
