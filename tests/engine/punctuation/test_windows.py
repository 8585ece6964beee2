from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation.windows import SPECIAL_TOKENS, GridWindows, LiveWindows, Span
from engine.punctuation.word_stream import WordStream
from engine.types import Word

LENGTHS = st.lists(st.integers(1, 12), max_size=80)
TOKENS = st.integers(16, 48)
OVERLAPS = st.integers(0, 30)


def fits(span: Span, lengths, tokens: int) -> bool:
    inside = lengths[span.first : span.end]
    return len(inside) == 1 or sum(inside) <= tokens - SPECIAL_TOKENS


def covered(spans) -> set[int]:
    return {place for span in spans for place in range(span.first, span.end)}


@given(LENGTHS, TOKENS, st.integers(1, 20), st.data())
def test_live_windows_see_every_new_word_and_end_at_the_last(lengths, tokens, overlap, data):
    plan = LiveWindows(tokens, overlap)
    seen = 0
    while seen < len(lengths):
        end = data.draw(st.integers(seen + 1, len(lengths)))
        spans = plan.plan(lengths[:end], 0, seen, flush=False)
        assert covered(spans) >= set(range(seen, end))
        assert spans[-1].end == end
        assert all(fits(span, lengths, tokens) for span in spans)
        assert all(one.first <= two.first < two.end for one, two in pairwise(spans))
        assert all(one.end < two.end for one, two in pairwise(spans))
        seen = end


@given(LENGTHS.filter(bool), TOKENS, st.integers(0, 1_000))
def test_live_windows_have_nothing_to_do_without_new_words(lengths, tokens, base):
    plan = LiveWindows(tokens)
    for flush in (False, True):
        assert plan.plan(lengths, base, base + len(lengths), flush=flush) == []
    assert plan.plan([], base, base, flush=True) == []


@given(LENGTHS.filter(bool), TOKENS, st.integers(1, 1_000))
def test_windows_are_counted_from_the_start_of_the_text(lengths, tokens, base):
    for plan in (LiveWindows(tokens), GridWindows(tokens)):
        here = plan.plan(lengths, 0, 0, flush=True)
        later = plan.plan(lengths, base, base, flush=True)
        assert later == [Span(base + span.first, base + span.end) for span in here]


@given(LENGTHS, TOKENS, OVERLAPS)
def test_grid_windows_cover_every_word_and_fit(lengths, tokens, overlap):
    spans = GridWindows(tokens, overlap).plan(lengths, 0, 0, flush=True)
    assert covered(spans) == set(range(len(lengths)))
    assert all(fits(span, lengths, tokens) for span in spans)
    assert all(one.end < two.end for one, two in pairwise(spans))


@given(LENGTHS, TOKENS, OVERLAPS, st.data())
def test_grid_windows_do_not_depend_on_how_words_arrive(lengths, tokens, overlap, data):
    plan = GridWindows(tokens, overlap)
    expected = plan.plan(lengths, 0, 0, flush=True)
    stream, found, scored = WordStream(), [], 0
    while True:
        count = data.draw(st.integers(1, 30))
        more = lengths[stream.end : stream.end + count]
        is_last = stream.end + len(more) == len(lengths)
        stream.append([Word("x")] * len(more), [(1,) * length for length in more])
        for flush in (False, True) if is_last else (False,):
            spans = plan.plan(stream.lengths(), stream.base, scored, flush=flush)
            found += spans
            scored = max([scored, *(span.end for span in spans)])
            settled = plan.settled(scored, stream.end, flush=flush)
            finished = data.draw(st.integers(0, max(0, min(settled, scored) - stream.committed)))
            stream.commit(finished, context_tokens=plan.left_context_tokens)
        if is_last:
            break
    assert found == expected


@pytest.mark.parametrize("plan", [LiveWindows(16), GridWindows(16), LiveWindows(3), GridWindows(3)])
def test_words_that_fill_a_window_alone_come_to_an_end(plan):
    spans = plan.plan([12] * 50, 0, 0, flush=True)
    assert covered(spans) == set(range(50))
    assert len(spans) <= 50


@given(LENGTHS, TOKENS, OVERLAPS)
def test_settled_words_are_in_no_later_window(lengths, tokens, overlap):
    plan = GridWindows(tokens, overlap)
    spans = plan.plan(lengths, 0, 0, flush=True)
    for span, following in pairwise(spans):
        assert plan.settled(span.end, len(lengths), flush=True) <= max(0, span.end - overlap)
        assert following.first >= plan.settled(span.end, len(lengths), flush=False)
