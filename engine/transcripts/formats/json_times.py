"""Finds out when the records of a JSON file were said: under which keys, in which units.

The values decide: starts never decrease, ends are no earlier, and nobody says a hundred letters a
second. Key names only choose between possible values.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from statistics import median

from engine.text.scripts import is_cjk
from engine.transcripts.formats.json_columns import words_in
from engine.transcripts.formats.json_literals import Holder, Row, Table

_BEGINS = frozenset({"start", "begin", "from", "offset"})
_MOMENTS = frozenset({"time", "timestamp", "ts", "t", "at"})
_ENDS = frozenset({"end", "stop", "to", "finish", "until"})
_LASTS = frozenset({"duration", "dur", "length", "len"})
_NAMED_UNITS = {"ms": 1e3, "msec": 1e3, "millis": 1e3, "milliseconds": 1e3, "ticks": 1e7, "us": 1e6}
_SAMPLES = 16e3
_UNITS = (1.0, 1e3, _SAMPLES, 1e6, 1e7, 1e9)  # seconds, ms, samples, µs, ticks of 100 ns, ns
_LETTERS_A_SECOND = 13.0
_LETTERS_OF_A_CHARACTER = 3
_MOST_FIELDS = 16
_MOST_KEYS = 64  # per record
_SAMPLE = 300  # records used to identify the columns
_HUGE = 1e18
_MOST_S = 1e9
_MOSTLY = 0.9
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,9})?)")
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?")

Bounds = tuple[float | None, float | None]  # start and end in seconds, None if not stated
Record = tuple[Holder, str, bool]  # content, text, and whether it begins a list


@dataclass(frozen=True, slots=True)
class _Number:
    value: float
    is_seconds: bool = False  # from a clock, or with its unit


def times_of(records: Sequence[Record]) -> list[Bounds] | None:
    """Return when each record was said; None if nothing tells."""
    rows = [dict(_numbers(holder)) for holder, _, _ in records]
    sample = rows[:_SAMPLE], records[:_SAMPLE]
    counts = Counter(name for row in sample[0] for name in row)
    names = [name for name, count in counts.items() if 2 * count >= len(sample[0])]
    hinted = [name for name in names if _role(name) & (_BEGINS | _MOMENTS)]
    columns = [
        column
        for begin in (hinted or names)[:_MOST_FIELDS]
        for end in (None, *names[:_MOST_FIELDS])
        if begin != end
        for lasts in ((False,) if end is None else (False, True))
        if (column := _Columns(*sample, begin, end, lasts)).fits
    ]
    best = max(columns, key=lambda it: it.score, default=None)
    return None if best is None else best.bounds(rows)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Two columns of some records that may be start and end, or start and duration."""

    rows: Sequence[dict[str, _Number]]
    records: Sequence[Record]
    begin: str
    end: str | None
    lasts: bool

    @property
    def fits(self) -> bool:
        """Whether neither their names nor their values rule it out."""
        return self._fit_of_names is not None and self._ends_fit() and self._begins_fit()

    @property
    def score(self) -> float:
        """How likely it is."""
        return (self._fit_of_names or 0.0) - 0.3 * self._strangeness(self._units()[1])

    @property
    def _fit_of_names(self) -> float | None:
        return _likely(self.begin, self.end, lasts=self.lasts)

    def _ends_fit(self) -> bool:
        """Whether nothing ends before it starts, and the numbers are not places in a text."""
        if self.end is None:
            return True
        rows = zip(self.rows, self.records, strict=True)
        told = [(row, text) for row, (_, text, _) in rows if {self.begin, self.end} <= row.keys()]
        pairs = [(row[self.begin].value, row[self.end].value) for row, _ in told]
        fits = [end >= (0 if self.lasts else begin) for begin, end in pairs]
        if not fits or sum(fits) < _MOSTLY * len(fits):
            return False
        are_places = len(pairs) > 1 and _are_places(pairs, [text for _, text in told])
        return self.lasts or not are_places

    def _begins_fit(self) -> bool:
        """Whether starts hardly ever decrease; without telling names, nothing may overlap."""
        steps = list(self._steps())
        if sum(after >= before for before, after in steps) < _MOSTLY * len(steps):
            return False
        name = _role(self.begin)
        if self.end is None:
            return bool(name & _BEGINS) or bool(name & _MOMENTS and steps)
        are_named = name & (_BEGINS | _MOMENTS) and _role(self.end) & (_ENDS | _LASTS)
        return bool(are_named) or (len(steps) > 1 and self._is_tight())

    def bounds(self, rows: Sequence[dict[str, _Number]]) -> list[Bounds]:
        """Return when each of all records was said."""
        units = self._units()
        told: list[Bounds] = []
        for row in rows:
            begin, end = row.get(self.begin), row.get(self.end or "")
            begin_s = None if begin is None else begin.value / units[0]
            end_s = None if end is None else end.value / units[1]
            if self.lasts and end_s is not None:
                end_s = None if begin_s is None else begin_s + end_s
            told.append((_sound(begin_s), _sound(end_s)))
        return told

    def _steps(self) -> Iterator[tuple[float, float]]:
        """Yield the starts of consecutive records of a list."""
        rows = zip(self.rows, self.records, strict=True)
        for (one, _), (other, (_, _, begins_list)) in pairwise(rows):
            if not begins_list and self.begin in one and self.begin in other:
                yield one[self.begin].value, other[self.begin].value

    def _lengths(self) -> Iterator[tuple[float, str]]:
        """Yield each record's duration, in the file's units, and its text."""
        rows = list(zip(self.rows, self.records, strict=True))
        for (row, (_, text, _)), following in zip(rows, [*rows[1:], None], strict=True):
            if self.begin not in row:
                continue
            begin = row[self.begin].value
            if self.end is not None:
                if self.end in row:
                    end = row[self.end].value
                    yield (end if self.lasts else end - begin), text
            elif following and self.begin in following[0] and not following[1][2]:
                yield following[0][self.begin].value - begin, text

    def _is_tight(self) -> bool:
        """Whether each record ends before the next starts, and no two start together."""
        begins = [row[self.begin].value for row in self.rows if self.begin in row]
        lengths = [length for length, _ in self._lengths()]
        if len(lengths) != len(begins):
            return False
        gaps = [b - a - length for (a, b), length in zip(pairwise(begins), lengths, strict=False)]
        rises = all(b > a for a, b in pairwise(begins))
        shortest = min(lengths)
        return rises and shortest > 0 and all(-shortest <= gap for gap in gaps)

    def _units(self) -> tuple[float, float]:
        """Return how many units of each column make a second."""
        both = [self.begin, self.end or self.begin]
        told = [_named_unit(self.rows, name) for name in both]
        if None not in told:
            return told[0] or 1.0, told[1] or 1.0
        unit = min(_UNITS, key=self._strangeness)
        return told[0] or unit, told[1] or unit

    def _strangeness(self, unit: float) -> float:
        """Return how unlike speech it would be if this many units made a second."""
        lengths = ((_length_of(text), length) for length, text in self._lengths() if length > 0)
        paces = [count / length for count, length in lengths if count]
        pace = median(paces) if paces else _LETTERS_A_SECOND
        names = [self.begin, self.end or self.begin]
        numbers = (row[name].value for row in self.rows for name in names if name in row)
        is_broken = unit > 1 and any(isinstance(number, float) for number in numbers)
        rare = 0.5 if unit == _SAMPLES else 0.0
        return abs(math.log(pace * unit / _LETTERS_A_SECOND)) + rare + 2.5 * is_broken


