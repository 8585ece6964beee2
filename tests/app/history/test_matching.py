"""What of a long text is looked at again when a little of it has changed."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.history.matching import changed_passages, passages
from tests.support.growth import assert_costs_no_more

TEXTS = st.text("ab.?\n\t 好。！", max_size=40)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_lies_around_them_is_the_same(head, tail, old, new):
    before, now = head + old + tail, head + new + tail
    was, becomes = changed_passages(before, now)
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
    assert changed_passages(before, now) == ("Line 500.\n", "Line 500, edited.\n")
    assert changed_passages(before, before + " More.") == ("Line 999.", "Line 999. More.")
    assert changed_passages("", before) == ("", before)
    assert changed_passages(before, before) == ("Line 999.", "Line 999.")


def test_one_sentence_of_a_line():
    before = "Line of many. " * 1_000
    changed = before[:7_000] + "Said. " + before[7_000:]
    assert changed_passages(before, before + "More.") == ("", "More.")
    assert changed_passages(before, changed) == ("Line of many. ", "Said. Line of many. ")
    assert changed_passages("好。" * 9, "好。" * 9 + "吗？") == ("", "吗？")
    assert changed_passages("word " * 9_000 + "a", "word " * 9_000 + "b") == (
        "word " * 9_000 + "a",
        "word " * 9_000 + "b",
    )


def test_a_book_costs_less_than_to_take_it_apart():
    before = "Something was said here. " * 40_000
    after = f"{before}1"
    assert_costs_no_more(lambda: changed_passages(before, after), before.split)
