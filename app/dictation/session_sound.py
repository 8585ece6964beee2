"""The sound of a session: on disk while the session lasts, to be heard again."""

from __future__ import annotations

import os
import wave
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO, FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import BinaryIO

from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_HEADER_BYTES = 44
_BLOCK_BYTES = SAMPLE_RATE_HZ * BYTES_A_SAMPLE


class SessionSound:
    """A temporary WAV file, 16 kHz mono; written by one thread, read by any.

    Only its owner may read the folder that it lies in; closing deletes it. What finds no room on
    the disk stays in memory.

    Attributes:
        path: the file; None where all of it is in memory.
    """

    def __init__(self, folder: Path | None = None, *, in_memory: bool = False) -> None:
        """Make the file.

        Args:
            folder: where; None for where the system keeps what is temporary.
            in_memory: make none, where no disk can be written.

        Raises:
            OSError: it cannot be made.
        """
        self._lock = Lock()
        self._rest = bytearray()
        self._in_file = 0
        self._is_open = True
        self._raw: FileIO | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self.path: Path | None = None
        if not in_memory:
            self._make_file(folder)

    def _make_file(self, folder: Path | None) -> None:
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = TemporaryDirectory(prefix="fermata-", dir=folder)
        self.path = Path(self._folder.name) / "session.wav"
        try:
            self._raw = FileIO(self.path, "xb", opener=_private)
            self._raw.write(_header(0))
        except OSError:
            self.close()
            raise

    @property
    def is_in_memory(self) -> bool:
        """Whether some of it is not on the disk."""
        return bool(self._rest) or self._raw is None

    def write(self, chunk: AudioChunk) -> None:
        """Append a chunk; nothing once it is finished.

        Raises:
            OSError: the disk is full, or gone; told once, and the chunk is in memory.
        """
        with self._lock:
            if not self._is_open:
                return
            if self._rest or self._raw is None:
                self._rest += chunk.samples
            else:
                self._append(chunk.samples)

    def read(self, start_s: float, end_s: float) -> bytes:
        """Return the int16 samples between two times; fewer where it is shorter.

        Raises:
            OSError: it cannot be read.
        """
        first = max(0, round(start_s * SAMPLE_RATE_HZ)) * BYTES_A_SAMPLE
        end = max(first, round(end_s * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE)
        with self._lock:
            samples = self._from_file(first, min(end, self._in_file))
            behind = max(0, first - self._in_file), max(0, end - self._in_file)
            return samples + bytes(self._rest[slice(*behind)])

    def held(self) -> HeldSound:
        """Return all of it, to be read even after it is closed; the caller closes that.

        Raises:
            OSError: the file cannot be read.
        """
        with self._lock:
            file = None if self.path is None else self.path.open("rb")
            return HeldSound(file, self._in_file, bytes(self._rest))

    def finish(self) -> None:
        """Complete the file: nothing more will be written; may be called again."""
        with self._lock:
            if self._is_open and self._raw is not None:
                with suppress(OSError):  # a full disk: what was written before can still be read
                    rest, self._rest = bytes(self._rest), bytearray()
                    self._append(rest)
                with suppress(OSError):
                    self._raw.seek(0)
                    self._raw.write(_header(self._in_file))
                self._raw.close()
            self._is_open = False

    def close(self) -> None:
        """Delete it; may be called again."""
        self.finish()
        if self._folder is not None:
            self._folder.cleanup()

    def _append(self, samples: bytes) -> None:
        """Write to the file; what it does not take goes to memory."""
        place = 0
        try:
            while self._raw is not None and place < len(samples):
                place += self._raw.write(samples[place:])
        finally:
            self._in_file += place
            self._rest += samples[place:]

    def _from_file(self, first: int, end: int) -> bytes:
        if end <= first or self.path is None:
            return b""
        with self.path.open("rb") as file:
            file.seek(_HEADER_BYTES + first)
            return file.read(end - first)


class HeldSound:
    """The samples of a session: those in its file, and those that found no room there."""

    def __init__(self, file: BinaryIO | None, in_file: int, rest: bytes) -> None:
        """Args: file: a WAV file; in_file: its bytes of samples; rest: what lies behind."""
        self._file, self._in_file, self._rest = file, in_file, rest

    def blocks(self) -> Iterator[bytes]:
        """Yield int16 samples, a second at a time; may be called again."""
        half = b""
        for piece in self._pieces():
            whole = (len(half) + len(piece)) // BYTES_A_SAMPLE * BYTES_A_SAMPLE
            joined = half + piece
            yield joined[:whole]
            half = joined[whole:]

    def close(self) -> None:
        """Let it go."""
        if self._file is not None:
            self._file.close()

    def _pieces(self) -> Iterator[bytes]:
        if self._file is not None:
            self._file.seek(_HEADER_BYTES)
            left = self._in_file
            while left and (piece := self._file.read(min(left, _BLOCK_BYTES))):
                left -= len(piece)
                yield piece
        for place in range(0, len(self._rest), _BLOCK_BYTES):
            yield self._rest[place : place + _BLOCK_BYTES]


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _header(sample_bytes: int) -> bytes:
    """Return the header of a WAV file that holds so many bytes of samples."""
    with BytesIO() as file, wave.open(file, "wb") as header:
        header.setnchannels(1)
        header.setsampwidth(BYTES_A_SAMPLE)
        header.setframerate(SAMPLE_RATE_HZ)
        header.setnframes(sample_bytes // BYTES_A_SAMPLE)
        header.writeframesraw(b"")
        return file.getvalue()
