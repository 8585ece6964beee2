"""Sound files made for a test."""

from __future__ import annotations

import subprocess
import wave
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import soundfile

from engine.types import AudioChunk
from tests.support.shared_data import need_program

TONE_HZ = 440.0
# file ending → the sample rates its codec knows
RATES_HZ = {
    "wav": (8_000, 44_100, 48_000),
    "flac": (8_000, 44_100, 48_000),
    "mp3": (8_000, 44_100, 48_000),
    "ogg": (8_000, 48_000),
    "aiff": (44_100,),
    "m4a": (8_000, 44_100, 48_000),
    "mp4": (48_000,),
    "mkv": (48_000,),
    "avi": (44_100,),
}
OF_FFMPEG = ("m4a", "mp4", "mkv", "avi")  # what libsndfile does not read
# MP3 too: what libsndfile writes depends on what it has written before
_CODECS = {"m4a": "aac", "mp4": "aac", "mkv": "libopus", "avi": "mp2", "mp3": "libmp3lame"}
_PICTURE = ("-f", "lavfi", "-i", "color=black:size=32x32:rate=10")
_PICTURE_OF_A_SECOND = ("-f", "lavfi", "-i", "color=black:size=32x32:rate=10:duration=1")


def tone(duration_s: float, rate_hz: int) -> np.ndarray:
    """Return a tone at half of full scale: (samples,) int16."""
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


def write_sound(path: Path, rate_hz: int, *, channels: int = 1, duration_s: float = 1.5) -> Path:
    """Encode a tone in the format of the file's ending; Ogg as Opus, MP4 with a picture."""
    samples = np.repeat(tone(duration_s, rate_hz)[:, None], channels, axis=1)
    kind = path.suffix[1:]
    if kind not in _CODECS:
        soundfile.write(path, samples, rate_hz, "OPUS" if kind == "ogg" else None)
        return path
    picture = (*_PICTURE, "-shortest", "-c:v", "mpeg4") if kind == "mp4" else ()
    with TemporaryDirectory() as folder:
        plain = write_sound(
            Path(folder, "tone.wav"), rate_hz, channels=channels, duration_s=duration_s
        )
        run_ffmpeg("-i", plain, *picture, "-c:a", _CODECS[kind], path)
    return path


def write_silent_film(path: Path) -> Path:
    run_ffmpeg(*_PICTURE, "-t", "1", "-c:v", "mpeg4", path)
    return path


def write_tracks(path: Path, *tracks: Path, options: Iterable[str] = ()) -> Path:
    """Write a video with each of these sounds as a track; `options` go to `ffmpeg`."""
    inputs = [part for track in tracks for part in ("-i", track)]
    maps = [part for number in range(len(tracks) + 1) for part in ("-map", str(number))]
    codecs = ("-c:v", "mpeg4", "-c:a", _CODECS.get(path.suffix[1:], "aac"), "-t", "600")
    run_ffmpeg(*_PICTURE_OF_A_SECOND, *inputs, *maps, *codecs, *options, path)
    return path


def run_ffmpeg(*arguments: str | Path) -> None:
    """Let it make a file; skip if it is missing."""
    subprocess.run([need_program("ffmpeg"), "-v", "error", "-y", *arguments], check=True)


def samples_of(chunks: Iterable[AudioChunk]) -> np.ndarray:
    """Return all samples in a row: (samples,) float."""
    return np.frombuffer(b"".join(chunk.samples for chunk in chunks), "<i2").astype(float)


def pitch_hz(samples: np.ndarray) -> float:
    """Return the strongest frequency of 16 kHz samples."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * 16_000 / len(samples))
