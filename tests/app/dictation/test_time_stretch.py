"""Sound played slower and faster."""

from __future__ import annotations

import numpy as np
import pytest

from app.dictation.time_stretch import stretched
from engine.types import SAMPLE_RATE_HZ
from tests.support.sounds import pitch_hz


def played(samples, speed, first=0):
    sound = samples.astype("<i2")
    parts = list(stretched(lambda a, b: sound[a:b].tobytes(), first, lambda: speed))
    return [at for at, _ in parts], np.frombuffer(b"".join(it for _, it in parts), "<i2")


@pytest.mark.parametrize("speed", [0.5, 0.75, 1.25, 2.0])
def test_the_pitch_stays_and_the_length_follows_the_speed(speed):
    tone = 8_000 * np.sin(2 * np.pi * 220.0 * np.arange(2 * SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ)
    places, sound = played(tone, speed)
    assert len(sound) == pytest.approx(len(tone) / speed, rel=0.03)
    assert pitch_hz(sound.astype(float)) == pytest.approx(220.0, abs=2.0)
    assert np.abs(sound[320:-640]).max() < 8_200, "parts join without a click"
    assert places == sorted(places)
    assert places[-1] > len(tone) - 1_600


def test_at_normal_speed_it_is_what_was_recorded():
    noise = np.random.default_rng(1).integers(-9_000, 9_000, 20_000)
    places, sound = played(noise, 1.0, first=5_000)
    assert places[0] == 5_000
    np.testing.assert_allclose(sound, noise[5_000 : 5_000 + len(sound)], atol=1)
    assert len(sound) == 15_000


def test_nothing_comes_after_the_end():
    assert played(np.zeros(1_000), 1.5, first=2_000) == ([], pytest.approx([]))
