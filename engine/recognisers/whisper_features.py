"""The input of Whisper's encoder: a log-mel spectrogram."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.recognisers.voice_activity import Sound
from engine.types import SAMPLE_RATE_HZ

FRAMES_A_SECOND = 100
_HOP_SAMPLES = SAMPLE_RATE_HZ // FRAMES_A_SECOND
_WINDOW_SAMPLES = 400
_LINEAR_HZ = 200 / 3  # per mel, below 1 kHz
_LINEAR_MELS = 15
_LOG_STEP = np.log(6.4) / 27  # per mel, above it
_MOST_MELS = 45.245640471924965  # 8 kHz
_DYNAMICS = 8.0  # powers of ten below the maximum
_LEAST_POWER = 1e-10

Features = npt.NDArray[np.float32]


def log_mel(sound: Sound, bands: int) -> Features:
    """Return a frame per hundredth of a second, plus one.

    Ref: Radford et al. (2023), §2.2, following OpenAI's `whisper.audio` and faster-whisper's
    `FeatureExtractor` (MIT).

    Args:
        sound: Samples of -1..1 at 16 kHz.
        bands: 80, or 128 for Whisper's third edition.

    Returns:
        (bands, frames) float32, about -1..1.5.
    """
    half = _WINDOW_SAMPLES // 2
    padded = np.pad(np.pad(sound.astype(np.float32), (0, _HOP_SAMPLES)), half, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW_SAMPLES)[::_HOP_SAMPLES]
    window = np.hanning(_WINDOW_SAMPLES + 1)[:-1].astype(np.float32)
    spectrum = np.fft.rfft(frames * window, axis=-1).astype(np.complex64)
    power = np.abs(spectrum[:-1].T) ** 2
    scores = np.log10(np.maximum(_mel_filters(bands) @ power, _LEAST_POWER))
    scores = (np.maximum(scores, scores.max() - _DYNAMICS) + 4.0) / 4.0
    return np.asarray(scores, np.float32)


@cache
def _mel_filters(bands: int) -> Features:
    """Return Slaney's triangular filters of equal area: (bands, frequencies)."""
    mels = np.linspace(0.0, _MOST_MELS, bands + 2)
    above = np.exp(_LOG_STEP * (mels - _LINEAR_MELS)) * (_LINEAR_HZ * _LINEAR_MELS)
    corners_hz = np.where(mels >= _LINEAR_MELS, above, _LINEAR_HZ * mels)
    widths_hz = np.diff(corners_hz)[:, None]
    heard_hz = np.fft.rfftfreq(_WINDOW_SAMPLES, 1 / SAMPLE_RATE_HZ)
    behind_hz = heard_hz - corners_hz[:, None]  # above each corner
    rising, falling = behind_hz[:-2] / widths_hz[:-1], -behind_hz[2:] / widths_hz[1:]
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return np.asarray(triangles * 2.0 / (corners_hz[2:] - corners_hz[:-2])[:, None], np.float32)
