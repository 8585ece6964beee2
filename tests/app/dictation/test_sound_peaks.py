from __future__ import annotations

import numpy as np
import pytest

from app.dictation.sound_peaks import COUNT, sound_peaks
from engine.types import SAMPLE_RATE_HZ


class Sound:
    """A second of silence and a second of a tone, read a second at a time."""

    def __init__(self):
        self.read = 0

    def blocks(self):
        for height in (0, 16_384):
            self.read += 1
            yield np.tile([height, -height], SAMPLE_RATE_HZ // 2).astype("<i2").tobytes()


@pytest.mark.parametrize(("length_s", "silent"), [(2.0, COUNT // 2), (4.0, COUNT // 4)])
def test_each_stretch_is_as_loud_as_its_loudest_sample(length_s, silent):
    peaks = sound_peaks(Sound(), length_s, lambda: False)
    end = round(2.0 / length_s * COUNT)
    assert peaks.shape == (COUNT,)
    assert not peaks[:silent].any()
    assert (peaks[silent:end] == 0.5).all()
    assert not peaks[end:].any()


def test_no_more_is_read_than_needed():
    for length_s, is_over in ((1.0, False), (2.0, True)):
        sound = Sound()
        sound_peaks(sound, length_s, lambda is_over=is_over: is_over)
        assert sound.read == 1
