"""Which parts of a long text are compared again after a small change."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.history.matching import changed_passages, passages
from tests.support.growth import assert_costs_no_more

TEXTS = st.text("ab.?\n\t 好。！", max_size=40)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_everything_around_the_changed_passages_is_the_same(head, tail, old, new):
    before, now = head + old + tail, head + new + tail
    was, becomes = changed_passages(before, now)
    assert was in before
    assert becomes in now
    difference = Counter(passages(now)), Counter(passages(before))
    gone, added = difference[1] - difference[0], difference[0] - difference[1]
    assert Counter(passages(was)) - Counter(passages(becomes)) == gone
    assert Counter(passages(becomes)) - Counter(passages(was)) == added


LINES = "\n".join(f"Line {number}." for number in range(1_000))
LINE = "Line of many. " * 1_000
WORDS = "word " * 9_000


@pytest.mark.parametrize(
    ("before", "now", "changed"),
    [
        (LINES, LINES.replace(" 500.", " 500, edited."), ("Line 500.\n", "Line 500, edited.\n")),
        (LINES, LINES + " More.", ("Line 999.", "Line 999. More.")),
        ("", LINES, ("", LINES)),
        (LINES, LINES, ("Line 999.", "Line 999.")),
        (LINE, LINE + "More.", ("", "More.")),
        (LINE, f"{LINE[:7_000]}Said. {LINE[7_000:]}", ("Line of many. ", "Said. Line of many. ")),
        ("好。" * 9, "好。" * 9 + "吗？", ("", "吗？")),
        (WORDS + "a", WORDS + "b", (WORDS + "a", WORDS + "b")),
    ],
    ids=range(8),
)
def test_only_changed_passages_are_returned(before, now, changed):
    assert changed_passages(before, now) == changed


def test_comparing_a_book_costs_less_than_splitting_it():
    before = "Something was said here. " * 40_000
    after = f"{before}1"
    assert_costs_no_more(lambda: changed_passages(before, after), before.split)
