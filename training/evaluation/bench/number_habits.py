"""Where NeMo's cases of spoken numbers differ from what people write, kind by kind.

Each kind turns what NeMo writes into what is usual, sign by sign. Our text is compared with that,
so nothing is excused as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_Usual = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit of NeMo's.

    Attributes:
        usual: what people write instead, given what was said and what NeMo writes; the same text
            if the habit does not apply.
    """

    name: str
    reason: str
    usual: _Usual


def habit_of(said: str, nemo: str, ours: str, *, plain: Callable[[str], str]) -> Habit | None:
    """Return the habit by which a case differs from ours; None if ours is wrong."""
    for habit in HABITS:
        usual = habit.usual(said, nemo)
        if usual != nemo and plain(usual) == plain(ours):
            return habit
    return None


_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_SMALL: Final = "zero one two three four five six seven eight nine".split()  # noqa: SIM905  read so
_ORDINALS: Final = {
    "0th": "zeroth", "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth",
    "5th": "fifth", "6th": "sixth", "7th": "seventh", "8th": "eighth", "9th": "ninth",
}  # fmt: skip
_UNITS: Final = {"h": ("hour", "hours"), "ft": ("foot", "feet")}
_SYMBOLS: Final = {
    "US$": "美元", "JPY¥": "日元", "¥": "元", "€": "欧元", "£": "英镑", "₩": "韩元",
    "₹": "印度卢布",
}  # fmt: skip


def _clock(said: str, nemo: str) -> str:
    """Drop the zero before the hour, the dots of "a.m." and the minutes that were not said."""
    usual = re.sub(r"\b0(\d:\d\d)", r"\1", nemo)
    usual = re.sub(r"\b([ap])\.m\.", r"\1m", usual)
    if re.search(r"o'?clock", said):
        return usual.replace(":00", " o'clock")
    return re.sub(r":00(?= [ap]m)", "", usual)


def _day(said: str, nemo: str) -> str:
    """Put back the words around the day of a month: "the 25th of july"."""

    def spoken(date: re.Match[str]) -> str:
        day = int(date[1])
        suffix = "th" if day in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
        return f"the {day}{suffix} of {date[2]}"

    is_said = re.match(rf"the .* of (?:{_MONTH})\b", said) is not None
    return re.sub(rf"^(\d+) ({_MONTH})\b", spoken, nemo) if is_said else nemo


def _unit(said: str, nemo: str) -> str:
    """Write out units, as in sentences, and small numbers before them."""
    match = re.fullmatch(r"(\d+) (h|ft)", nemo)
    if match is None:
        return nemo
    number, name = match[1], next(it for it in _UNITS[match[2]] if said.endswith(it))
    return f"{_SMALL[int(number)] if int(number) < 10 else number} {name}"


def _money(said: str, nemo: str) -> str:  # noqa: ARG001
    for sign, name in _SYMBOLS.items():
        if nemo.startswith(sign):
            return nemo.removeprefix(sign) + name
    return nemo


def _hour(said: str, nemo: str) -> str:
    """Write 点, 分 and 秒, which were said, instead of colons."""
    match = re.fullmatch(r"0?(\d+):(\d+)(?::(\d+))?", nemo)
    if match is None:
        return nemo
    minute = match[2] if "零" in said or int(match[2]) >= 10 else match[2].removeprefix("0")
    return f"{match[1]}点{minute}分" + (f"{match[3]}秒" if match[3] else "")


def _tens(said: str, nemo: str) -> str:
    """一百一 is 110 and 一千五 is 1500: a unit left out is the next lower one."""
    short = re.search(r"(千|百)[一二三四五六七八九](?=$|[万萬亿億])", said)
    whole = re.search(r"\d[\d,]*", nemo)
    if short is None or whole is None:
        return nemo
    value = int(whole.group().replace(",", ""))
    size = 10 if short[1] == "百" else 100
    usual = value - value % 10 + value % 10 * size
    return _money(said, nemo.replace(whole.group(), f"{usual:,}"))


def _as_said(*pairs: tuple[str, str]) -> _Usual:
    known = frozenset(pairs)
    return lambda said, nemo: said if (said, nemo) in known else nemo


_TRANSLATED: Final = frozenset(
    "HR ATM CEO GRE GMAT GPS POS机 DVD CD USB URL VPN IP DNA RNA GPA LED PDF SNS PhD".split()  # noqa: SIM905
)

HABITS: Final = (
    Habit("07:00 a.m.", "people write 7 am; a 24-hour clock is a setting", _clock),
    Habit("25 july", "the words that were said stay: the 25th of july", _day),
    Habit(
        "2nd",
        "by itself, and below ten, it is a word: “first”, “a second”",
        lambda _, nemo: _ORDINALS.get(nemo, nemo),
    ),
    Habit(".02", "0.02 has a digit before its point", lambda _, n: re.sub(r"(?<!\d)\.", "0.", n)),
    Habit("3 h", "“three hours” and “two feet” are words in a sentence", _unit),
    Habit(
        "$0.01", "one cent is no part of a dollar in a sentence", _as_said(("one cent", "$0.01"))
    ),
    Habit(
        "Q2",
        "the words that were said stay",
        lambda _, nemo: re.sub(r"^Q2 (\d+)$", r"second quarter of \1", nemo),
    ),
    Habit(
        "1155",
        "a time by itself; NeMo writes 08:51 for “eight fifty one”",
        lambda said, nemo: "11:55" if (said, nemo) == ("eleven fifty five", "1155") else nemo,
    ),
    Habit(
        "e.g., St.",
        "an abbreviation of words that are written out, too",
        _as_said(
            ("saint george", "st. george"),
            ("i like for example ice cream", "i like e.g. ice cream"),
        ),
    ),
    Habit("US$1000", "Chinese writes the currency after the amount: 1000美元", _money),
    Habit("05:05", "Chinese writes 5点5分; a 24-hour clock is a setting", _hour),
    Habit("1005万", "一千五 is 1500, 一百一 is 110", _tens),
    Habit(
        "公元",
        "another word than the one that was said",
        lambda said, nemo: nemo.replace("公元", "纪元") if said.startswith("纪元") else nemo,
    ),
    Habit(
        "HR for 人力资源",
        "a translation, no number",
        lambda said, nemo: said if nemo in _TRANSLATED else nemo,
    ),
)
