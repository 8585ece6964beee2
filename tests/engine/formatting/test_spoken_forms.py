"""Tables of spoken numbers, a case per line; a third of them are traps, which stay as they are."""

from __future__ import annotations

import pytest

from engine.formatting.spoken_forms import SpokenForms
from engine.settings import Clock, NumberStyle, SmallNumbers
from engine.text.spacing import joined
from engine.text.units import split_units
from tests.support.number_tables import table

_WRONG_SHARE = 0.03  # of all cases; traps never change


CASES = {name: [(s, text) for s, text in table(name) if text] for name in ("en", "zh")}
TRAPS = [s for name in CASES for s, text in table(name) if not text]


def written(text: str, style: NumberStyle | None = None) -> str:
    units = split_units(text)
    found, at = [], 0
    for one in SpokenForms(style or NumberStyle()).rewrites(units):
        assert at <= one.first < one.end
        found += [*units[at : one.first], one.text]
        at = one.end
    return joined([*found, *units[at:]], between_scripts="")


@pytest.mark.parametrize("language", CASES)
def test_numbers_are_written_as_in_the_tables(language):
    wrong = [(s, written(s), text) for s, text in CASES[language] if written(s) != text]
    assert len(wrong) <= _WRONG_SHARE * len(CASES[language]), wrong


@pytest.mark.parametrize("spoken", TRAPS)
def test_traps_stay_as_they_are(spoken):
    assert written(spoken) == spoken


@pytest.mark.parametrize(
    ("spoken", "style", "text"),
    [
        ("nine people", NumberStyle(SmallNumbers.DIGITS), "9 people"),
        ("at three thirty pm", NumberStyle(clock=Clock.TWENTY_FOUR), "at 15:30"),
        ("下午三点半", NumberStyle(clock=Clock.TWENTY_FOUR), "15:30"),
        ("fifty thousand", NumberStyle(grouped=False), "50000"),
        ("nine milligrams", NumberStyle(unit_symbols=False), "9 milligrams"),
    ],
)
def test_styles_follow_the_settings(spoken, style, text):
    assert written(spoken, style) == text


@pytest.mark.parametrize(
    "units",
    [
        [],
        [""],
        ["", "twenty", ""],
        ["?!"],
        ["twenty"] * 50000,
        ["十"] * 50000,
        ["�", "ten"],
        ["a", "dot"] * 10000,
        [*(["five"] * 10000), "point"],
    ],
)
def test_odd_input_raises_nothing(units):
    SpokenForms(NumberStyle()).rewrites(units)


def test_a_mark_separates_numbers():
    words = ["one", "two", "three"]
    assert not SpokenForms(NumberStyle()).rewrites(words, [",", ",", ""])
