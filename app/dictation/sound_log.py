"""The sound of a session, written once: to be heard again, by people and by recognisers."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Lock, Thread
from typing import IO

from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_SYNC_INTERVAL_S = 0.5  # a power cut costs no more than this
_PART_S = 10
_SECOND_BYTES = SAMPLE_RATE_HZ * BYTES_A_SAMPLE
_PART_BYTES = _PART_S * _SECOND_BYTES
_NEEDED, _RELEASED = ".int16", ".released"
_UNLISTED = "unlisted"
_ALL_RELEASED = "all"  # what a process writes that goes on with it, too


@dataclass(frozen=True, slots=True)
class LentLog:
    """A log that another process writes: its folder, and from where on."""

    path: Path
    suffix: str
    written_bytes: int
    unwritten: bytes


class SoundLog:
    """A folder of bare samples in parts of ten seconds; only the user may read it.

    One thread writes, any reads; while it is lent, another process writes, and tells of it. A
    killed process loses nothing that was written, a power cut half a second. What the disk does
    not take waits in memory until it does.

    A part is released once the next start would not need it, should this one be cut off. It stays
    while anybody holds the log; where nobody does any more, only parts that are needed are left.

    Attributes:
        path: the folder; None where all of it is in memory, or in a file without a name.
        written_bytes: how much of it the disk has taken.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        in_memory: bool = False,
        for_next_start: bool = False,
        lent: LentLog | None = None,
    ) -> None:
        """Make a log of its own name, which whoever makes it holds.

        Args:
            folder: where; None for a file without a name, which no crash leaves behind.
            in_memory: make none, where no disk can be written.
            for_next_start: the next start needs it, until it is released.
            lent: go on with this one instead, and finish it.

        Raises:
            OSError: it cannot be made.
        """
        self.path: Path | None = None
        self._nameless: IO[bytes] | None = None
        if lent is not None:
            self.path = lent.path
        elif folder is not None and not in_memory:
            self.path = _new_folder(folder)
            if for_next_start:
                with suppress(OSError):  # a full disk: words and sound wait in memory alike
                    (self.path / _UNLISTED).touch(mode=0o600)
        elif not in_memory:
            self._nameless = TemporaryFile(buffering=0)  # noqa: SIM115  closed with the log
        self._suffix = lent.suffix if lent else _NEEDED if for_next_start else _RELEASED
        self.written_bytes = lent.written_bytes if lent else 0
        self._unwritten = bytearray(lent.unwritten if lent else b"")
        self._holders = 1
        self._lock = Lock()
        self._is_lent = False
        self._part: int | None = None
        self._is_dirty = self._has_new_part = False
        self._is_over = Event()
        self._syncing = Thread(target=self._sync, name="sound-log", daemon=True)
        self._syncing.start()

    @property
    def is_on_disk(self) -> bool:
        """Whether the disk has taken all of it."""
        return (self.path or self._nameless) is not None and not self._unwritten

    @property
    def end_bytes(self) -> int:
        return self.written_bytes + len(self._unwritten)

    def write(self, chunk: AudioChunk) -> None:
        """Append a chunk; nothing once it is finished, or while it is lent.

        Raises:
            OSError: the disk is full, or gone; what is not on it is kept in memory.
        """
        with self._lock:
            if not self._is_over.is_set() and not self._is_lent:
                self._unwritten += chunk.samples
                self._write()

    def lend(self) -> LentLog | None:
        """Let another process write it until `take_back`; None where it has no folder."""
        with self._lock:
            if self.path is None:
                return None
            self._close_part()
            self._is_lent = True
            return LentLog(self.path, self._suffix, self.written_bytes, bytes(self._unwritten))

    def lent_wrote(self, written_bytes: int, end_bytes: int, samples: bytes) -> None:
        """The other process has written so much; `samples` are the last ones of all there are."""
        with self._lock:
            if (begin := end_bytes - len(samples)) <= written_bytes:
                self._unwritten = bytearray(samples[written_bytes - begin :])
            else:
                self._unwritten += samples
                del self._unwritten[: written_bytes - self.written_bytes]
            self.written_bytes = written_bytes

    def take_back(self) -> None:
        """Write it here again; may be called again.

        A process that was killed has told less than it wrote.
        """
        with self._lock:
            if self._is_lent:
                self._is_lent, end = False, 0
                with suppress(OSError):  # its session was deleted for good
                    parts = [*_parts(self.path), *_parts(self.path, _RELEASED)]
                    end = max(map(_end_bytes, parts), default=0)
                more = max(0, end // BYTES_A_SAMPLE * BYTES_A_SAMPLE - self.written_bytes)
                del self._unwritten[:more]
                self.written_bytes += more

    def read(self, start_s: float, end_s: float) -> bytes:
        """Return the int16 samples between two times; fewer where it is shorter.

        Raises:
            OSError: it cannot be read.
        """
        return self.read_bytes(place_bytes(start_s), place_bytes(end_s))

    def blocks(self) -> Iterator[bytes]:
        """Yield all of it, a second at a time.

        Raises:
            OSError: it cannot be read.
        """
        first = 0
        while block := self.read_bytes(first, first + _SECOND_BYTES):
            yield block
            first += len(block)

    def listed(self) -> None:
        """The history knows of it from now on: without a session there, it was deleted."""
        if self.path is not None:
            (self.path / _UNLISTED).unlink(missing_ok=True)

    def release(self, until_s: float = math.inf) -> None:
        """The next start would need nothing before this time, of all of it what is to come."""
        with self._lock:
            if until_s == math.inf:
                self._suffix = _RELEASED
                self._close_part()
                if self._is_lent and self.path is not None:
                    _release_all(self.path)
            for part in _parts(self.path):
                if (int(part.stem) + 1) * _PART_S <= until_s:
                    with suppress(OSError):  # another system may not rename what is open
                        part.rename(part.with_suffix(_RELEASED))

    def hold(self) -> None:
        with self._lock:
            self._holders += 1

    def close(self) -> None:
        """One fewer needs it; the last one leaves only what the next start needs."""
        with self._lock:
            self._holders -= 1
            is_last = self._holders == 0
        if is_last:
            self.finish()
            if self._nameless is not None:
                self._nameless.close()
            if self.path is not None and self._suffix == _RELEASED:
                delete_log(self.path)
            elif self.path is not None:
                delete_released(self.path)

    def finish(self) -> None:
        """Bring everything to the disk; nothing more will be written; may be called again."""
        if not self._is_over.is_set():
            self._is_over.set()
            self._syncing.join()
            with self._lock:
                with suppress(OSError):  # a full disk: what was written before can still be read
                    self._write()
                self._close_part()

    def read_bytes(self, first: int, end: int) -> bytes:
        """Return what lies between two places; less where it is shorter.

        Raises:
            OSError: it cannot be read.
        """
        found = bytearray()
        with self._lock:
            while first < min(end, self.written_bytes):
                number, at = divmod(first, _PART_BYTES)
                size = min(_PART_BYTES - at, min(end, self.written_bytes) - first)
                found += self._read_part(number, at, size)
                first += size
            behind = first - self.written_bytes
            return bytes(found + self._unwritten[behind : max(behind, end - self.written_bytes)])

    def _read_part(self, number: int, first: int, size: int) -> bytes:
        """Read from a part, which is silent where its session was deleted for good."""
        if self._nameless is not None:
            self._nameless.seek(number * _PART_BYTES + first)
            return self._nameless.read(size)
        for suffix in (_NEEDED, _RELEASED):
            with suppress(FileNotFoundError), self._name(number, suffix).open("rb") as part:
                part.seek(first)
                return part.read(size).ljust(size, b"\0")
        return bytes(size)

    def _write(self) -> None:
        while self._unwritten:
            if self._nameless is not None:
                self._nameless.seek(self.written_bytes)
                count = self._nameless.write(self._unwritten)
            elif self.path is not None:
                at = self.written_bytes % _PART_BYTES
                part = self._part
                if part is None or at == 0 or not self.path.exists():
                    part = self._open_part(self.path)
                count = os.write(part, self._unwritten[: _PART_BYTES - at])
            else:
                return
            del self._unwritten[:count]
            self.written_bytes += count
            self._is_dirty = True

    def _open_part(self, folder: Path) -> int:
        self._close_part()
        if not folder.exists():  # its session was deleted for good: nobody finds what follows
            folder.mkdir(mode=0o700)
            _release_all(folder)
        if (folder / _ALL_RELEASED).exists():
            self._suffix = _RELEASED
        number, at = divmod(self.written_bytes, _PART_BYTES)
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
        part = self._part = os.open(self._name(number, self._suffix), flags, 0o600)
        os.lseek(part, at, os.SEEK_SET)
        self._has_new_part = True
        return part

    def _name(self, number: int, suffix: str) -> Path:
        return (self.path or Path()) / f"{number:06}{suffix}"

    def _close_part(self) -> None:
        if self._part is not None:
            with suppress(OSError):  # a full disk: what was written before can still be read
                os.fsync(self._part)
            os.close(self._part)
            self._part = None

    def _sync(self) -> None:
        """The log's own thread: nobody who hears waits for the disk."""
        while not self._is_over.wait(_SYNC_INTERVAL_S):
            with self._lock:
                part = None if self._part is None or not self._is_dirty else os.dup(self._part)
                is_new, self._is_dirty, self._has_new_part = self._has_new_part, False, False
            if part is not None:
                _to_the_disk(part)
            if is_new and os.name == "posix":  # its name is the folder's content
                with suppress(FileNotFoundError):  # its session was deleted for good
                    _to_the_disk(os.open(self.path or Path(), os.O_RDONLY))


def _new_folder(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / os.urandom(16).hex()
    path.mkdir(mode=0o700)
    return path


def _to_the_disk(file: int) -> None:
    with suppress(OSError):
        os.fsync(file)
    os.close(file)


def place_bytes(time_s: float) -> int:
    return max(0, round(time_s * SAMPLE_RATE_HZ)) * BYTES_A_SAMPLE


def delete_log(path: Path) -> None:
    """Delete the log of a recording; may be called again."""
    shutil.rmtree(path, ignore_errors=True)


def delete_released(path: Path) -> None:
    """Delete what is not needed of a log to which nobody writes."""
    if not _parts(path):
        delete_log(path)
    for part in path.glob(f"*{_RELEASED}"):
        part.unlink(missing_ok=True)


def is_unlisted(path: Path) -> bool:
    """Whether the history was never told of a log: it waited for the disk until a crash."""
    return (path / _UNLISTED).exists()


def logged_s(path: Path) -> float:
    """Return the time at which the sound of a log ends that a crash has left."""
    return max(map(_end_bytes, _parts(path)), default=0) / _SECOND_BYTES


def logged_sound(path: Path, from_s: float = 0.0) -> Iterator[AudioChunk]:
    """Yield what a crash has left from a time on, on the timeline of its recording.

    Raises:
        OSError: it cannot be read.
    """
    for part in _parts(path):
        begin_s = int(part.stem) * _PART_S
        if begin_s + _PART_S > from_s:
            yield from _chunks(part, begin_s, place_bytes(from_s - begin_s))


def _chunks(part: Path, begin_s: float, first: int) -> Iterator[AudioChunk]:
    samples = part.read_bytes()
    whole = len(samples) // BYTES_A_SAMPLE * BYTES_A_SAMPLE  # a crash may have cut one in two
    for place in range(first, whole, _SECOND_BYTES // 10):
        block = samples[place : min(place + _SECOND_BYTES // 10, whole)]
        yield AudioChunk(block, begin_s + place / _SECOND_BYTES)


def _parts(path: Path | None, suffix: str = _NEEDED) -> list[Path]:
    return [] if path is None else sorted(path.glob(f"*{suffix}"))


def _end_bytes(part: Path) -> int:
    return int(part.stem) * _PART_BYTES + part.stat().st_size


def _release_all(folder: Path) -> None:
    with suppress(OSError):  # a full disk, where nothing follows
        (folder / _ALL_RELEASED).touch(mode=0o600)
