"""Shared memory for the parts of a sound log that do not fit on the disk."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ

SECOND_BYTES = SAMPLE_RATE_HZ * BYTES_A_SAMPLE
PART_S = 10
PART_BYTES = PART_S * SECOND_BYTES
_PREFIX = "fermata"
_FILES = Path("/dev/shm") if sys.platform == "linux" else None  # noqa: S108  its parts are files


def new_name() -> str:
    """Return a name for the memory of a log: short, for macOS, with the owner's process id."""
    return f"{_PREFIX}-{os.getpid()}-{os.urandom(4).hex()}"


def delete_orphans() -> None:
    """Delete memory left by processes that were killed before they could clean up."""
    for part in _FILES.glob(f"{_PREFIX}-*-*") if _FILES else ():
        if not Path("/proc", part.name.split("-")[1]).exists():
            with suppress(OSError):  # another user's
                part.unlink()


class LogMemory:
    """Parts of a log in shared memory, each found by name until it is deleted.

    On Windows a part exists only while some process holds it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._held: dict[int, SharedMemory] = {}
        self._numbers: set[int] = set()

    def write(self, first: int, samples: bytes) -> None:
        """Write samples at a place in the log, in bytes; raise OSError if there is no room."""
        while samples:
            number, at = divmod(first, PART_BYTES)
            block = samples[: PART_BYTES - at]
            _buffer(self._to_write(number))[at : at + len(block)] = block
            first, samples = first + len(block), samples[len(block) :]

    def read(self, number: int, at: int, size: int) -> bytes:
        """Return samples of a part; nothing if it is not in memory."""
        try:
            part = self._held.get(number) or self._opened(number)
        except FileNotFoundError:
            return b""
        samples = bytes(_buffer(part)[at : at + size])
        if number not in self._held:
            part.close()
        return samples

    def hold(self, first: int, end: int) -> None:
        """Take note of what another process wrote between two places."""
        for number in range(first // PART_BYTES, -(-end // PART_BYTES)) if first < end else ():
            self._numbers.add(number)
            if os.name == "nt" and number not in self._held:
                with suppress(FileNotFoundError):
                    self._held[number] = self._opened(number)

    def delete(self, end: int | None = None) -> None:
        """Delete all parts, or those with a smaller number."""
        for number in [one for one in self._numbers if end is None or one < end]:
            with suppress(FileNotFoundError):
                part = self._held.pop(number, None) or self._opened(number)
                part.close()
                part.unlink()
            self._numbers.discard(number)

    def _to_write(self, number: int) -> SharedMemory:
        if number not in self._held:
            while self._held and os.name != "nt":
                self._held.popitem()[1].close()
            self._numbers.add(number)
            name = self._name_of(number)
            try:
                part = SharedMemory(name, create=True, size=PART_BYTES)
            except FileExistsError:  # another process created it
                part = self._opened(number)
            if _FILES:
                try:
                    _reserve(_FILES / name)
                except OSError:
                    part.close()
                    raise
            self._held[number] = part
        return self._held[number]

    def _opened(self, number: int) -> SharedMemory:
        return SharedMemory(self._name_of(number))

    def _name_of(self, number: int) -> str:
        return f"{self._name}-{number}"


def _reserve(file: Path) -> None:
    """Reserve the memory: writing where the system has none would kill the process."""
    with file.open("r+b") as part:
        os.posix_fallocate(part.fileno(), 0, PART_BYTES)


def _buffer(part: SharedMemory) -> memoryview:
    return part.buf or memoryview(b"")
