"""The sound of a session, written once and read from here, in any process."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Generator
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

_SYNC_INTERVAL_S = 0.5  # the most a power cut loses
_NEEDED, _RELEASED = ".int16", ".released"
_UNLISTED = "unlisted"
_ALL_RELEASED = "all"  # set for another process that is still writing


@dataclass(frozen=True, slots=True)
class LogAddress:
    """Where another process finds a log: its folder, if any, and its shared memory."""

    path: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class LentLog:
    """A log handed to another process to write: its length so far, and how much is on disk."""

    address: LogAddress
    suffix: str
    written_bytes: int
    end_bytes: int


class LogReader:
    """Reads any part of a log, in any process, also while it is being written."""

    def __init__(self, address: LogAddress) -> None:
        self._path = address.path
        self._memory = LogMemory(address.name)

    def read(self, first: int, end: int) -> bytes:
        """Return the samples between two places, in bytes, both within what was written.

        Deleted parts read as silence.

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
    """A folder of raw samples in parts of ten seconds, which only the user may read.

    One thread writes and any may read; while the log is lent, another process writes and reports
    how much. A killed process loses nothing that was written, a power cut half a second. Sound that
    does not fit on the disk waits in shared memory; readers see no difference.

    A part is released once a restart after a crash would not need it. It stays while anybody holds
    the log; after that, only the parts that are needed are left.

    Attributes:
        address: Where other processes find it.
        path: Its folder; None if it is only in memory.
        written_bytes: How much of it is on disk.
        end_bytes: Its length.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        for_next_start: bool = False,
        lent: LentLog | None = None,
    ) -> None:
        """Create a log with a new name, held by the caller.

        Args:
            folder: Parent folder; None keeps it in memory, where a crash loses it.
            for_next_start: Keep it for a restart until it is released.
            lent: Continue writing this log and finish it.

        Raises:
            OSError: it cannot be created.
        """
        path = folder and folder / os.urandom(16).hex()
        self.address = lent.address if lent else LogAddress(path, new_name())
        self.path = self.address.path
        if self.path is not None and lent is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.mkdir(mode=0o700)
            if for_next_start:
                with suppress(OSError):  # a full disk: words and sound both wait in memory
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
        """Whether all of it is on disk."""
        return self.path is not None and self.written_bytes == self.end_bytes

    @property
    def size(self) -> tuple[int, int]:
        """The bytes on disk and in all, at one moment."""
        with self._lock:
            return self.written_bytes, self.end_bytes

    def write(self, chunk: AudioChunk) -> None:
        """Append a chunk; ignored once the log is finished or while it is lent.

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
        """Let another process write the log until `take_back`."""
        with self._lock:
            self._close_part()
            self._is_lent = True
            return LentLog(self.address, self._suffix, self.written_bytes, self.end_bytes)

    def lent_wrote(self, written_bytes: int, end_bytes: int) -> None:
        """Note the totals the other process reports: bytes on disk, and in all."""
        with self._lock:
            self._memory.hold(max(written_bytes, self.end_bytes), end_bytes)
            self.written_bytes, self.end_bytes = written_bytes, end_bytes

    def take_back(self) -> None:
        """Resume writing here; idempotent.

        A process that was killed may have written more than it reported.
        """
        with self._lock:
            if self._is_lent:
                self._is_lent, end = False, 0
                with suppress(OSError):  # its session was permanently deleted
                    parts = [*_parts(self.path), *_parts(self.path, _RELEASED)]
                    end = max(map(_end_bytes, parts), default=0)
                whole = end // BYTES_A_SAMPLE * BYTES_A_SAMPLE
                self.written_bytes = max(self.written_bytes, whole)
                self.end_bytes = max(self.end_bytes, self.written_bytes)
                self._memory.hold(self.end_bytes, self.end_bytes + 1)  # it may have begun a part

    def read(self, start_s: float, end_s: float) -> bytes:
        """Return the int16 samples between two times; fewer at the end of the log.

        Raises:
            OSError: it cannot be read.
        """
        with self._lock:
            return self._reader.read(place_bytes(start_s), min(place_bytes(end_s), self.end_bytes))

    def blocks(self) -> Generator[bytes]:
        """Yield the whole log, a second at a time.

        Raises:
            OSError: it cannot be read.
        """
        second = 0
        while block := self.read(second, second + 1):
            yield block
            second += 1

    def listed(self) -> None:
        """Note that the history knows the log: without a session there, it was deleted."""
        if self.path is not None:
            (self.path / _UNLISTED).unlink(missing_ok=True)

    def release(self, until_s: float = math.inf) -> None:
        """Release what comes before this time; without one, everything, including what follows."""
        with self._lock:
            if until_s == math.inf:
                self._suffix = _RELEASED
                self._close_part()
                if self._is_lent and self.path is not None:
                    _release_all(self.path)
            for part in _parts(self.path):
                if (int(part.stem) + 1) * PART_S <= until_s:
                    with suppress(OSError):  # some systems cannot rename an open file
                        part.rename(part.with_suffix(_RELEASED))

    def forget(self, until_s: float) -> None:
        """Free the memory of sound before this time, which nobody will read."""
        with self._lock:
            self._memory.delete(place_bytes(until_s) // PART_BYTES)

    def hold(self) -> None:
        with self._lock:
            self._holders += 1

    def close(self) -> None:
        """Let go of the log; the last holder leaves only what a restart needs."""
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
        """Write everything to disk; no more can be written. Idempotent."""
        if not self._is_over.is_set():
            self._is_over.set()
            self._syncing.join()
            with self._lock:
                with suppress(OSError):  # a full disk: what is in memory can still be read
                    self._flush()
                self._close_part()

    def _flush(self) -> None:
        """Write what waits in memory to disk."""
        while self.path is not None and self.written_bytes < self.end_bytes:
            end = min(self.end_bytes, self.written_bytes + PART_BYTES)
            self._to_disk(self.path, self._reader.read(self.written_bytes, end))

    def _to_disk(self, folder: Path, samples: bytes) -> int:
        """Write the next samples, as many as fit into a part; return how many bytes that was."""
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
        if not folder.exists():  # its session was deleted: nobody will look for the rest
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
        """Run the log's own thread, so that recording never waits for the disk."""
        while not self._is_over.wait(_SYNC_INTERVAL_S):
            with self._lock:
                part = None if self._part is None or not self._is_dirty else os.dup(self._part)
                is_new, self._is_dirty, self._has_new_part = self._has_new_part, False, False
            if part is not None:
                _to_the_disk(part)
            if is_new and os.name == "posix":  # the folder holds the part's name
                with suppress(FileNotFoundError):  # its session was permanently deleted
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
    """Delete the log of a recording; idempotent."""
    shutil.rmtree(path, ignore_errors=True)


def delete_released(path: Path) -> None:
    """Delete the parts of a finished log that nobody needs."""
    if not _parts(path):
        delete_log(path)
    for part in path.glob(f"*{_RELEASED}"):
        part.unlink(missing_ok=True)


def is_unlisted(path: Path) -> bool:
    """Whether a log never reached the history, because of a crash while the disk was full."""
    return (path / _UNLISTED).exists()


def logged_s(path: Path) -> float:
    """Return the time at which the sound of a log left by a crash ends."""
    return max(map(_end_bytes, _parts(path)), default=0) / SECOND_BYTES


def left_log(path: Path) -> SoundLog:
    """Open a log left by a crash, for reading."""
    end = max(map(_end_bytes, _parts(path)), default=0) // BYTES_A_SAMPLE * BYTES_A_SAMPLE
    log = SoundLog(lent=LentLog(LogAddress(path, new_name()), _NEEDED, end, end))
    log.finish()
    return log


def left_from_s(path: Path) -> float:
    """Return the time at which the sound of such a log begins; earlier parts were released."""
    return min((int(part.stem) for part in _parts(path)), default=0) * float(PART_S)


def _parts(path: Path | None, suffix: str = _NEEDED) -> list[Path]:
    return [] if path is None else sorted(path.glob(f"*{suffix}"))


def _end_bytes(part: Path) -> int:
    return int(part.stem) * PART_BYTES + part.stat().st_size


def _release_all(folder: Path) -> None:
    with suppress(OSError):  # a full disk, where nothing follows
        (folder / _ALL_RELEASED).touch(mode=0o600)
