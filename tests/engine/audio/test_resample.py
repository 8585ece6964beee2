from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.resample import ChunkCutter, RateConverter
from tests.support.sounds import TONE_HZ, pitch_hz, samples_of, tone


@given(st.lists(st.binary(max_size=9_000).map(lambda raw: raw[: len(raw) // 2 * 2]), max_size=8))
@settings(max_examples=50, deadline=None)
def test_cutting_keeps_all_samples_and_their_times(blocks):
    cutter = ChunkCutter()
    chunks = [chunk for block in blocks for chunk in cutter.push(block)] + list(cutter.flush())
    assert b"".join(chunk.samples for chunk in chunks) == b"".join(blocks)
    assert all(len(chunk.samples) == 3_200 for chunk in chunks[:-1])
    starts_s = np.cumsum([0.0] + [chunk.duration_s for chunk in chunks])[:-1]
    assert [chunk.start_s for chunk in chunks] == pytest.approx(list(starts_s))


@pytest.mark.parametrize("rate_hz", [8_000, 44_100, 48_000])
def test_rates_are_converted_block_by_block(rate_hz):
    converter, cutter = RateConverter(rate_hz), ChunkCutter()
    raw = tone(2.0, rate_hz).tobytes()
    step = rate_hz // 10 * 2
    chunks = []
    for start in range(0, len(raw), step):
        chunks += cutter.push(converter.push(raw[start : start + step]) + converter.push(b""))
    chunks += [*cutter.push(converter.flush()), *cutter.flush()]
    samples = samples_of(chunks)
    assert len(samples) == pytest.approx(32_000, abs=2)
    assert pitch_hz(samples[8_000:24_000]) == pytest.approx(TONE_HZ, abs=2)
