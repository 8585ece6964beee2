"""The sound of a session that is in the history, to be heard again."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO

from app.dictation.sound_log import SoundLog, place_bytes
from engine.audio.sound_file import SoundFile


class StoredSound:
    """A FLAC file, decoded when it is first heard; read by any thread.

    What was decoded has no name on the disk, so that no crash leaves it behind.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._decoded: IO[bytes] | None = None

    def read(self, start_s: float, end_s: float) -> bytes:
        """Raise OSError or AudioFileError where it cannot be read."""
        first, end = place_bytes(start_s), place_bytes(end_s)
        with self._lock:
            if self._decoded is None:
                self._decoded = _decoded(self._path)
            self._decoded.seek(first)
            return self._decoded.read(max(0, end - first))

    def close(self) -> None:
        with self._lock:
            if self._decoded is not None:
                self._decoded.close()
                self._decoded = None


def _decoded(path: Path) -> IO[bytes]:
    decoded = TemporaryFile(dir=path.parent)  # noqa: SIM115  closed with the sound
    try:
        with SoundFile(path) as sound:
            for chunk in sound:
                decoded.write(chunk.samples)
    except BaseException:
        decoded.close()
        raise
    return decoded


KeptSound = SoundLog | StoredSound  # what can be played from any place on