def _likely(begin: str, end: str | None, *, lasts: bool) -> float | None:
    """Return how well the names fit; None if one means something else."""
    first = _role(begin)
    if first & (_ENDS | _LASTS):
        return None
    score = 2.0 * bool(first & _BEGINS) + 1.0 * bool(first & _MOMENTS) - 0.5 * begin.count(".")
    if end is None:
        return score
    last = _role(end)
    is_end, is_length = bool(last & _ENDS), bool(last & _LASTS)
    if (is_length and not lasts) or (is_end and not is_length and lasts):
        return None
    if last & _BEGINS and not (is_end or is_length):
        return None
    alike = len(first & last) / max(1, len(first | last))
    return score + 2.0 * (is_end or is_length) + alike - 0.5 * end.count(".") + 0.1 * (not lasts)


def _role(name: str) -> frozenset[str]:
    """Return the words in a name that say what the number is: for `dur.start`, those of `start`."""
    last = words_in(name.rpartition(".")[2])
    return last if last & (_BEGINS | _MOMENTS | _ENDS | _LASTS) else words_in(name)


def _named_unit(rows: Sequence[dict[str, _Number]], name: str) -> float | None:
    if all(row[name].is_seconds for row in rows if name in row):
        return 1.0
    return next((_NAMED_UNITS[part] for part in words_in(name) if part in _NAMED_UNITS), None)


