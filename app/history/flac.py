"""The sound of a session as a FLAC file, about half the size of what was recorded."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from io import BufferedWriter
from pathlib import Path

from engine.atomic_file import PRIVATE, replacing_path
from engine.audio.sound_file import SoundFile
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ

_BLOCK_SAMPLES = SAMPLE_RATE_HZ


def length_s(path: Path) -> float:
    """Return how long the sound of a session is, 0 where none was kept.

    Raises:
        AudioFileError: it cannot be read.
    """
    if not path.exists():
        return 0.0
    with SoundFile(path) as sound:
        return sound.duration_s or 0.0


def keep_sound(blocks: Iterable[bytes], path: Path, offset_s: float = 0.0) -> None:
    """Put a recording behind the sound that a session has; all of it or nothing.

    Args:
        blocks: what was recorded now: int16 samples, 16 kHz mono.
        path: the session's FLAC file; it need not exist yet.
        offset_s: where on the session's timeline the recording begins; what lacks is silence.

    Raises:
        OSError, AudioFileError: it cannot be written, or what was there cannot be read.
    """
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with replacing_path(path) as part:
        part.touch(mode=PRIVATE)
        _write(part, _behind_each_other(path, offset_s, blocks))
        _to_the_disk(part)
    if os.name == "posix":  # its name is the folder's content
        _to_the_disk(path.parent)


def passing_path(path: Path) -> Path:
    """Return where sound lies for a while that is not to be kept as `path`."""
    return path.with_name(f".{path.name}.passing")


def half_kept(folder: Path) -> list[Path]:
    """Return what a crash has left of sound that was being kept, or was never to be."""
    return list(folder.glob(".*.flac.*"))


def _to_the_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _behind_each_other(path: Path, offset_s: float, blocks: Iterable[bytes]) -> Iterator[bytes]:
    lacks = round(offset_s * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE
    if path.exists():
        with SoundFile(path) as before:
            for chunk in before:
                yield chunk.samples
                lacks -= len(chunk.samples)
    while lacks > 0:
        silence = bytes(min(lacks, _BLOCK_SAMPLES * BYTES_A_SAMPLE))
        yield silence
        lacks -= len(silence)
    yield from filter(None, blocks)


def _write(path: Path, blocks: Iterable[bytes]) -> None:
    import soundfile

    with path.open("wb") as file:
        target = _Target(file)
        try:
            with soundfile.SoundFile(
                target, "w", SAMPLE_RATE_HZ, channels=1, format="FLAC", subtype="PCM_16"
            ) as sound:
                for samples in blocks:
                    sound.buffer_write(samples, dtype="int16")
        except (soundfile.SoundFileError, AssertionError) as error:  # which it asserts of itself
            raise target.error or OSError(errno.EIO, str(error), str(path)) from error
        if target.error is not None:
            raise target.error


class _Target:
    """A file that libsndfile writes, which itself does not tell of a full disk."""

    def __init__(self, file: BufferedWriter) -> None:
        self.error: OSError | None = None
        self.seek, self.tell = file.seek, file.tell
        self._file = file

    def write(self, content: bytes) -> int:
        try:
            return self._file.write(content)
        except OSError as error:
            self.error = error
            return 0
