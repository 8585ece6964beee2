"""English dates, years, times of day and ordinals."""

from __future__ import annotations

import re
from typing import Final

from engine.formatting.english_clause import BEFORE_NUMBER, COUNTED, ERAS, Clause, Figures, kept
from engine.formatting.english_measures import read_measure
from engine.formatting.english_numerals import (
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
    read_ordinal,
    read_pair,
    two_digits,
)
from engine.settings import Clock, NumberStyle

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


_HALF_DAYS: Final = {"am": "am", "pm": "pm", "a.m": "am", "p.m": "pm", "a.m.": "am", "p.m.": "pm"}


_ZONES: Final = frozenset(
    ["gmt", "est", "edt", "pst", "pdt", "cst", "cdt", "mst", "utc", "cet", "cest", "bst", "hkt"]
)


_HOUR_IN_FIGURES: Final = re.compile(r"(\d{1,2})(?::([0-5]\d))?")


_OCLOCK: Final = frozenset({"o'clock", "oclock", "o’clock"})


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


def _read_year(clause: Clause, place: int) -> tuple[int, int] | None:
    pair = read_pair(clause.words, place)
    if pair is None:
        found = read_cardinal(clause.words, place)
        pair = (found.value, found.end) if found is not None else None
    return pair if pair is not None and 1100 <= pair[0] <= 2100 else None


def date(clause: Clause, place: int) -> Figures | None:
    """Read the day, or the year, after a month."""
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
            return Figures(place, day[1], str(day[0]))
        is_bare = clause.ends_at(day[1]) or clause.at(day[1]) in {"at", "through", "from"}
        if month not in _VERBS_TOO and not read_pair(clause.words, place) and is_bare:
            return Figures(place, day[1], str(day[0]))
    year = read_pair(clause.words, place)
    if year is not None and month not in _VERBS_TOO:
        return Figures(place, year[1], str(year[0]))
    return None


def _is_date(clause: Clause, place: int, day: tuple[int, int]) -> bool:
    if clause.at(place - 1) != "may" or day[0] > 3:
        return True
    before = clause.at(place - 2)  # "you may first", "i may second the motion"
    return before in {"on", "of", "by", "since", "until", "before", "after", "from", "to"} or (
        place == 1 and clause.ends_at(day[1])
    )


_BEFORE_DECADE: Final = frozenset({"the", "early", "late", "mid"})


def decade(clause: Clause, place: int) -> Figures | None:
    if clause.has(place, ("two", "thousands")) and clause.at(place - 1) in _BEFORE_DECADE:
        return Figures(place, place + 2, "2000s")
    century = TEENS.get(clause.at(place)) or (20 if clause.at(place) == "twenty" else None)
    decade = _DECADES.get(clause.at(place + 1))
    if century is None or decade is None:
        return None
    return Figures(place, place + 2, f"{century * 100 + decade}s")


def year(clause: Clause, place: int) -> Figures | None:
    """Read a number said in two pairs, unless it is a time or "fifteen, twenty minutes"."""
    pair = read_pair(clause.words, place)
    if pair is None:
        return None
    century, rest = divmod(pair[0], 100)
    end = pair[1]
    before = clause.at(place - 1)
    is_whole = clause.is_all(place, end)
    is_dated = before in ORDINAL_WORDS and not _MONTHS.isdisjoint(
        clause.words[max(0, place - 3) : place]
    )
    is_known = before in _BEFORE_YEAR | BEFORE_NUMBER | {"march", "may"}
    has_context = is_known or is_dated or is_whole
    is_guess = rest > century and (rest - century == 1 or (not century % 5 and not rest % 5))
    if clause.at(end) in COUNTED and is_guess and rest - century <= 20:
        return kept(place, end)
    if century < 13 and rest < 60 and not (before in {"in", "year"} or before in _MONTHS):
        return None if _is_time_context(clause, place, end) else kept(place, end)
    if century < 13 and not has_context and clause.at(end) not in ERAS:
        return kept(place, end)
    if is_guess and rest - century <= 10 and not has_context and not clause.ends_at(end):
        return kept(place, end)
    return Figures(place, end, str(pair[0]))


