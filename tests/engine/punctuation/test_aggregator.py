from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation import aggregator as module
from engine.punctuation.aggregator import Aggregator
from engine.punctuation.windows import Span

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


def trust(right: int) -> float:
    return float(module._TRUST[min(right, len(module._TRUST) - 1)])


class Plain:
    """Every score of every word, kept; averaged when asked."""

    def __init__(self) -> None:
        self.seen: dict[int, list[tuple[float, np.ndarray]]] = {}
        self.base = 0

    def add(self, span: Span, scores: np.ndarray) -> None:
        for place in range(max(span.first, self.base), span.end):
            weighed = (trust(span.end - 1 - place), scores[place - span.first])
            self.seen.setdefault(place, []).append(weighed)

    def forget_from(self, word: int) -> None:
        if all(place < word for place in self.seen):
            return
        self.seen = {p: self._shrunk(p, rows, word) for p, rows in self.seen.items() if p < word}

    def _shrunk(self, place: int, rows: list, word: int) -> list:
        share = min(1.0, trust(word - 1 - place) / sum(weight for weight, _ in rows))
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


def test_windows_that_saw_more_to_the_right_count_more():
    aggregator = Aggregator(1)
    aggregator.add(Span(0, 1), np.array([[10.0]], dtype=np.float32))
    aggregator.add(Span(0, 9), np.full((9, 1), -10.0, dtype=np.float32))
    assert aggregator.scores(0, 1)[0, 0] < -9


def test_a_wrong_partial_does_not_outweigh_the_words_that_replace_it():
    aggregator = Aggregator(LABELS)
    for _ in range(5):
        aggregator.add(Span(0, 12), np.full((12, LABELS), -30.0, dtype=np.float32))
        aggregator.forget_from(2)
    aggregator.add(Span(0, 12), np.full((12, LABELS), 2.0, dtype=np.float32))
    assert (aggregator.scores(0, 2) > -3.0).all()
