"""What of a long text is looked at again when a little of it has changed."""

from __future__ import annotations

import time
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.history.changed_lines import changed_lines
from app.history.matching import passages

TEXTS = st.text("ab.\n 好。", max_size=40)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_only_passages_of_those_lines_differ(head, tail, old, new):
    before, now = head + old + tail, head + new + tail
    was, becomes = changed_lines(before, now)
    assert was in before
    assert becomes in now
    difference = Counter(passages(now)), Counter(passages(before))
    gone, added = difference[1] - difference[0], difference[0] - difference[1]
    assert Counter(passages(was)) - Counter(passages(becomes)) == gone
    assert Counter(passages(becomes)) - Counter(passages(was)) == added


def test_one_line_of_many():
    lines = [f"Line {number}." for number in range(1_000)]
    before = "\n".join(lines)
    now = "\n".join([*lines[:500], "Line 500, edited.", *lines[501:]])
    assert changed_lines(before, now) == ("Line 500.", "Line 500, edited.")
    assert changed_lines(before, before + " More.") == ("Line 999.", "Line 999. More.")
    assert changed_lines("", before) == ("", before)
    assert changed_lines(before, before) == ("Line 999.", "Line 999.")


def test_a_book_costs_hardly_anything():
    before = "Something was said here. " * 40_000
    began_s = time.thread_time()
    for number in range(10):
        changed_lines(before, f"{before}{number}")
    assert time.thread_time() - began_s < 1.0