def _are_places(pairs: Sequence[tuple[float, float]], texts: Sequence[str]) -> bool:
    """Whether the numbers are places of words in a text, not times."""
    rows = zip(pairs, texts, strict=False)
    return all(end - begin == len(text.strip()) for (begin, end), text in rows)


def _length_of(text: str) -> int:
    """Return the letters of a text for its pace: a CJK character counts as a syllable."""
    return sum((_LETTERS_OF_A_CHARACTER if is_cjk(sign) else 1) for sign in text if sign.isalnum())


def _sound(time_s: float | None) -> float | None:
    return time_s if time_s is not None and abs(time_s) < _MOST_S else None


def _numbers(holder: Holder) -> Iterator[tuple[str, _Number]]:
    """Yield the numbers of a record, by name."""
    if isinstance(holder, Row):
        numbers = (item for item in holder[:_MOST_KEYS] if isinstance(item, int | float))
        for name, item in zip(("start", "end"), numbers, strict=False):
            yield from _read(name, item)
        return
    for key, value in islice(holder.items(), _MOST_KEYS):
        yield from _read(key, value)
        if isinstance(value, Row) and len(value) == 2:
            for name, item in zip(("start", "end"), value, strict=True):
                yield from _read(f"{key}.{name}", item)
        inner = value[0] if isinstance(value, Row) and len(value) == 1 else value
        if isinstance(inner, Table):
            for name, item in islice(inner.items(), _MOST_KEYS):
                yield from _read(f"{key}.{name}", item)


def _read(name: str, value: object) -> Iterator[tuple[str, _Number]]:
    number = number_in(value)
    if number is not None:
        yield name, number


def number_in(value: object) -> _Number | None:
    """Read a number, including a clock, `1.5s`, `PT1.5S`, and Google's seconds and nanoseconds."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _Number(value) if abs(value) < _HUGE else None
    if isinstance(value, dict):
        if not value or not value.keys() <= {"seconds", "nanos"}:
            return None
        seconds, nanos = (number_in(value.get(key, 0)) for key in ("seconds", "nanos"))
        if seconds is None or nanos is None:
            return None
        return _Number(seconds.value + nanos.value / 1e9, is_seconds=True)
    return _number_in_text(value) if isinstance(value, str) and len(value) < 40 else None


def _number_in_text(text: str) -> _Number | None:
    if (clock := _CLOCK.fullmatch(text)) or (clock := _DURATION.fullmatch(text)):
        if not any(clock.groups()):
            return None
        hours, minutes, seconds = (float((it or "0").replace(",", ".")) for it in clock.groups())
        return _Number(3600 * hours + 60 * minutes + seconds, is_seconds=True)
    try:
        number = float(text.removesuffix("s"))
    except ValueError:
        return None
    if not abs(number) < _HUGE:
        return None
    is_whole = text.isdecimal()
    return _Number(int(text) if is_whole else number, is_seconds=text.endswith("s"))
