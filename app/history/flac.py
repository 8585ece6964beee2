"""A session's sound as a FLAC file, about half the size of the recording."""

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
    """Return the length of a session's sound, 0 if none was kept.

    Raises:
        AudioFileError: It cannot be read.
    """
    if not path.exists():
        return 0.0
    with SoundFile(path) as sound:
        return sound.duration_s or 0.0


def keep_sound(blocks: Iterable[bytes], path: Path, offset_s: float = 0.0) -> None:
    """Append a recording to a session's sound; all of it or nothing.

    Args:
        blocks: The new recording: int16 samples, 16 kHz mono.
        path: The session's FLAC file; need not exist yet.
        offset_s: Where the recording begins on the session's timeline; gaps become silence.

    Raises:
        OSError, AudioFileError: It cannot be written, or the existing sound cannot be read.
    """
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with replacing_path(path) as part:
        part.touch(mode=PRIVATE)
        _write(part, _in_sequence(path, offset_s, blocks))
        _to_the_disk(part)
    if os.name == "posix":  # the file's name is stored in its folder
        _to_the_disk(path.parent)


def passing_path(path: Path) -> Path:
    """Return where sound is kept temporarily that is not to stay as `path`."""
    return path.with_name(f".{path.name}.passing")


def half_kept(folder: Path) -> list[Path]:
    """Return sound files that a crash left: half written, or meant to be temporary."""
    return list(folder.glob(".*.flac.*"))


def _to_the_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _in_sequence(path: Path, offset_s: float, blocks: Iterable[bytes]) -> Iterator[bytes]:
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
        except (soundfile.SoundFileError, AssertionError) as error:  # it asserts the size
            raise target.error or OSError(errno.EIO, str(error), str(path)) from error
        if target.error is not None:
            raise target.error


class _Target:
    """Remembers why writing failed: libsndfile does not report a full disk."""

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
