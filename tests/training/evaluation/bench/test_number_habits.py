"""A habit excuses only what it covers: text that is wrong otherwise stays wrong."""

from __future__ import annotations

import pytest

from training.evaluation.bench.number_habits import habit_of
from training.evaluation.bench.numbers import _plain


def name(said: str, nemo: str, ours: str) -> str | None:
    habit = habit_of(said, nemo, ours, plain=_plain)
    return habit and habit.name


@pytest.mark.parametrize(
    ("said", "nemo", "ours", "habit"),
    [
        ("two p m", "02:00 p.m.", "2 pm", "07:00 a.m."),
        ("two p m", "02:00 p.m.", "3 pm", None),
        ("two p m", "02:00 p.m.", "two p m", None),
        ("eight oclock g m t", "08:00 gmt", "8 o'clock GMT", "07:00 a.m."),
        ("the twenty second of july", "22 july", "the 22nd of july", "25 july"),
        ("the twenty second of july", "22 july", "the twenty second of july", None),
        ("july twenty second", "july 22", "july twenty second", None),
        ("second", "2nd", "second", "2nd"),
        ("second", "2nd", "third", None),
        ("point zero two", ".02", "0.02", ".02"),
        ("two feet", "2 ft", "two feet", "3 h"),
        ("three feet", "3 ft", "two feet", None),
        ("two dollars", "$2", "two dollars", None),
        ("一千美元", "US$1000", "1000美元", "US$1000"),
        ("一千美元", "US$1000", "一千美元", None),
        ("一千五万元", "¥1005万", "1500万元", "1005万"),
        ("五点五分", "05:05", "5点5分", "05:05"),
        ("五点五分", "05:05", "五点五分", None),
        ("博士", "PhD", "博士", "HR for 人力资源"),
        ("一百", "100", "一百", None),
    ],
)
def test_habits(said, nemo, ours, habit):
    assert name(said, nemo, ours) == habit
