"""The sound of a session in the history, for playback."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Lock
from typing import IO

from engine.audio.sound_file import SoundFile
from engine.audio.sound_log import SoundLog, place_bytes


class StoredSound:
    """A sound file, decoded as far as it is played; readable from any thread.

    Decoded sound has no file name on disk, so that no crash leaves it behind.
    """

    def __init__(
        self,
        path: Path,
        folder: Path | None = None,
        *,
        is_foreign: bool = False,
        track: int = 0,
    ) -> None:
        """Create without opening the file.

        Args:
            path: Path of the file.
            folder: Where decoded sound is kept; None for beside the file.
            is_foreign: Somebody else made it, so it is decoded in a separate process.
            track: Number of its audio track; 0 if it has only one.
        """
        self._track = track
        self._path, self._folder, self._is_foreign = path, folder or path.parent, is_foreign
        self._lock = Lock()
        self._is_closing = Event()
        self._decoded: _Decoded | None = None

    def read(self, start_s: float, end_s: float) -> bytes:
        """Return int16 samples; raises OSError or AudioFileError if it cannot be read."""
        first, end = place_bytes(start_s), place_bytes(end_s)
        with self._lock:
            if self._decoded is None:
                self._folder.mkdir(mode=0o700, exist_ok=True)
                file = TemporaryFile(dir=self._folder)  # noqa: SIM115  closed with the sound
                self._decoded = _Decoded(file, self.blocks())
            try:
                return self._decoded.read(first, end, self._is_closing)
            except BaseException:
                self._end()
                raise

    def close(self) -> None:
        self._is_closing.set()  # stops whoever is decoding an hour
        with self._lock:
            self._is_closing.clear()
            self._end()

    def _end(self) -> None:
        if self._decoded is not None:
            self._decoded.close()
            self._decoded = None

    def blocks(self) -> Generator[bytes]:
        """Decode all of it again, block by block, without keeping any.

        Raises:
            OSError: It cannot be read.
            AudioFileError: It cannot be decoded.
        """
        from engine.audio.sound_file_process import SoundFileProcess

        kind = SoundFileProcess if self._is_foreign else SoundFile
        with kind(self._path, self._track) as sound:
            for chunk in sound:
                yield chunk.samples


class _Decoded:
    """What has been decoded so far."""

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


KeptSound = SoundLog | StoredSound  # can be played from any place
