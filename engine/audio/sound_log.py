"""The sound of a session, written once; whoever needs it reads it here, in any process."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread

from engine.audio.log_memory import (
    PART_BYTES,
    PART_S,
    SECOND_BYTES,
    LogMemory,
    delete_orphans,
    new_name,
)
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_SYNC_INTERVAL_S = 0.5  # a power cut costs no more than this
_NEEDED, _RELEASED = ".int16", ".released"
_UNLISTED = "unlisted"
_ALL_RELEASED = "all"  # what a process writes that goes on with it, too


@dataclass(frozen=True, slots=True)
class LogAddress:
    """Where another process finds a log: its folder, if it has one, and its shared memory."""

    path: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class LentLog:
    """A log that another process writes, from where on, and how much of that is on the disk."""

    address: LogAddress
    suffix: str
    written_bytes: int
    end_bytes: int


class LogReader:
    """Reads a log from any place on, while it is written or later; in any process."""

    def __init__(self, address: LogAddress) -> None:
        self._path = address.path
        self._memory = LogMemory(address.name)

    def read(self, first: int, end: int) -> bytes:
        """Return what lies between two places, in bytes, up to which the log was written.

        What was deleted is silent.

        Raises:
            OSError: it cannot be read.
        """
        found = bytearray()
        while first < end:
            number, at = divmod(first, PART_BYTES)
            size = min(PART_BYTES - at, end - first)
            samples = self._from_disk(number, at, size)
            if len(samples) < size:
                samples += self._memory.read(number, at + len(samples), size - len(samples))
            found += samples.ljust(size, b"\0")
            first += size
        return bytes(found)

    def _from_disk(self, number: int, at: int, size: int) -> bytes:
        if self._path is not None:
            for suffix in (_NEEDED, _RELEASED):
                with (
                    suppress(FileNotFoundError),
                    _part(self._path, number, suffix).open("rb") as part,
                ):
                    part.seek(at)
                    return part.read(size)
        return b""


class SoundLog:
    """A folder of bare samples in parts of ten seconds; only the user may read it.

    One thread writes, any reads; while it is lent, another process writes, and tells how much. A
    killed process loses nothing that was written, a power cut half a second. What the disk does
    not take lies in shared memory until it does; readers see no difference.

    A part is released once the next start would not need it, should this one be cut off. It stays
    while anybody holds the log; where nobody does any more, only parts that are needed are left.

    Attributes:
        address: by which another process reads it.
        path: the folder; None where all of it is in memory.
        written_bytes: how much of it the disk has taken.
        end_bytes: how much there is.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        for_next_start: bool = False,
        lent: LentLog | None = None,
    ) -> None:
        """Make a log of its own name, which whoever makes it holds.

        Args:
            folder: where; None for memory, of which a crash leaves nothing.
            for_next_start: the next start needs it, until it is released.
            lent: go on with this one instead, and finish it.

        Raises:
            OSError: it cannot be made.
        """
        path = folder and folder / os.urandom(16).hex()
        self.address = lent.address if lent else LogAddress(path, new_name())
        self.path = self.address.path
        if self.path is not None and lent is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.mkdir(mode=0o700)
            if for_next_start:
                with suppress(OSError):  # a full disk: words and sound wait in memory alike
                    (self.path / _UNLISTED).touch(mode=0o600)
        self._suffix = lent.suffix if lent else _NEEDED if for_next_start else _RELEASED
        self.written_bytes = lent.written_bytes if lent else 0
        self.end_bytes = lent.end_bytes if lent else 0
        self._reader = LogReader(self.address)
        self._memory = LogMemory(self.address.name)
        self._holders = 1
        self._lock = Lock()
        self._is_lent = False
        self._part: int | None = None
        self._is_dirty = self._has_new_part = False
        self._is_over = Event()
        self._syncing = Thread(target=self._sync, name="sound-log", daemon=True)
        self._syncing.start()
        if lent is None:
            delete_orphans()

    @property
    def is_on_disk(self) -> bool:
        """Whether the disk has taken all of it."""
        return self.path is not None and self.written_bytes == self.end_bytes

    @property
    def size(self) -> tuple[int, int]:
        """How much the disk has of it, and how much there is, at one moment."""
        with self._lock:
            return self.written_bytes, self.end_bytes

    def write(self, chunk: AudioChunk) -> None:
        """Append a chunk; nothing once it is finished, or while it is lent.

        Raises:
            OSError: neither the disk nor memory has room.
        """
        with self._lock:
            if self._is_over.is_set() or self._is_lent:
                return
            samples = chunk.samples
            with suppress(OSError):  # the disk is full, or gone
                self._flush()
                while samples and self.path is not None:
                    samples = samples[self._to_disk(self.path, samples) :]
            if samples:
                self._memory.write(self.end_bytes, samples)
                self.end_bytes += len(samples)

    def lend(self) -> LentLog:
        """Let another process write it until `take_back`."""
        with self._lock:
            self._close_part()
            self._is_lent = True
            return LentLog(self.address, self._suffix, self.written_bytes, self.end_bytes)

    def lent_wrote(self, written_bytes: int, end_bytes: int) -> None:
        """The other process has written so much, and so much of it to the disk."""
        with self._lock:
            self._memory.hold(max(written_bytes, self.end_bytes), end_bytes)
            self.written_bytes, self.end_bytes = written_bytes, end_bytes

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
                whole = end // BYTES_A_SAMPLE * BYTES_A_SAMPLE
                self.written_bytes = max(self.written_bytes, whole)
                self.end_bytes = max(self.end_bytes, self.written_bytes)
                self._memory.hold(self.end_bytes, self.end_bytes + 1)  # it may have begun a part

    def read(self, start_s: float, end_s: float) -> bytes:
        """Return the int16 samples between two times; fewer where it is shorter.

        Raises:
            OSError: it cannot be read.
        """
        with self._lock:
            return self._reader.read(place_bytes(start_s), min(place_bytes(end_s), self.end_bytes))

    def blocks(self) -> Iterator[bytes]:
        """Yield all of it, a second at a time.

        Raises:
            OSError: it cannot be read.
        """
        second = 0
        while block := self.read(second, second + 1):
            yield block
            second += 1

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
                if (int(part.stem) + 1) * PART_S <= until_s:
                    with suppress(OSError):  # another system may not rename what is open
                        part.rename(part.with_suffix(_RELEASED))

    def forget(self, until_s: float) -> None:
        """Nobody reads any more what memory has from before this time."""
        with self._lock:
            self._memory.delete(place_bytes(until_s) // PART_BYTES)

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
            self._memory.delete()
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
                with suppress(OSError):  # a full disk: what is in memory can still be read
                    self._flush()
                self._close_part()

    def _flush(self) -> None:
        """Bring to the disk what lies in memory."""
        while self.path is not None and self.written_bytes < self.end_bytes:
            end = min(self.end_bytes, self.written_bytes + PART_BYTES)
            self._to_disk(self.path, self._reader.read(self.written_bytes, end))

    def _to_disk(self, folder: Path, samples: bytes) -> int:
        """Write the next samples, as many as fit into a part; return how many bytes were taken."""
        at = self.written_bytes % PART_BYTES
        part = self._part
        if part is None or at == 0 or not folder.exists():
            part = self._open_part(folder)
        count = os.write(part, samples[: PART_BYTES - at])
        self.written_bytes += count
        self.end_bytes = max(self.end_bytes, self.written_bytes)
        self._is_dirty = True
        return count

    def _open_part(self, folder: Path) -> int:
        self._close_part()
        if not folder.exists():  # its session was deleted for good: nobody finds what follows
            folder.mkdir(mode=0o700)
            _release_all(folder)
        if (folder / _ALL_RELEASED).exists():
            self._suffix = _RELEASED
        number, at = divmod(self.written_bytes, PART_BYTES)
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
        part = self._part = os.open(_part(folder, number, self._suffix), flags, 0o600)
        os.lseek(part, at, os.SEEK_SET)
        self._has_new_part = True
        return part

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


def _part(folder: Path, number: int, suffix: str) -> Path:
    return folder / f"{number:06}{suffix}"


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
    return max(map(_end_bytes, _parts(path)), default=0) / SECOND_BYTES


def left_log(path: Path) -> SoundLog:
    """Open a log that a crash has left, to be read."""
    end = max(map(_end_bytes, _parts(path)), default=0) // BYTES_A_SAMPLE * BYTES_A_SAMPLE
    log = SoundLog(lent=LentLog(LogAddress(path, new_name()), _NEEDED, end, end))
    log.finish()
    return log


def left_from_s(path: Path) -> float:
    """Return the time at which the sound of such a log begins: what lies before was not needed."""
    return min((int(part.stem) for part in _parts(path)), default=0) * float(PART_S)


def _parts(path: Path | None, suffix: str = _NEEDED) -> list[Path]:
    return [] if path is None else sorted(path.glob(f"*{suffix}"))


def _end_bytes(part: Path) -> int:
    return int(part.stem) * PART_BYTES + part.stat().st_size


def _release_all(folder: Path) -> None:
    with suppress(OSError):  # a full disk, where nothing follows
        (folder / _ALL_RELEASED).touch(mode=0o600)
