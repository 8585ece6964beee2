"""The sound of the recording that runs, on disk until its words are in the history."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from uuid import uuid4

from app.dictation.unwritten_sound import UnwrittenSound
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_SYNC_INTERVAL_S = 0.5  # a power cut costs no more than this
_PART_S = 10
_PART_BYTES = _PART_S * SAMPLE_RATE_HZ * BYTES_A_SAMPLE
_CHUNK_BYTES = SAMPLE_RATE_HZ * BYTES_A_SAMPLE // 10
_SUFFIX = ".int16"
_UNLISTED = "unlisted"


class SoundJournal:
    """A folder of bare samples in parts of ten seconds; only the user may read it.

    One thread writes. A killed process loses nothing that was written, a power cut half a second.
    What the disk does not take waits in memory until it does.
    """

    def __init__(self, folder: Path) -> None:
        """Make a journal of its own name in a folder.

        Raises:
            OSError: it cannot be made.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = folder / uuid4().hex
        self.path.mkdir(mode=0o700)
        with suppress(OSError):  # a full disk: words and sound wait in memory alike
            (self.path / _UNLISTED).touch(mode=0o600)
        self._lock = Lock()
        self._unwritten = UnwrittenSound()
        self._written_bytes = 0
        self._part: int | None = None
        self._is_dirty = self._has_new_part = False
        self._is_over = Event()
        self._syncing = Thread(target=self._sync, name="sound-journal", daemon=True)
        self._syncing.start()

    def write(self, chunk: AudioChunk) -> None:
        """Append a chunk; nothing once it is finished, or its session deleted for good.

        Raises:
            OSError: the disk is full, or gone; what is not on it is kept in memory.
        """
        with self._lock:
            if not self._is_over.is_set() and self.path.exists():
                self._unwritten.append(chunk.samples)
                self._unwritten.write(self._append)

    def listed(self) -> None:
        """The history knows of it from now on: without a session there, it was deleted."""
        (self.path / _UNLISTED).unlink(missing_ok=True)

    def let_go(self, until_s: float) -> None:
        """Delete the parts that hold nothing behind a time."""
        for part in _parts(self.path):
            if (int(part.stem) + 1) * _PART_S <= until_s:
                with suppress(OSError):  # another system may not delete what is open: next time
                    part.unlink(missing_ok=True)

    def finish(self) -> None:
        """Bring everything to the disk; nothing more will be written; may be called again."""
        if not self._is_over.is_set():
            self._is_over.set()
            self._syncing.join()
            with self._lock:
                with suppress(OSError):  # a full disk: what was written before can still be read
                    self._unwritten.write(self._append)
                self._close_part()

    def delete(self) -> None:
        """Its words are kept: the sound goes."""
        self.finish()
        discard(self.path)

    def _append(self, samples: bytes) -> int:
        """Write what the part has room for."""
        if self._part is None or self._written_bytes % _PART_BYTES == 0:
            self._part = self._next_part()
        room = _PART_BYTES - self._written_bytes % _PART_BYTES
        count = os.write(self._part, samples[:room])
        self._written_bytes += count
        self._is_dirty = True
        return count

    def _next_part(self) -> int:
        self._close_part()
        name = f"{self._written_bytes // _PART_BYTES:06}{_SUFFIX}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        part = os.open(self.path / name, flags, 0o600)
        self._has_new_part = True
        return part

    def _close_part(self) -> None:
        if self._part is not None:
            with suppress(OSError):  # a full disk: what was written before can still be read
                os.fsync(self._part)
            os.close(self._part)
            self._part = None

    def _sync(self) -> None:
        """The journal's own thread: nobody who hears waits for the disk."""
        while not self._is_over.wait(_SYNC_INTERVAL_S):
            with self._lock:
                part = None if self._part is None or not self._is_dirty else os.dup(self._part)
                is_new, self._is_dirty, self._has_new_part = self._has_new_part, False, False
            if part is not None:
                _to_the_disk(part)
            if is_new and os.name == "posix":  # its name is the folder's content
                with suppress(FileNotFoundError):  # its session was deleted for good
                    _to_the_disk(os.open(self.path, os.O_RDONLY))


def _to_the_disk(file: int) -> None:
    with suppress(OSError):
        os.fsync(file)
    os.close(file)


def discard(journal: Path) -> None:
    """Delete the journal of a recording that has ended; may be called again."""
    shutil.rmtree(journal, ignore_errors=True)


def is_unlisted(journal: Path) -> bool:
    """Whether the history was never told of a journal: it waited for the disk until a crash."""
    return (journal / _UNLISTED).exists()


def journalled_s(journal: Path) -> float:
    """Return the time at which the sound of a journal ends."""
    parts = _parts(journal)
    if not parts:
        return 0.0
    size = parts[-1].stat().st_size
    return int(parts[-1].stem) * _PART_S + size / (SAMPLE_RATE_HZ * BYTES_A_SAMPLE)


def journalled_sound(journal: Path, from_s: float = 0.0) -> Iterator[AudioChunk]:
    """Yield what a journal holds from a time on, on the timeline of its recording.

    Raises:
        OSError: it cannot be read.
    """
    for part in _parts(journal):
        begin_s = int(part.stem) * _PART_S
        if begin_s + _PART_S > from_s:
            skipped = max(0, round((from_s - begin_s) * SAMPLE_RATE_HZ)) * BYTES_A_SAMPLE
            yield from _chunks(part, begin_s, skipped)


def _chunks(part: Path, begin_s: float, skipped: int) -> Iterator[AudioChunk]:
    samples = part.read_bytes()
    whole = len(samples) // BYTES_A_SAMPLE * BYTES_A_SAMPLE  # a crash may have cut one in two
    for place in range(skipped, whole, _CHUNK_BYTES):
        start_s = begin_s + place / (SAMPLE_RATE_HZ * BYTES_A_SAMPLE)
        yield AudioChunk(samples[place : min(place + _CHUNK_BYTES, whole)], start_s)


def _parts(journal: Path) -> list[Path]:
    return sorted(journal.glob(f"*{_SUFFIX}"))
