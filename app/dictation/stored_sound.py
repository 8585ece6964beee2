"""The sound of a session that is in the history, to be heard again."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Lock
from typing import IO

from engine.audio.sound_file import SoundFile
from engine.audio.sound_log import SoundLog, place_bytes


class StoredSound:
    """A sound file, decoded up to where it is heard; read by any thread.

    What was decoded has no name on the disk, so that no crash leaves it behind.
    """

    def __init__(
        self,
        path: Path,
        folder: Path | None = None,
        *,
        is_foreign: bool = False,
        track: int = 0,
    ) -> None:
        """Open nothing yet.

        Args:
            path: of the file.
            folder: where decoded sound waits; else beside the file.
            is_foreign: somebody else made it, so that it is decoded in a process of its own.
            track: the number of its sound track; 0 where it has one only.
        """
        self._track = track
        self._path, self._folder, self._is_foreign = path, folder or path.parent, is_foreign
        self._lock = Lock()
        self._is_closing = Event()
        self._decoded: _Decoded | None = None

    def read(self, start_s: float, end_s: float) -> bytes:
        """Raise OSError or AudioFileError where it cannot be read."""
        first, end = place_bytes(start_s), place_bytes(end_s)
        with self._lock:
            if self._decoded is None:
                self._folder.mkdir(mode=0o700, exist_ok=True)
                file = TemporaryFile(dir=self._folder)  # noqa: SIM115  closed with the sound
                self._decoded = _Decoded(file, self._samples())
            try:
                return self._decoded.read(first, end, self._is_closing)
            except BaseException:
                self._end()
                raise

    def close(self) -> None:
        self._is_closing.set()  # whoever decodes an hour stops
        with self._lock:
            self._is_closing.clear()
            self._end()

    def _end(self) -> None:
        if self._decoded is not None:
            self._decoded.close()
            self._decoded = None

    def _samples(self) -> Generator[bytes]:
        from engine.audio.sound_file_process import SoundFileProcess

        kind = SoundFileProcess if self._is_foreign else SoundFile
        with kind(self._path, self._track) as sound:
            for chunk in sound:
                yield chunk.samples


class _Decoded:
    """What was decoded so far."""

    def __init__(self, file: IO[bytes], samples: Generator[bytes]) -> None:
        self._file, self._samples = file, samples
        self._length = 0

    def read(self, first: int, end: int, is_closing: Event) -> bytes:
        self._file.seek(self._length)
        while self._length < end and not is_closing.is_set():
            samples = next(self._samples, b"")
            if not samples:
                break
            self._length += self._file.write(samples)
        self._file.seek(first)
        return self._file.read(max(0, end - first))

    def close(self) -> None:
        self._samples.close()
        self._file.close()


KeptSound = SoundLog | StoredSound  # what can be played from any place on
