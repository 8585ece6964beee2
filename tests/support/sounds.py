"""Sound files made for a test."""

from __future__ import annotations

import wave
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from engine.types import AudioChunk

TONE_HZ = 440.0
# file ending → codec and the sample rates that it knows
FORMATS = {
    "wav": ("pcm_s16le", (8_000, 44_100, 48_000)),
    "flac": ("flac", (8_000, 44_100, 48_000)),
    "mp3": ("libmp3lame", (8_000, 44_100, 48_000)),
    "ogg": ("libopus", (8_000, 48_000)),
    "m4a": ("aac", (8_000, 44_100, 48_000)),
    "mp4": ("aac", (48_000,)),
    "mkv": ("libopus", (48_000,)),
}


def tone(duration_s: float, rate_hz: int) -> np.ndarray:
    """A tone at half of full scale: (samples,) int16."""
    times_s = np.arange(round(duration_s * rate_hz)) / rate_hz
    return (16_384 * np.sin(2 * np.pi * TONE_HZ * times_s)).astype("<i2")


def write_wav(path: Path, blocks: Iterable[np.ndarray], rate_hz: int = 16_000) -> Path:
    """Write mono blocks one by one."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        for block in blocks:
            file.writeframes(block.tobytes())
    return path


def write_sound(
    path: Path, codec: str, rate_hz: int, *, channels: int = 1, duration_s: float = 1.5
) -> Path:
    """Encode a tone with PyAV, with a picture beside it in MP4."""
    with av.open(str(path), "w") as container:
        video = container.add_stream("mpeg4", rate=10) if path.suffix == ".mp4" else None
        layout = "stereo" if channels == 2 else "mono"
        stream = container.add_stream(codec, rate=rate_hz, layout=layout)
        if video is not None:
            video.width = video.height = 32
            video.pix_fmt = "yuv420p"
            picture = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), "uint8"), format="rgb24")
            container.mux(video.encode(picture))
            container.mux(video.encode(None))
        for frame in _frames(tone(duration_s, rate_hz), rate_hz, layout, channels):
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def _frames(
    samples: np.ndarray, rate_hz: int, layout: str, channels: int
) -> Iterator[av.AudioFrame]:
    for start in range(0, len(samples), 1_000):
        block = np.repeat(samples[start : start + 1_000], channels).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(block, format="s16", layout=layout)
        frame.sample_rate, frame.pts, frame.time_base = rate_hz, start, Fraction(1, rate_hz)
        yield frame


def samples_of(chunks: Iterable[AudioChunk]) -> np.ndarray:
    """All samples in a row: (samples,) float."""
    return np.frombuffer(b"".join(chunk.samples for chunk in chunks), "<i2").astype(float)


def pitch_hz(samples: np.ndarray) -> float:
    """The strongest frequency of 16 kHz samples."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * 16_000 / len(samples))
