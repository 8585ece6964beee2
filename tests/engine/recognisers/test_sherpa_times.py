from __future__ import annotations

import pytest

from engine.recognisers.sherpa_times import FirstSeen


def test_tokens_of_a_chunk_are_spread_over_it():
    seen = FirstSeen()
    assert seen.times_s(0, 0.5) == []
    assert seen.times_s(3, 1.0) == pytest.approx([0.22, 0.42, 0.62])
    assert seen.times_s(3, 1.1) == pytest.approx([0.22, 0.42, 0.62])
    assert seen.times_s(4, 1.6) == pytest.approx([0.22, 0.42, 0.62, 0.82])


def test_times_never_run_backwards_nor_before_the_beginning():
    seen = FirstSeen()
    first = seen.times_s(2, 0.1)
    assert first == [0.0, 0.0]
    seen.new_segment()
    assert seen.times_s(2, 0.3)[0] >= first[-1]
    later = seen.times_s(9, 0.4)
    assert later == sorted(later)
    assert later[-1] <= 0.4
