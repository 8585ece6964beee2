from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.stream_clock import StreamClock

BLOCK_S = 0.1


def heard(arrivals_s):
    """Return blocks that arrive at these times, and what is missing before each."""
    clock = StreamClock()
    out = [it for number, at_s in enumerate(arrivals_s) for it in clock.push(number, BLOCK_S, at_s)]
    out += clock.flush()
    assert [number for number, _ in out] == list(range(len(arrivals_s)))
    return clock.heard_s, {number: missing_s for number, missing_s in out if missing_s}


def spoken(count, begin_s=100.0):
    return [begin_s + (number + 1) * BLOCK_S for number in range(count)]


@given(st.lists(st.floats(0.0, 0.3), min_size=60, max_size=60), st.integers(1, 50), st.data())
def test_late_blocks_are_not_missing(jitter_s, place, data):
    times_s = [at_s + late_s for at_s, late_s in zip(spoken(60), jitter_s, strict=True)]
    stalled_until_s = data.draw(st.floats(times_s[place], times_s[-1]))
    times_s[place:] = [max(at_s, stalled_until_s) for at_s in times_s[place:]]
    assert heard(list(accumulate(times_s, max)))[1] == {}


@given(st.integers(1, 40), st.floats(1.0, 5_000.0))
def test_missing_sound_is_reported_where_it_is_missing(place, missing_s):
    arrivals_s = spoken(place) + spoken(30, 100.0 + place * BLOCK_S + missing_s)
    heard_s, missing = heard(arrivals_s)
    assert missing == {place: pytest.approx(missing_s, abs=0.1)}
    assert heard_s == pytest.approx(arrivals_s[-1], abs=0.1)


def test_a_slower_clock_loses_nothing():
    assert heard([at_s * 1.0005 for at_s in spoken(40_000)])[1] == {}
