"""How numbers, dates, times, measures and money that are spoken in English are written.

Words below ten stay words unless something beside them, a unit, a month, "pm", says that they are
figures; what may be read in two ways stays as it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.formatting.english_addresses import Address, find_addresses
from engine.formatting.english_measures import Measure, read_measure
from engine.formatting.english_numerals import (
    DIGITS,
    NUMBER_WORDS,
    ONES,
    ORDINAL_WORDS,
    SCALES,
    TEENS,
    TENS,
    Amount,
    below_hundred,
    ordinal_text,
    read_amount,
    read_cardinal,
    read_digits,
    read_ordinal,
    read_pair,
    read_shorthand,
    two_digits,
    word_at,
)
from engine.settings import Clock, NumberStyle, SmallNumbers

_MONTHS: Final = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)
_VERBS_TOO: Final = frozenset({"march", "may"})
_BEFORE_YEAR: Final = frozenset(
    [
        "in",
        "since",
        "by",
        "until",
        "till",
        "from",
        "of",
        "circa",
        "before",
        "after",
        "during",
        "year",
        "summer",
        "winter",
        "spring",
        "autumn",
        "fall",
        "late",
        "early",
        "mid",
        "class",
    ]
) | (_MONTHS - _VERBS_TOO)
_BEFORE_TIME: Final = frozenset(["at", "by", "until", "till", "before", "after", "since", "from"])
_BEFORE_NUMBER: Final = frozenset(
    [
        "page",
        "chapter",
        "figure",
        "section",
        "article",
        "exhibit",
        "room",
        "flight",
        "gate",
        "verse",
        "volume",
        "version",
        "channel",
        "highway",
        "route",
        "interstate",
        "apartment",
        "paragraph",
        "clause",
        "psalm",
    ]
)
_HALF_DAYS: Final = {"am": "am", "pm": "pm", "a.m": "am", "p.m": "pm", "a.m.": "am", "p.m.": "pm"}
_ZONES: Final = frozenset(
    ["gmt", "est", "edt", "pst", "pdt", "cst", "cdt", "mst", "utc", "cet", "cest", "bst", "hkt"]
)
_OCLOCK: Final = frozenset({"o'clock", "oclock", "o’clock"})
_ERAS: Final = {"b c": "BC", "a d": "AD", "b c e": "BCE", "bc": "BC", "bce": "BCE", "ce": "CE"}
_PARTS_OF_DAY: Final = (
    ("in", "the", "morning"),
    ("in", "the", "afternoon"),
    ("in", "the", "evening"),
    ("at", "night"),
    ("tonight",),
    ("this", "morning"),
    ("this", "afternoon"),
    ("this", "evening"),
    ("tomorrow",),
    ("sharp",),
)
_DECADES: Final = {f"{name[:-1]}ies": value for name, value in TENS.items()} | {"hundreds": 0}
_COUNTED: Final = frozenset(
    [
        "second",
        "seconds",
        "minute",
        "minutes",
        "hour",
        "hours",
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "people",
        "times",
        "percent",
        "dollars",
        "euros",
        "pounds",
        "miles",
        "feet",
        "kids",
        "men",
        "women",
        "students",
        "pages",
        "points",
    ]
)
# what a determiner begins is no decimal: "at this point two people left"
_NO_DECIMAL: Final = frozenset(
    [
        "this",
        "that",
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "what",
        "which",
        "some",
        "any",
        "at",
        "every",
        "each",
        "one",
        "no",
    ]
)
_NOT_A_NUMBER: Final = frozenset(
    ["no", "any", "every", "some", "which", "this", "that", "the", "each", "another"]
)
_ORDINAL_NOUNS: Final = frozenset(
    [
        "street",
        "avenue",
        "floor",
        "birthday",
        "anniversary",
        "century",
        "edition",
        "amendment",
        "president",
        "regiment",
    ]
)
_CURRENCIES: Final = {
    "dollar": "$", "euro": "€", "yen": "¥", "rupee": "₹",
}  # fmt: skip
_COUNTRIES: Final = {
    ("us",): "$",
    ("u", "s"): "$",
    ("united", "states"): "$",
    ("american",): "$",
    ("canadian",): "C$",
    ("australian",): "A$",
    ("hong", "kong"): "HK$",
    ("new", "zealand"): "NZ$",
    ("singapore",): "S$",
    ("new", "taiwan"): "NT$",
}
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
_JOINERS: Final = frozenset({"to", "or", "by", "through"})
_STAGED: Final = {
    "type": frozenset({"diabetes", "diabetic"}),
    "stage": frozenset({"cancer", "disease", "carcinoma", "hypertension", "kidney", "chronic"}),
    "grade": frozenset({"cancer", "carcinoma", "tumor", "tumour", "sprain"}),
    "phase": frozenset({"trial", "trials", "study", "clinical"}),
}


@dataclass(frozen=True, slots=True)
class Spelling:
    """How words `first` up to `end` of a clause may be written.

    Attributes:
        is_sure: it is written so whatever stands beside it.
        amount: the number it says; what is joined to a sure one by "to" or "or" is sure, too.
    """

    first: int
    end: int
    text: str
    is_sure: bool = True
    amount: Amount | None = None


_Rule = Callable[["_Clause", int], Spelling | None]


@dataclass(frozen=True, slots=True)
class _Clause:
    """Words in lower case between two marks."""

    words: Sequence[str]
    style: NumberStyle
    is_alone: bool

    def is_all(self, first: int, end: int) -> bool:
        """Whether nothing else is said: what is ambiguous in a sentence is plain by itself."""
        return self.is_alone and first == 0 and end == len(self.words)

    def at(self, place: int) -> str:
        return word_at(self.words, place)

    def has(self, place: int, phrase: tuple[str, ...]) -> bool:
        return tuple(self.words[place : place + len(phrase)]) == phrase

    def ends_at(self, place: int) -> bool:
        return place >= len(self.words)


def english_spellings(
    words: Sequence[str], style: NumberStyle, *, is_alone: bool = True
) -> list[Spelling]:
    """Return what of a clause is written in figures, from left to right.

    Args:
        words: in lower case.
        style: how.
        is_alone: no words of another language stand before or behind them.
    """
    clause = _Clause(words, style, is_alone)
    addresses = {address.first: address for address in find_addresses(words)}
    found: list[Spelling] = []
    place = 0
    while place < len(words):
        spelling = _spelling_at(clause, place, addresses.get(place))
        if spelling is not None:
            found.append(spelling)
        place = max(place + 1, spelling.end if spelling is not None else 0)
    return [spelling for spelling in _linked(clause, found) if spelling.is_sure]


def _spelling_at(clause: _Clause, place: int, address: Address | None) -> Spelling | None:
    if address is not None:
        return Spelling(address.first, address.end, address.text)
    if clause.words[place] not in _BEGINNINGS and not clause.words[place][:1].isdigit():
        return None
    for rule in _RULES:
        spelling = rule(clause, place)
        if spelling is not None:
            return spelling
    return None


def _kept(first: int, end: int) -> Spelling:
    return Spelling(first, end, "", is_sure=False)


def _linked(clause: _Clause, found: list[Spelling]) -> list[Spelling]:
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


def _idiom(clause: _Clause, place: int) -> Spelling | None:
    for phrase in _IDIOMS:
        if clause.at(place) == phrase[0] and clause.has(place, phrase):
            return _kept(place, place + len(phrase))
    for phrase, text in _FIXED.items():
        if clause.has(place, phrase):
            return Spelling(place, place + len(phrase), text)
    return None


# ---- digits ------------------------------------------------------------------------------------


def _telephone(clause: _Clause, place: int) -> Spelling | None:
    """Digits one by one: "seven nine nine", a telephone number, an address of the internet."""
    has_plus = clause.at(place) == "plus"
    first = place + has_plus
    if (dotted := _dotted(clause, first)) is not None:
        return dotted
    digits, end = read_digits(clause.words, first)
    if has_plus and not digits and (code := below_hundred(clause.words, first)) is not None:
        digits, end = read_digits(clause.words, code[1])
        digits = f"{code[0]}{digits}" if len(digits) >= 7 else ""
    if len(digits) < 3 or end - first < 2:
        return None
    if clause.at(end) in {"hundred", "point", *SCALES, *TENS, *TEENS}:
        return None
    if clause.words[end - 1] in {"oh", "o"} and len(digits) not in {7, 10, 11, 16}:
        digits, end = digits[:-1], end - 1
    is_call = clause.words[first] in {"oh", "o"}
    steps = {int(b) - int(a) for a, b in itertools.pairwise(digits)}
    is_count = len(digits) < 7 and (steps in ({1}, {-1}) or (steps == {0} and len(digits) < 4))
    before = clause.at(place - 1)
    if len(digits) < 3 or is_count or (is_call and len(digits) < 7):
        return _kept(place, end)
    if before in {"no", "any", "every", "some"}:
        return None
    context = clause.words[max(0, place - 5) : place]
    return Spelling(place, end, _telephone_text(digits, context, has_plus=has_plus))


def _telephone_text(  # noqa: PLR0911  a line a length
    digits: str, context: Sequence[str], *, has_plus: bool
) -> str:
    size = len(digits)
    local = f"{digits[-10:-7]}-{digits[-7:-4]}-{digits[-4:]}"
    if has_plus:
        return f"+{digits[:-10]} {local}" if 10 < size < 14 else f"+{digits}"
    if size == 10:
        return local
    if size == 11:
        if digits.startswith("020"):
            return f"{digits[:3]} {digits[3:7]} {digits[7:]}"
        return f"{digits[:5]} {digits[5:]}" if digits[0] == "0" else f"{digits[0]} {local}"
    if size == 16:
        return " ".join(digits[n : n + 4] for n in range(0, 16, 4))
    if size == 9 and {"ssn", "social"} & set(context):
        return f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
    calls = {"call", "phone", "telephone", "dial", "at", "number", "cell", "mobile", "fax"}
    if size == 7 and (digits.startswith("555") or calls & set(context)):
        return f"{digits[:3]}-{digits[3:]}"
    return digits


def _dotted(clause: _Clause, place: int) -> Spelling | None:
    """Return an IP address."""
    parts: list[str] = []
    end = place
    while len(parts) < 4:
        digits, after = read_digits(clause.words, end)
        short = read_shorthand(clause.words, end) or two_digits(clause.words, end)
        if short is not None and (short[1] > after or len(digits) > 3):
            digits, after = str(short[0]), short[1]
        if not digits or len(digits) > 3:
            return None
        parts.append(digits)
        end = after
        if len(parts) < 4:
            if clause.at(end) != "dot":
                return None
            end += 1
    return Spelling(place, end, ".".join(parts))


# ---- dates and times ---------------------------------------------------------------------------


def _read_year(clause: _Clause, place: int) -> tuple[int, int] | None:
    pair = read_pair(clause.words, place)
    if pair is None:
        found = read_cardinal(clause.words, place)
        pair = (found.value, found.end) if found is not None else None
    return pair if pair is not None and 1100 <= pair[0] <= 2100 else None


def _date(clause: _Clause, place: int) -> Spelling | None:
    """The day, or the year, behind a month."""
    month = clause.at(place - 1)
    if month not in _MONTHS:
        return None
    day = read_ordinal(clause.words, place)
    is_ordinal = day is not None
    if day is None or not 1 <= day[0] <= 31:
        day = below_hundred(clause.words, place)
        is_ordinal = False
    if day is not None and 1 <= day[0] <= 31 and clause.at(day[1]) not in {"hundred", *SCALES}:
        has_year = _read_year(clause, day[1]) is not None
        if has_year or (is_ordinal and _is_date(clause, place, day)):
            return Spelling(place, day[1], str(day[0]))
        is_bare = clause.ends_at(day[1]) or clause.at(day[1]) in {"at", "through", "from"}
        if month not in _VERBS_TOO and not read_pair(clause.words, place) and is_bare:
            return Spelling(place, day[1], str(day[0]))
    year = read_pair(clause.words, place)
    if year is not None and month not in _VERBS_TOO:
        return Spelling(place, year[1], str(year[0]))
    return None


def _is_date(clause: _Clause, place: int, day: tuple[int, int]) -> bool:
    if clause.at(place - 1) != "may" or day[0] > 3:
        return True
    before = clause.at(place - 2)  # "you may first", "i may second the motion"
    return before in {"on", "of", "by", "since", "until", "before", "after", "from", "to"} or (
        place == 1 and clause.ends_at(day[1])
    )


def _decade(clause: _Clause, place: int) -> Spelling | None:
    century = TEENS.get(clause.at(place)) or (20 if clause.at(place) == "twenty" else None)
    decade = _DECADES.get(clause.at(place + 1))
    if century is None or decade is None:
        return None
    return Spelling(place, place + 2, f"{century * 100 + decade}s")


def _year(clause: _Clause, place: int) -> Spelling | None:
    """A number said in two pairs, where it is no time and not "fifteen, twenty minutes"."""
    pair = read_pair(clause.words, place)
    if pair is None:
        return None
    century, rest = divmod(pair[0], 100)
    end = pair[1]
    before = clause.at(place - 1)
    is_whole = clause.is_all(place, end)
    has_context = before in _BEFORE_YEAR | _BEFORE_NUMBER | {"march", "may"} or is_whole
    is_guess = rest > century and (rest - century == 1 or (not century % 5 and not rest % 5))
    if clause.at(end) in _COUNTED and is_guess and rest - century <= 20:
        return _kept(place, end)
    if century < 13 and rest < 60 and not (before in {"in", "year"} or before in _MONTHS):
        return None if _is_time_context(clause, place, end) else _kept(place, end)
    if century < 13 and not has_context and clause.at(end) not in _ERAS:
        return _kept(place, end)
    if is_guess and rest - century <= 10 and not has_context and not clause.ends_at(end):
        return _kept(place, end)
    return Spelling(place, end, str(pair[0]))


def _is_time_context(clause: _Clause, place: int, end: int) -> bool:
    before = clause.at(place - 1)
    minutes = two_digits(clause.words, end - 1) or two_digits(clause.words, end - 2)
    if clause.at(end) in NUMBER_WORDS | {"oh", "o", "point"}:
        return False
    if clause.is_all(place, end):
        return True
    if any(clause.has(end, part) for part in _PARTS_OF_DAY):
        return True
    if clause.at(end) in _COUNTED or before not in _BEFORE_TIME:
        return False
    return before == "at" or (minutes is not None and minutes[0] % 5 == 0)


def _clock_text(hour: int, minute: int | None, half: str, style: NumberStyle) -> str:
    if style.clock is Clock.TWENTY_FOUR:
        if half:
            hour = hour % 12 + (12 if half == "pm" else 0)
        return f"{hour:02d}:{minute or 0:02d}" if half else f"{hour}:{minute or 0:02d}"
    text = str(hour) if minute is None else f"{hour}:{minute:02d}"
    return f"{text} {half}" if half else text


def _half_day(clause: _Clause, place: int) -> tuple[str, int]:
    """Return "am" or "pm" and where it ends."""
    word = clause.at(place)
    if word in {"a", "p"} and clause.at(place + 1) == "m":
        return f"{word}m", place + 2
    if word in _HALF_DAYS and not (word == "am" and clause.at(place + 1) in {"i", "not"}):
        return _HALF_DAYS[word], place + 1
    return "", place


def _zone(clause: _Clause, place: int) -> tuple[str, int]:
    letters = clause.words[place : place + 3]
    if len(letters) == 3 and "".join(letters) in _ZONES:
        return f" {''.join(letters).upper()}", place + 3
    word = clause.at(place)
    return (f" {word.upper()}", place + 1) if word in _ZONES else ("", place)


def _time(clause: _Clause, place: int) -> Spelling | None:  # noqa: PLR0911  a form a return
    if clause.at(place) in {"half", "quarter", "a"} or clause.at(place) in _PAST:
        found = _relative_time(clause, place)
        if found is not None:
            return found
    hour = below_hundred(clause.words, place)
    if hour is None or not 1 <= hour[0] <= 12:
        return None
    minute: int | None = None
    end = hour[1]
    minutes = two_digits(clause.words, end)
    if minutes is not None and minutes[0] < 60:
        minute, end = minutes
    half, after = _half_day(clause, end)
    amount = Amount("", after, float(hour[0]))
    if half:
        zone, after = _zone(clause, after)
        text = _clock_text(hour[0], minute, half, clause.style)
        return Spelling(place, after, text + zone, amount=amount)
    spelled = (clause.at(end), clause.at(end + 1)) in {("o", "clock"), ("oh", "clock")}
    if minute is None and (clause.at(end) in _OCLOCK or spelled):
        return _oclock(clause, place, hour[0], end + 1 + spelled)
    if minute is not None and _is_time_context(clause, place, end):
        if clause.at(place - 1) == "after" and (hour[0], minute) == (9, 11):
            return _kept(place, end)
        if read_measure(clause.words, end) is None and clause.at(end) != "over":
            return Spelling(place, end, _clock_text(hour[0], minute, "", clause.style))
    return None


def _oclock(clause: _Clause, place: int, hour: int, end: int) -> Spelling:
    half, after = _half_day(clause, end)
    zone, after = _zone(clause, after)
    if half or clause.style.clock is Clock.TWENTY_FOUR:
        text = _clock_text(hour, None, half, clause.style)
    else:
        text = f"{hour} o'clock"
    return Spelling(place, after, text + zone)


_PAST: Final = {"five": 5, "ten": 10, "twenty": 20, "one": 1, "two": 2, "three": 3, "four": 4}


def _relative_time(clause: _Clause, place: int) -> Spelling | None:
    """Read such as "half past three", "a quarter to one", "ten to eleven pm"."""
    start = place + (clause.at(place) == "a" and clause.at(place + 1) in {"half", "quarter"})
    word = clause.at(start)
    is_fraction = word in {"half", "quarter"}
    if is_fraction:
        minutes, end = (30 if word == "half" else 15), start + 1
    else:
        found = below_hundred(clause.words, start)
        if found is None or not 1 <= found[0] < 30:
            return None
        minutes, end = found
    has_minutes = clause.at(end) in {"minutes", "minute", "mins", "min"}
    end += has_minutes
    direction = clause.at(end)
    if direction not in {"past", "to"} or (word == "half" and direction == "to"):
        return None
    hour = below_hundred(clause.words, end + 1)
    if hour is None or not 1 <= hour[0] <= 12:
        return None
    half, after = _half_day(clause, hour[1])
    is_at = clause.at(place - 1) == "at" and clause.at(hour[1]) not in _COUNTED
    if not (half or direction == "past" or is_fraction or (is_at and minutes % 5 == 0)):
        return None
    if direction == "to" and is_fraction and clause.at(hour[1]) in {"of", "third", *_COUNTED}:
        return None
    value = hour[0] if direction == "past" else (hour[0] - 2) % 12 + 1
    if half and direction == "to" and hour[0] == 12:
        half = {"am": "pm", "pm": "am"}[half]
    minute = minutes if direction == "past" else 60 - minutes
    return Spelling(place, after, _clock_text(value, minute, half, clause.style))


def _ordinal(clause: _Clause, place: int) -> Spelling | None:  # noqa: PLR0911  a form a return
    """Read such as "twenty first"; below the tenth only where it is the day of a month."""
    found = read_ordinal(clause.words, place)
    if found is None:
        return None
    value, end = found
    before = clause.at(place - 1)
    is_day = clause.at(end) == "of" and clause.at(end + 1) in _MONTHS and 1 <= value <= 31
    if clause.has(place, ("fourth", "of", "july")):
        return _kept(place, end)
    if value < 10 and not (is_day and before == "the"):
        return _kept(place, end)
    if before in NUMBER_WORDS or (before in {"a", "an", "per"} and end - place == 1):
        return _kept(place, end)
    last = clause.words[end - 1]
    is_fraction = clause.at(end) == "of" and clause.at(place) == "one" and last.endswith("th")
    if is_fraction or (clause.at(place) == "one" and end - place == 2 and value < 100):
        return _kept(place, end)
    if last == "second" and end - place > 1:
        is_rank = (
            before in {"the", "his", "her", "my", "their", "our", *_MONTHS}
            or clause.at(end) in _ORDINAL_NOUNS
            or clause.is_all(place, end)
        )
        if not is_rank:
            amount = read_amount(clause.words[: end - 1], place, clause.style)
            if amount is not None and before in {"a", "an", "this", "every", "one"}:
                return Spelling(place, end, f"{amount.text}-second")
            return _kept(place, end)
    return Spelling(place, end, ordinal_text(value))


# ---- amounts -----------------------------------------------------------------------------------


def _signed(clause: _Clause, place: int) -> Spelling | None:
    if clause.at(place) not in {"minus", "negative"}:
        return None
    before = clause.at(place - 1)
    amount = read_amount(clause.words, place + 1, clause.style)
    if amount is None or amount.is_written or before in NUMBER_WORDS | {"or", "plus"}:
        return None
    if before[:1].isdigit() or amount.is_shorthand or amount.is_indefinite:
        return None
    found = _counted(clause, place, replace(amount, text=f"-{amount.text}", is_small=False))
    return replace(found, is_sure=True)


def _pressure(clause: _Clause, place: int) -> Spelling | None:
    """Read such as "one twenty over eighty"."""
    upper = read_amount(clause.words, place, clause.style)
    if upper is None or clause.at(upper.end) != "over" or not upper.is_whole:
        return None
    lower = read_amount(clause.words, upper.end + 1, clause.style)
    if lower is None or not lower.is_whole:
        return None
    if not (60 <= upper.value <= 300 and 20 <= lower.value <= 160 and upper.value > lower.value):
        return None
    if clause.at(lower.end) in _COUNTED or read_measure(clause.words, lower.end) is not None:
        return None
    return Spelling(place, lower.end, f"{upper.text}/{lower.text}")


def _amount(clause: _Clause, place: int) -> Spelling | None:
    word = clause.at(place)
    if word == "point" and (clause.at(place - 1) in _NO_DECIMAL or clause.at(place - 1) == ""):
        digits, end = read_digits(clause.words, place + 1)
        is_number = len(digits) > 1 and (
            place == 0 or clause.words[place + 1] in {"zero", "oh", "o"}
        )
        counted = read_measure(clause.words, end) or clause.at(end) in {"percent", "dollars"}
        if clause.at(place - 1) != "" or not (is_number or counted):
            return None
    joins = not (clause.at(place - 1) == "between" and _and_ends(clause, place))
    amount = read_amount(clause.words, place, clause.style, joins=joins)
    if amount is None:
        return None
    if word == "one" and not amount.is_whole and clause.at(place - 1) == "at":
        return None  # "at one point two people left"
    return _counted(clause, place, amount)


def _and_ends(clause: _Clause, place: int) -> bool:
    """Whether the "and" behind "between" parts two numbers, not hundreds from the rest."""
    longest = read_amount(clause.words, place, clause.style)
    return longest is not None and clause.at(longest.end) != "and"


def _counted(  # noqa: PLR0911  a kind a return
    clause: _Clause, place: int, amount: Amount
) -> Spelling:
    """Return an amount with what it counts."""
    money = _money(clause, place, amount)
    if money is not None:
        return money
    end = amount.end
    following = clause.at(end)
    per_cent = following == "percent" or clause.has(end, ("per", "cent"))
    if per_cent:
        after = end + (1 if following == "percent" else 2)
        return Spelling(place, after, f"{amount.text} %", amount=amount)
    if following in {"year", "month", "week", "day"} and clause.at(end + 1) in {"old", "olds"}:
        if amount.is_shorthand:
            return _kept(place, place + 1)  # "two seventy five year olds"
        text = f"{amount.text}-{following}-{clause.words[end + 1]}"
        return Spelling(place, end + 2, text, is_sure=not amount.is_indefinite)
    area = read_measure(clause.words, end + 1) if following == "per" else None
    if area is not None and area.symbol.endswith(("²", "³")) and clause.style.unit_symbols:
        return Spelling(place, area.end, f"{amount.text} /{area.symbol}", amount=amount)
    measure = read_measure(clause.words, end)
    if measure is not None:
        return _measured(clause, place, amount, measure)
    for length in (3, 2, 1):
        era = _ERAS.get(" ".join(clause.words[end : end + length]))
        if (
            era is not None
            and end + length <= len(clause.words)
            and not amount.is_indefinite
            and amount.value >= 10
        ):
            return Spelling(place, end + length, f"{amount.text} {era}")
    return _plain(clause, place, amount)


def _plain(clause: _Clause, place: int, amount: Amount) -> Spelling:
    before = clause.at(place - 1)
    is_number = before in _BEFORE_NUMBER and clause.at(place - 2) not in {"every", "each"}
    is_staged = clause.at(amount.end) in _STAGED.get(before, ())
    if amount.is_written or amount.is_indefinite or clause.at(amount.end) == "something":
        is_sure = False
    elif amount.is_small:
        is_digit = clause.style.small_numbers is SmallNumbers.DIGITS and amount.value > 1
        is_sure = is_number or is_staged or is_digit or _is_half(amount)
    else:
        is_sure = not amount.is_shorthand or is_number
    return Spelling(place, amount.end, amount.text, is_sure=is_sure, amount=amount)


def _is_half(amount: Amount) -> bool:
    return not amount.is_whole and " " in amount.text


def _measured(clause: _Clause, place: int, amount: Amount, measure: Measure) -> Spelling:
    is_prose = measure.is_everyday and (
        (amount.is_small and clause.style.small_numbers is SmallNumbers.WORDS)
        or amount.is_indefinite
        or (amount.is_small and amount.value <= 1)
    )
    if not clause.style.unit_symbols:
        is_sure = not is_prose and not amount.is_written
        return Spelling(place, amount.end, amount.text, is_sure=is_sure, amount=amount)
    text = f"{amount.text} {measure.symbol}"
    return Spelling(place, measure.end, text, is_sure=not is_prose, amount=amount)


def _money(  # noqa: C901  country, sign, fraction: each may lack
    clause: _Clause, place: int, amount: Amount
) -> Spelling | None:
    sign, end = "", amount.end
    for country, its_sign in _COUNTRIES.items():
        if clause.has(end, country) and clause.at(end + len(country)) in {"dollar", "dollars"}:
            sign, end = its_sign, end + len(country) + 1
    word = clause.at(end)
    name = word.removesuffix("s")
    if not sign and name in _CURRENCIES and not (amount.value == 1 and word.endswith("s")):
        sign, end = _CURRENCIES[name], end + 1
    elif not sign and word == "won" and amount.value >= 1000:
        sign, end = "₩", end + 1
    elif not sign and word in {"pounds", "pound"}:
        if clause.at(end + 1) == "sterling":
            sign, end = "£", end + 2
        elif _cents(clause, end + 1, {"pence", "p"}) is not None:
            sign, end = "£", end + 1
    if not sign or (amount.is_indefinite and clause.at(place - 1) == "like"):
        return None
    if amount.is_small and word == "yen":
        return None  # "two yen" may be a wish
    text = amount.text
    cents = _cents(clause, end, {"cents", "cent", "pence", "p"}) if amount.is_whole else None
    if cents is not None:
        text, end = f"{text}.{cents[0]:02d}", cents[1]
    minus = "-" if text.startswith("-") else ""
    if amount.is_indefinite and " " in text:
        text = text.replace("a ", "1 ")
    return Spelling(place, end, f"{minus}{sign}{text.removeprefix('-')}", amount=amount)


def _cents(clause: _Clause, place: int, names: set[str]) -> tuple[int, int] | None:
    """Return the cents behind dollars and where they end."""
    first = place + (clause.at(place) == "and")
    found = below_hundred(clause.words, first)
    if found is None:
        return None
    if clause.at(found[1]) in names:
        return found[0], found[1] + 1
    is_bare = first == place and found[0] >= 10 and clause.ends_at(found[1])
    return found if is_bare else None


_RULES: Final[tuple[_Rule, ...]] = (
    _idiom,
    _pressure,
    _time,
    _telephone,
    _date,
    _decade,
    _ordinal,
    _signed,
    _year,
    _amount,
)
_BEGINNINGS: Final = frozenset(
    {*DIGITS, *NUMBER_WORDS, *ORDINAL_WORDS, *ONES, "a", "half", "quarter", "minus", "negative"}
    | {"plus", "double", "triple", "point"}
    | {phrase[0] for phrase in (*_IDIOMS, *_FIXED)}
)
