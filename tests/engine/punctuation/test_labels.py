from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation.labels import Case, Mark, capitalised, case_of

LATIN = st.text(alphabet=st.characters(codec="latin-1"), max_size=12)


@pytest.mark.parametrize(
    ("word", "case"),
    [
        ("hello", Case.LOWER),
        ("Hello", Case.CAPITALISED),
        ("I", Case.CAPITALISED),
        ("I'm", Case.CAPITALISED),
        ("NASA", Case.UPPER),
        ("NASA's", Case.MIXED),
        ("U.S.", Case.UPPER),
        ("iPhone", Case.MIXED),
        ("McDonald", Case.MIXED),
        ("3D", Case.CAPITALISED),
        ("10", Case.LOWER),
        ("", Case.LOWER),
        ("Élan", Case.CAPITALISED),
        ("中文", Case.LOWER),
    ],
)
def test_case_of(word, case):
    assert case_of(word) is case


@pytest.mark.parametrize(
    ("word", "written"),
    [("hello", "Hello"), ("'cause", "'Cause"), ("3d", "3d"), ("10", "10"), ("", ""), ("é", "É")],
)
def test_capitalised(word, written):
    assert capitalised(word) == written


@given(LATIN)
def test_capitalising_changes_no_letters_and_is_idempotent(word):
    assert capitalised(word).casefold() == word.casefold()
    assert capitalised(capitalised(word)) == capitalised(word)


def test_which_marks_end_sentences():
    ends = [mark for mark in Mark if mark.ends_sentence]
    assert {*(m.text for m in ends), *(m.wide_text for m in ends)} == set(".?!。？！")
