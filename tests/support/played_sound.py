"""Recorded speech instead of a microphone: real samples at the pace of a real device."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

from app.dictation.recording import Recorded
from app.dictation.silence_detector import level_dbfs
from engine.audio.sound_file import SoundFile
from engine.audio.stream_clock import clock_s
from engine.errors import AudioDeviceError
from engine.types import AudioChunk

CHUNK_BYTES = 3_200
_QUICK_SILENCE_S = 20.0  # ends every sentence; more would only bury what waits for something else
_SLOW_SPEED = 2.0


def recorded(log, samples, **more):
    """Write samples to a log, if any, and report it as a microphone does."""
    if log is not None:
        log.write(AudioChunk(samples, log.end_bytes / 32_000))
    return Recorded(len(samples), level_dbfs(samples), **more)


class PlayedSound:
    """A `LiveSource` that plays files, each followed by silence, then silence until stopped.

    What lasts for some of that silence takes about as long as for a person.
    """

    name = "played"

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        pause_s: float = 0.8,
        speed: float = 20.0,
        silence_speed: float | None = None,
        lost: bool = False,
    ) -> None:
        self.overflows = 0
        self.is_played = threading.Event()
        self._paths = paths
        self._pause_s = pause_s
        self._speed = speed
        self.silence_speed = silence_speed or speed
        self._is_lost = lost
        self._stopped = threading.Event()
        self._log = None

    def into(self, log):
        """Write to this log."""
        self._log = log
        return self

    def __iter__(self):
        for samples in self._blocks():
            if self._stopped.is_set():
                return
            yield self._recorded(samples)
            time.sleep(0.1 / self._speed)
        self.is_played.set()
        if self._is_lost:
            raise AudioDeviceError("played", "the microphone was disconnected", went_away=True)
        silent_s = 0.0
        while not self._stopped.is_set():
            yield self._recorded(bytes(CHUNK_BYTES))
            silent_s += 0.1
            quickest = _SLOW_SPEED if silent_s > _QUICK_SILENCE_S else self.silence_speed
            time.sleep(0.1 / min(quickest, self.silence_speed))

    def _recorded(self, samples):
        return recorded(self._log, samples, heard_s=clock_s())

    def _blocks(self):
        for path in self._paths:
            with SoundFile(path) as sound:
                samples = b"".join(chunk.samples for chunk in sound)
            samples += bytes(round(self._pause_s * 32_000))
            for start in range(0, len(samples), CHUNK_BYTES):
                yield samples[start : start + CHUNK_BYTES].ljust(CHUNK_BYTES, b"\0")

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def stop(self):
        self._stopped.set()

    def close(self):
        self._stopped.set()