def _is_time_context(clause: Clause, place: int, end: int) -> bool:
    before = clause.at(place - 1)
    minutes = two_digits(clause.words, end - 1) or two_digits(clause.words, end - 2)
    if clause.at(end) in NUMBER_WORDS | {"oh", "o", "point"}:
        return False
    if clause.is_all(place, end):
        return True
    if any(clause.has(end, part) for part in _PARTS_OF_DAY):
        return True
    is_span = before == "to" and "from" in {clause.at(place - 3), clause.at(place - 4)}
    if clause.at(end) in COUNTED or not (is_span or before in _BEFORE_TIME):
        return False
    return before == "at" or (minutes is not None and minutes[0] % 5 == 0)


def _clock_text(hour: int, minute: int | None, half: str, style: NumberStyle) -> str:
    if style.clock is Clock.TWENTY_FOUR:
        if half:
            hour = hour % 12 + (12 if half == "pm" else 0)
        return f"{hour:02d}:{minute or 0:02d}" if half else f"{hour}:{minute or 0:02d}"
    text = str(hour) if minute is None else f"{hour}:{minute:02d}"
    return f"{text} {half}" if half else text


def _half_day(clause: Clause, place: int) -> tuple[str, int]:
    """Return "am" or "pm" and its end."""
    word = clause.at(place)
    if word in {"a", "p"} and clause.at(place + 1) == "m":
        return f"{word}m", place + 2
    if word in _HALF_DAYS and not (word == "am" and clause.at(place + 1) in {"i", "not"}):
        return _HALF_DAYS[word], place + 1
    return "", place


def _zone(clause: Clause, place: int) -> tuple[str, int]:
    letters = clause.words[place : place + 3]
    if len(letters) == 3 and "".join(letters) in _ZONES:
        return f" {''.join(letters).upper()}", place + 3
    word = clause.at(place)
    return (f" {word.upper()}", place + 1) if word in _ZONES else ("", place)


def time(clause: Clause, place: int) -> Figures | None:  # noqa: PLR0911  a return per form
    if clause.at(place) in {"half", "quarter", "a"} or clause.at(place) in _PAST:
        found = _relative_time(clause, place)
        if found is not None:
            return found
    hour = below_hundred(clause.words, place)
    if hour is None or not 1 <= hour[0] <= 12:
        return None if hour is None else _hour_of_24(clause, place, hour)
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
        return Figures(place, after, text + zone, amount=amount)
    spelled = (clause.at(end), clause.at(end + 1)) in {("o", "clock"), ("oh", "clock")}
    if minute is None and (clause.at(end) in _OCLOCK or spelled):
        return _oclock(clause, place, hour[0], end + 1 + spelled)
    if minute is not None and _is_time_context(clause, place, end):
        if clause.at(place - 1) == "after" and (hour[0], minute) == (9, 11):
            return kept(place, end)
        if read_measure(clause.words, end) is None and clause.at(end) != "over":
            return Figures(place, end, _clock_text(hour[0], minute, "", clause.style))
    return None


def early_time(clause: Clause, place: int) -> Figures | None:
    """Read "oh six hundred hours" and "at oh six forty five"."""
    hour = ONES.get(clause.at(place + 1))
    if clause.at(place) not in {"oh", "o"} or hour is None:
        return None
    if clause.has(place + 2, ("hundred", "hours")):
        return Figures(place, place + 3, f"{hour:02d}00")
    minutes = two_digits(clause.words, place + 2)
    if minutes is None or minutes[0] >= 60 or clause.at(minutes[1]) in NUMBER_WORDS:
        return None
    is_time = clause.at(place - 1) in {*_BEFORE_TIME, "for", "around"}
    text = f"{hour:02d}:{minutes[0]:02d}"
    return Figures(place, minutes[1], text, is_word=True) if is_time else None


def _hour_of_24(clause: Clause, place: int, hour: tuple[int, int]) -> Figures | None:
    """Read e.g. "at seventeen forty five"."""
    short = TEENS.get(clause.at(place)) or (20 if clause.at(place) == "twenty" else 0)
    for value, end in (hour, (short, place + 1)):
        minutes = two_digits(clause.words, end)
        if minutes is None or not 13 <= value <= 23 or minutes[0] >= 60:
            continue
        is_time = clause.at(place - 1) == "at" and clause.at(minutes[1]) not in COUNTED
        is_year = value == minutes[0] or clause.at(minutes[1]) in {*NUMBER_WORDS, "percent"}
        if is_time and not is_year:
            return Figures(place, minutes[1], f"{value}:{minutes[0]:02d}")
    return None


