"""Plays a recording from a given word on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.dictation.stored_sound import KeptSound
from app.dictation.time_stretch import stretched
from engine.audio.portaudio import load_portaudio, open_stream, portaudio_reason
from engine.errors import AudioDeviceError, FermataError
from engine.types import SAMPLE_RATE_HZ

_REPORT_S = 0.05


class WordPlayer(QObject):
    """Plays on its own thread; every method returns at once.

    Attributes:
        speed: 2.0 plays in half the time, at the same pitch; may change during playback.

    Signals:
        position_changed(float): Seconds since the session began, twenty times a second.
        ended(): Playback ended, for whatever reason.
        failed(object): The `FermataError` or `OSError` because of which it could not be played.
    """

    position_changed = Signal(float)
    ended = Signal()
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.speed = 1.0
        self._thread: Thread | None = None
        self._stop = Event()

    @property
    def is_playing(self) -> bool:
        """True from `play` until the end, or until it is asked to stop."""
        return self._thread is not None and not self._stop.is_set()

    def play(self, sound: KeptSound, start_s: float, end_s: float) -> None:
        before = self._thread
        self._stop.set()
        self._stop = Event()
        self._thread = Thread(
            target=self._run, args=(before, sound, start_s, end_s, self._stop), name="player"
        )
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(
        self, before: Thread | None, sound: KeptSound, start_s: float, end_s: float, stop: Event
    ) -> None:
        if before is not None:
            before.join()
        try:
            self._play(sound, start_s, end_s, stop)
        except (FermataError, OSError) as error:
            self.failed.emit(error)
        stop.set()
        if stop is self._stop:  # not followed by another stretch
            self.ended.emit()

    def _play(self, sound: KeptSound, start_s: float, end_s: float, stop: Event) -> None:
        with speakers() as stream:
            reported_s = -1.0
            for place, samples in self._parts(sound, max(0.0, start_s)):
                place_s = place / SAMPLE_RATE_HZ
                if place_s >= end_s or stop.is_set():
                    break
                if place_s >= reported_s + _REPORT_S:
                    reported_s = place_s
                    self.position_changed.emit(place_s)
                stream.write(samples)

    def _parts(self, sound: KeptSound, start_s: float) -> Iterator[tuple[int, bytes]]:
        def read(first: int, end: int) -> bytes:
            return sound.read(first / SAMPLE_RATE_HZ, end / SAMPLE_RATE_HZ)

        return stretched(read, round(start_s * SAMPLE_RATE_HZ), lambda: self.speed)


@contextmanager
def speakers(latency: str = "low") -> Iterator[Any]:
    """Open an output for int16 samples; leaving it waits until they have been played.

    Args: latency: "high" avoids gaps on a busy computer.

    Raises:
        AudioDeviceError: There are no speakers, or they fail.
    """
    sounddevice = load_portaudio()
    try:
        with open_stream(partial(_opened, latency)) as stream:
            yield stream
    except sounddevice.PortAudioError as error:
        raise AudioDeviceError("", portaudio_reason(error)) from error


def _opened(latency: str, sounddevice: Any) -> Any:  # noqa: ANN401  sounddevice is untyped
    return sounddevice.RawOutputStream(
        samplerate=SAMPLE_RATE_HZ, channels=1, dtype="int16", latency=latency
    )
