from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.transcripts.recutting import recut, shared_out


@pytest.mark.parametrize(
    ("old", "new_text", "pieces"),
    [
        (["hello there"], "Hello there.", ["Hello there."]),
        (["he", "llo there"], "Hello there.", ["He", "llo there."]),
        (["hello", " there"], "Hello. There.", ["Hello.", " There."]),
        (["hello ", "there"], "Hello. There.", ["Hello. ", "There."]),
        (["hello", " ", "there"], "Hello, there", ["Hello,", "", " there"]),
        (["don", "'t"], "Don't.", ["Don", "'t."]),
        (["(hello", ") there"], "(Hello) there", ["(Hello)", " there"]),
        ([" – "], " – ", [" – "]),
        (["a", "", "b "], "A b. ", ["A", "", " b. "]),
        ([], "", []),
    ],
)
def test_texts_are_cut_where_they_were(old, new_text, pieces):
    assert shared_out(old, new_text) == pieces


@given(st.lists(st.text("ab ,.'é", max_size=6), min_size=1, max_size=6), st.data())
def test_nothing_is_lost_and_letters_stay_where_they_were(old, data):
    text = "".join(old)
    new_text = "".join(
        data.draw(st.sampled_from(["", ",", ". "])) + sign if sign.isalnum() else sign
        for sign in text.replace(",", "")
    )
    pieces = shared_out(old, new_text)
    assert "".join(pieces) == new_text
    letters = [[sign for sign in piece if sign.isalnum()] for piece in pieces]
    assert letters == [[sign for sign in piece if sign.isalnum()] for piece in old]


@pytest.mark.parametrize(
    ("old", "new_text", "new"),
    [
        ([" a", " b"], " A, b.", [" A,", " b."]),
        ([" don", "'t", " go"], " Don't go!", [" Don", "'t", " go!"]),
        ([" a", " -", " b"], " A, b.", [" A,", " -", " b."]),
        (["he", "said", "(hi)"], 'He said. "(Hi)."', ["He", "said.", '"(Hi)."']),
        ([], "", []),
    ],
)
def test_recut(old, new_text, new):
    assert recut(old, new_text) == new
