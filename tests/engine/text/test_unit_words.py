from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.text.unit_words import unit_words
from engine.types import Word

TIMES = st.one_of(st.none(), st.floats(0, 1e4))
TEXTS = st.one_of(
    st.text("我們想去𡃉嘅abcÉ3.５Ａー\u0301😀", min_size=1, max_size=6),
    st.text(st.characters(exclude_categories=("Zs", "Zl", "Zp", "Cs")), min_size=1, max_size=6),
)
WORDS = st.lists(st.builds(Word, TEXTS, TIMES, TIMES, st.one_of(st.none(), st.floats(0, 1))))


def test_a_word_of_characters_is_split_and_shares_its_time():
    (first, second, last) = unit_words((Word("我們", 1.0, 2.0, 0.5), Word("go", 2.5, 3.0, 0.9)))
    assert (first, second) == (Word("我", 1.0, 1.5, 0.5), Word("們", 1.5, 2.0, 0.5))
    assert last == Word("go", 2.5, 3.0, 0.9)


def test_words_of_other_scripts_are_the_same_object():
    words = (Word("hello", 0.0, 1.0), Word("naïve"), Word("don't"))
    assert unit_words(words) is words


@given(WORDS)
@example([Word("0\r")])
def test_nothing_is_lost_and_splitting_is_idempotent(words):
    units = unit_words(tuple(words))
    said = "".join("".join(word.text.split()) or word.text for word in words)
    assert "".join(unit.text for unit in units) == said
    assert unit_words(units) == units


@given(st.integers(1, 9), st.floats(0, 1e4), st.floats(0, 10))
def test_times_are_contiguous_and_increasing(count, start_s, length_s):
    units = unit_words((Word("嘅" * count, start_s, start_s + length_s),))
    assert (units[0].start_s, units[-1].end_s) == (start_s, start_s + length_s)
    assert all(a.end_s == b.start_s for a, b in pairwise(units))
    assert all(unit.start_s <= unit.end_s for unit in units)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("T恤", ["T", "恤"]),
        ("3.5%嘅", ["3.5%", "嘅"]),
        ("\ud844\udcc9係", ["𡃉", "係"]),  # halves of a surrogate pair
        ("我\udcc9", ["我", "\ufffd"]),
    ],
)
def test_words_are_split_and_a_single_time_stays_at_its_end(text, units):
    cut = unit_words((Word(text, None, 3.0),))
    assert [word.text for word in cut] == units
    assert [(word.start_s, word.end_s) for word in cut] == [(None, None), (None, 3.0)]
