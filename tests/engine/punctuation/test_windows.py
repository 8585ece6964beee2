from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation import windows as module
from engine.punctuation.windows import SPECIAL_TOKENS, Aggregator, GridWindows, LiveWindows, Span
from engine.punctuation.word_stream import WordStream
from engine.types import Word

LENGTHS = st.lists(st.integers(1, 12), max_size=80)
TOKENS = st.integers(16, 48)
OVERLAPS = st.integers(0, 30)
LABELS = 3
SPANS = st.tuples(st.integers(0, 30), st.integers(1, 15)).map(lambda s: Span(s[0], s[0] + s[1]))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), SPANS, st.integers(0, 1_000)),
        st.tuples(st.just("forget_from"), st.integers(0, 45)),
        st.tuples(st.just("forget_before"), st.integers(0, 45)),
    ),
    max_size=25,
)


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
def test_live_windows_need_new_words(lengths, tokens, base):
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
def test_words_that_fill_a_window_do_not_loop_for_ever(plan):
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


def weight_of(right: int) -> float:
    return float(module._EDGE_WEIGHTS[min(right, len(module._EDGE_WEIGHTS) - 1)])


class Plain:
    """Keeps every score of every word, and averages on request."""

    def __init__(self) -> None:
        self.seen: dict[int, list[tuple[float, np.ndarray]]] = {}
        self.base = 0

    def add(self, span: Span, scores: np.ndarray) -> None:
        for place in range(max(span.first, self.base), span.end):
            weighed = (weight_of(span.end - 1 - place), scores[place - span.first])
            self.seen.setdefault(place, []).append(weighed)

    def forget_from(self, word: int) -> None:
        if all(place < word for place in self.seen):
            return
        self.seen = {p: self._shrunk(p, rows, word) for p, rows in self.seen.items() if p < word}

    def _shrunk(self, place: int, rows: list, word: int) -> list:
        share = min(1.0, weight_of(word - 1 - place) / sum(weight for weight, _ in rows))
        return [(weight * share, row) for weight, row in rows]

    def forget_before(self, word: int) -> None:
        self.base = max(self.base, word)
        self.seen = {place: rows for place, rows in self.seen.items() if place >= word}

    def scores(self, place: int) -> np.ndarray:
        rows = self.seen.get(place)
        if not rows:
            return np.zeros(LABELS)
        return np.average([row for _, row in rows], axis=0, weights=[weight for weight, _ in rows])


@given(STEPS)
def test_it_equals_a_plain_mean_over_all_windows(steps):
    fast, plain = Aggregator(LABELS), Plain()
    for name, value, *seed in steps:
        if name == "add":
            length = value.end - value.first
            scores = np.random.default_rng(seed[0]).normal(size=(length, LABELS)).astype(np.float32)
            fast.add(value, scores)
            plain.add(value, scores)
        else:
            getattr(fast, name)(value)
            getattr(plain, name)(value)
    merged = fast.scores(plain.base, 60)
    expected = np.array([plain.scores(place) for place in range(plain.base, 60)])
    np.testing.assert_allclose(merged, expected, atol=1e-5)


def test_windows_with_more_words_to_the_right_count_more():
    aggregator = Aggregator(1)
    aggregator.add(Span(0, 1), np.array([[10.0]], dtype=np.float32))
    aggregator.add(Span(0, 9), np.full((9, 1), -10.0, dtype=np.float32))
    assert aggregator.scores(0, 1)[0, 0] < -9


def test_a_wrong_partial_does_not_outweigh_its_replacement():
    aggregator = Aggregator(LABELS)
    for _ in range(5):
        aggregator.add(Span(0, 12), np.full((12, LABELS), -30.0, dtype=np.float32))
        aggregator.forget_from(2)
    aggregator.add(Span(0, 12), np.full((12, LABELS), 2.0, dtype=np.float32))
    assert (aggregator.scores(0, 2) > -3.0).all()
