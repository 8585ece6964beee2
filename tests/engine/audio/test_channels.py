"""Several channels: what a person can hear in one of them, the recogniser hears too."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile

from engine.audio.channels import ChannelMixer
from engine.audio.sound_file import SoundFile
from tests.support.shared_data import DATA
from tests.support.sounds import samples_of

RATE_HZ = 16_000


def speech(name):
    samples, rate_hz = soundfile.read(DATA / "speech" / name, dtype="float32")
    assert rate_hz == RATE_HZ
    return samples


VOICE = np.concatenate([speech("flite-slt-09.wav"), speech("flite-rms-03.wav")])
NOTHING = np.zeros_like(VOICE)
NOISE = np.random.default_rng(3).normal(0.0, VOICE.std(), len(VOICE)).astype("float32")
HUM = 3 * VOICE.std() * np.sign(np.sin(2 * np.pi * 50 * np.arange(len(VOICE)) / RATE_HZ))
FAR = np.roll(VOICE, 40)


def mixed(channels, block=1_600):
    mixer, sound = ChannelMixer(len(channels)), np.stack(channels, 1).astype("float32")
    blocks = [mixer.push(sound[at : at + block]) for at in range(0, len(sound), block)]
    return np.concatenate([*blocks, mixer.flush()])


def likeness(one, other):
    """Return how similar two sounds are, whatever their polarity."""
    return abs(float(one @ other)) / float(np.linalg.norm(one) * np.linalg.norm(other))


@pytest.mark.parametrize(
    "channels",
    [
        [VOICE, VOICE],
        [VOICE, -VOICE],
        [VOICE, -0.7 * VOICE],
        [VOICE + 0.2 * NOISE, -VOICE + 0.2 * NOISE[::-1]],
        [VOICE, NOTHING],
        [NOTHING, VOICE],
        [VOICE, NOISE],
        [2 * NOISE, VOICE],
        [VOICE, HUM],
        [0.5 * VOICE, 0.5 * VOICE, -VOICE, NOTHING, NOTHING, NOTHING],
        [NOISE, NOISE[::-1], VOICE, HUM, NOTHING, NOTHING],
    ],
)
def test_a_voice_is_heard_whatever_is_in_the_other_channels(channels):
    sound = mixed(channels)
    second = RATE_HZ  # until somebody speaks, all channels count alike
    assert len(sound) == len(VOICE)
    assert likeness(sound[second:], VOICE[second:]) > 0.97
    assert np.abs(sound[second:]).max() > 0.4 * np.abs(VOICE).max()


def test_a_channel_that_flips_midway_does_not_cancel_the_other():
    voice = np.concatenate([VOICE] * 3)
    sound = mixed([voice, np.concatenate([VOICE, -VOICE, -VOICE])])
    assert likeness(sound[: len(VOICE)], VOICE) > 0.99
    assert likeness(sound[-len(VOICE) :], VOICE) > 0.99


def test_a_late_speaker_in_another_channel_is_heard_from_the_first_word():
    first, pause = np.concatenate([VOICE] * 8), np.zeros(RATE_HZ, "float32")
    answer = speech("festival-kal_diphone-10.wav")
    one = np.concatenate([first, pause, np.zeros_like(answer)])
    noise = np.random.default_rng(4).normal(0.0, 0.3 * VOICE.std(), len(one))
    other = noise + np.concatenate([np.zeros_like(first), pause, answer])
    sound = mixed([one, other])
    assert likeness(sound[RATE_HZ : len(first)], one[RATE_HZ : len(first)]) > 0.99
    assert likeness(sound[-len(answer) :], other[-len(answer) :]) > 0.99


def test_the_mix_does_not_depend_on_block_sizes():
    channels = [VOICE, -0.5 * FAR + 0.1 * NOISE]
    whole = mixed(channels, len(VOICE))
    for block in (512, 8_192, 20_000):
        assert np.array_equal(mixed(channels, block), whole)
    assert np.allclose(mixed([VOICE]), VOICE)


@pytest.mark.parametrize("rate_hz", [8_000, 44_100])
@pytest.mark.parametrize("seconds", [0.01, 0.6, 3])
def test_mixing_loses_no_samples(tmp_path, rate_hz, seconds):
    sound = np.random.default_rng(1).uniform(-0.5, 0.5, (round(rate_hz * seconds), 3))
    soundfile.write(tmp_path / "a.wav", sound, rate_hz)
    with SoundFile(tmp_path / "a.wav") as file:
        assert len(samples_of(file)) == pytest.approx(RATE_HZ * seconds, abs=2)
