"""Synthesised sounds without speech: what a microphone hears while nobody dictates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.types import SAMPLE_RATE_HZ

_SEED = 7
_BEAT_S = 0.5
_BASS_HZ = 130.8
_SCALE = (0, 2, 4, 5, 7, 9, 11)  # semitones
_CHORDS = ((0, 2, 4), (5, 0, 2), (3, 5, 0), (4, 6, 1))
_ORGAN = (1.0, 0.8, 0.6, 0.5, 0.3, 0.2)  # of each harmonic
_STRINGS = (1.0, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.2)

Samples = npt.NDArray[np.float64]


def _silence(count: int, draws: np.random.Generator) -> Samples:
    return draws.normal(0.0, 1e-3, count)  # no room is quieter


def _fan(count: int, draws: np.random.Generator) -> Samples:
    """Pink noise that swells with the blades, and a motor's hum."""
    spectrum = np.fft.rfft(draws.normal(0.0, 1.0, count))
    pink = np.fft.irfft(spectrum / np.sqrt(np.arange(1, len(spectrum) + 1)), count)
    time_s = np.arange(count) / SAMPLE_RATE_HZ
    swell = 1.0 + 0.3 * np.sin(2 * np.pi * 1.7 * time_s)
    motor = 0.03 * np.sin(2 * np.pi * 117.0 * time_s)
    return np.asarray(0.05 * pink / pink.std() * swell + motor)


def _typing(count: int, draws: np.random.Generator) -> Samples:
    """Keys, five a second."""
    sound, length = draws.normal(0.0, 2e-3, count), 1_200
    gaps = draws.exponential(0.15 * SAMPLE_RATE_HZ, count // 800) + 800
    for at in np.cumsum(gaps).astype(int):
        if at + length < count:
            decay = np.exp(-np.arange(length) / draws.uniform(40, 200))
            sound[at : at + length] += draws.uniform(0.1, 0.5) * decay * draws.normal(size=length)
    return sound


def _music(count: int, draws: np.random.Generator) -> Samples:
    """Chords on an organ, a melody on strings, a drum."""
    sound = np.zeros(count + 4 * SAMPLE_RATE_HZ)
    for beat in range(int(count / SAMPLE_RATE_HZ / _BEAT_S)):
        at, chord = round(beat * _BEAT_S * SAMPLE_RATE_HZ), _CHORDS[beat // 4 % len(_CHORDS)]
        pitches_hz = [_BASS_HZ * 2 ** (_SCALE[step] / 12) for step in chord]
        for pitch_hz in pitches_hz:
            _add(sound, at, 0.15 * _tone(pitch_hz, _BEAT_S, _ORGAN))
        length_s = _BEAT_S * draws.choice([0.5, 1.0, 1.5])
        _add(sound, at, 0.3 * _tone(2 * draws.choice(pitches_hz), length_s, _STRINGS, 5.5))
        _add(sound, at, 0.2 * draws.normal(size=2_000) * np.exp(-np.arange(2_000) / 300))
    return sound[:count]


def _tone(
    pitch_hz: float, length_s: float, harmonics: Sequence[float], vibrato_hz: float = 0.0
) -> Samples:
    time_s = np.arange(round(length_s * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    pitch = pitch_hz * (1.0 + 0.006 * np.sin(2 * np.pi * vibrato_hz * time_s))
    phase = 2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE_HZ
    tone = sum(share * np.sin(n * phase) for n, share in enumerate(harmonics, 1))
    ramps = np.minimum(1.0, np.minimum(time_s, length_s - time_s) / 0.03)
    return np.asarray(tone * ramps / len(harmonics))


def _add(sound: Samples, at: int, tone: Samples) -> None:
    sound[at : at + len(tone)] += tone


_SOUNDS: Mapping[str, Callable[[int, np.random.Generator], Samples]] = {
    "silence": _silence,
    "fan": _fan,
    "typing": _typing,
    "music": _music,
}
NOISES = tuple(_SOUNDS)


def noise(name: str, seconds: float) -> bytes:
    """Return 16 kHz mono int16 samples of one of `NOISES`, the same in every call."""
    count = round(seconds * SAMPLE_RATE_HZ)
    samples = _SOUNDS[name](count, np.random.default_rng(_SEED))
    return bytes((np.clip(samples, -1.0, 1.0) * 32_767).astype("<i2").tobytes())
