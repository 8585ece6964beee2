from __future__ import annotations

import pytest

from engine.network.timing import timing_features
from engine.types import Word


def test_a_pause_counts_after_one_word_and_before_the_next():
    rows = timing_features([Word("a", 0.0, 1.0), Word("b", 3.0, 3.5, 0.5), Word("c", 3.5, 4.0)])
    assert rows[0].tolist()[:3] == [0.0, 0.0, 1.0]
    assert rows[0, 3] == rows[1, 1] > rows[1, 3] == 0.0
    assert rows[1].tolist()[4:] == [1.0, 0.5]
    assert rows[2].tolist() == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def test_the_log_scale_ends_at_five_seconds():
    def behind(pause_s: float) -> float:
        return float(timing_features([Word("a", 0.0, 1.0), Word("b", 1.0 + pause_s, 9.0)])[0, 3])

    assert behind(5.0) == behind(70.0) == pytest.approx(1.0)
    assert 0.0 < behind(0.1) < behind(0.5) < behind(2.0) < 1.0
    assert behind(-0.2) == 0.0


def test_a_clock_that_jumps_back_says_nothing():
    rows = timing_features([Word("a", 100.0, 101.0), Word("b", 0.5, 1.0)])
    assert not rows.any()


def test_a_pause_needs_times_on_both_sides():
    assert not timing_features([Word("a", 0.0, None), Word("b", 1.0, 1.5)])[:, :4].any()