def time_in_figures(clause: Clause, place: int) -> Figures | None:
    """Read e.g. "3 p m" and "11:30 am", in which the recogniser wrote the figures."""
    figures = _HOUR_IN_FIGURES.fullmatch(clause.at(place))
    half, after = _half_day(clause, place + 1)
    if figures is None or not half or not 1 <= int(figures[1]) <= 12:
        return None
    minute = int(figures[2]) if figures[2] else None
    text = _clock_text(int(figures[1]), minute, half, clause.style)
    return Figures(place, after, text)


def _oclock(clause: Clause, place: int, hour: int, end: int) -> Figures:
    half, after = _half_day(clause, end)
    zone, after = _zone(clause, after)
    if half or clause.style.clock is Clock.TWENTY_FOUR:
        text = _clock_text(hour, None, half, clause.style)
    else:
        text = f"{hour} o'clock"
    return Figures(place, after, text + zone)


_IS_TIME: Final = frozenset({"is", "it's", "its", "was", "about", "around", "by", "until", "till"})
_PAST: Final = {"five": 5, "ten": 10, "twenty": 20, "one": 1, "two": 2, "three": 3, "four": 4}


def _relative_time(clause: Clause, place: int) -> Figures | None:  # noqa: PLR0911  one per doubt
    """Read e.g. "half past three", "a quarter to one", "ten to eleven pm"."""
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
    is_at = clause.at(place - 1) == "at" and clause.at(hour[1]) not in COUNTED
    in_day = any(clause.has(hour[1], part) for part in _PARTS_OF_DAY)
    is_time = is_at or has_minutes or clause.is_all(place, after)
    is_time = is_time or clause.at(place - 1) in _IS_TIME
    is_time = is_time or minutes > 12  # too many for an hour
    if not (direction == "past" or is_fraction or (is_time and (half or is_at or in_day))):
        return None  # "open ten to six pm", "ten to one he comes"
    if minutes % 5 and not has_minutes and direction == "to":
        return None
    if direction == "to" and is_fraction and clause.at(hour[1]) in {"of", "third", *COUNTED}:
        return None
    value = hour[0] if direction == "past" else (hour[0] - 2) % 12 + 1
    if half and direction == "to" and hour[0] == 12:
        half = {"am": "pm", "pm": "am"}[half]
    minute = minutes if direction == "past" else 60 - minutes
    return Figures(place, after, _clock_text(value, minute, half, clause.style))


def ordinal(clause: Clause, place: int) -> Figures | None:  # noqa: PLR0911  a return per form
    """Read e.g. "twenty first"; below the tenth only as the day of a month."""
    found = read_ordinal(clause.words, place)
    if found is None:
        return None
    value, end = found
    before = clause.at(place - 1)
    is_day = clause.at(end) == "of" and clause.at(end + 1) in _MONTHS and 1 <= value <= 31
    if clause.has(place, ("fourth", "of", "july")):
        return kept(place, end)
    if value < 10 and not (is_day and before == "the"):
        return kept(place, end)
    if before in NUMBER_WORDS or (before in {"a", "an", "per"} and end - place == 1):
        return kept(place, end)
    last = clause.words[end - 1]
    is_fraction = clause.at(end) == "of" and clause.at(place) == "one" and last.endswith("th")
    if is_fraction or (clause.at(place) == "one" and end - place == 2 and value < 100):
        return kept(place, end)
    if last == "second" and end - place > 1:
        is_rank = (
            is_day
            or before in {"the", "his", "her", "my", "their", "our", *_MONTHS}
            or clause.at(end) in _ORDINAL_NOUNS
            or clause.is_all(place, end)
        )
        if not is_rank:
            amount = read_amount(clause.words[: end - 1], place, clause.style)
            if amount is not None and before in {"a", "an", "this", "every", "one"}:
                return Figures(place, end, f"{amount.text}-second")
            return kept(place, end)
    return Figures(place, end, ordinal_text(value))
