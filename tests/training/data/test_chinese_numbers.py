from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.data.chinese_numbers import spelled_in_chinese

DIGITS = {character: at for at, character in enumerate("零一二三四五六七八九")} | {"兩": 2}
UNITS = {"十": 10, "百": 100, "千": 1000}


def value(characters):
    """Read a spoken number back, by another algorithm than the one that wrote it."""
    total = group = digit = 0
    for one in characters:
        if one in DIGITS:
            digit = DIGITS[one]
        elif one in UNITS:
            group += (digit or 1) * UNITS[one]
            digit = 0
        else:
            total += (group + digit) * {"萬": 10**4, "億": 10**8}[one]
            group = digit = 0
    return total + group + digit


@pytest.mark.parametrize(
    ("number", "behind", "spoken"),
    [
        ("0", "", "零"),
        ("10", "", "十"),
        ("12", "月", "十二"),
        ("109", "年", "一百零九"),
        ("2019", "年", "二零一九"),
        ("2,020", "", "兩千零二十"),
        ("2020", "個", "兩千零二十"),
        ("20000", "", "兩萬"),
        ("10,010", "", "一萬零一十"),
        ("100005", "", "十萬零五"),
        ("300,500,000", "", "三億零五十萬"),
        ("1234567", "", "一二三四五六七"),
        ("007", "", "零零七"),
        ("3.5", "倍", "三點五"),
        ("40%", "", "百分之四十"),
        ("40％", "", "百分之四十"),
        ("2", "個", "兩"),
        ("2", "月", "二"),
        ("22", "個", "二十二"),
    ],
)
def test_numbers_are_written_as_they_are_said(number, behind, spoken):
    assert spelled_in_chinese(number, behind) == list(spoken)


@pytest.mark.parametrize(
    "number", ["10:00", "3-5", "1,23", "5th", "-3", "", "1234567890123", "5月"]
)
def test_ambiguous_readings_stay(number):
    assert spelled_in_chinese(number) is None


@given(st.integers(0, 999_999_999))
def test_a_spoken_number_keeps_its_value(number):
    spoken = spelled_in_chinese(f"{number:,}")
    assert spoken is not None
    assert value(spoken) == number
