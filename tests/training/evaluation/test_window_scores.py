from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.network.scorer import LABELS, Scorer
from engine.punctuation.windows import Span
from tests.support.fake_network import FakeBackend, FakeTokenizer
from training.evaluation.window_scores import (
    merge,
    overlapping_spans,
    score_windows,
    window_room,
)

LENGTHS = st.lists(st.integers(1, 12), max_size=200)


def coverage(spans, count):
    seen = np.zeros(count, dtype=int)
    for span in spans:
        seen[span.first : span.end] += 1
    return seen


@given(LENGTHS, st.integers(12, 60), st.sampled_from([1, 2, 3, 6, 9]))
def test_every_word_is_in_a_window_and_no_window_is_too_long(lengths, room, predictions):
    spans = list(overlapping_spans(lengths, room, predictions))
    assert (coverage(spans, len(lengths)) >= 1).all()
    assert [span.first for span in spans] == sorted(span.first for span in spans)
    for span in spans:
        assert sum(lengths[span.first : span.end]) <= room + 12  # one long word at most


@pytest.mark.parametrize("predictions", [1, 2, 3, 6, 9])
def test_each_word_is_seen_as_often_as_asked(predictions):
    spans = overlapping_spans([1] * 500, 36, predictions)
    assert set(coverage(spans, 500)) == {predictions}


def test_a_text_without_words_has_no_windows():
    assert list(overlapping_spans([], 30, 3)) == []
    assert merge([], []).shape == (0, LABELS)
    assert window_room(128) == 126


def test_scores_are_those_of_the_network_in_each_window():
    scorer = Scorer(FakeTokenizer(), FakeBackend())
    words = ["one", "two", "three", "four", "five"]
    spans = [Span(0, 3), Span(2, 5)]
    first, second = score_windows(words, scorer, spans)
    pieces = [scorer.encode(word) for word in words]
    np.testing.assert_array_equal(first, scorer.score(pieces[:3]))
    np.testing.assert_array_equal(second, scorer.score(pieces[2:]))


def rows(*values):
    """Return scores that are the same in every column of a word."""
    return np.repeat(np.array(values, dtype=np.float32)[:, None], LABELS, axis=1)


def test_sums_average_over_the_windows_that_saw_a_word():
    merged = merge([Span(0, 2), Span(1, 3)], [rows(1, 2), rows(4, 5)])
    np.testing.assert_allclose(merged[:, 0], [1, 3, 5], rtol=1e-6)


def test_a_window_counts_less_near_its_edges():
    spans = [Span(0, 9), Span(8, 17)]
    scores = [rows(*[0.0] * 9), rows(*[1.0] * 9)]
    merged = merge(spans, scores)
    assert merged[8, 0] == pytest.approx(0.5)  # the first window's last word, the second's first
    assert merged[9, 0] == pytest.approx(1.0)
