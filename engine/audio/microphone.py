"""A microphone as a source of chunks."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Self

from engine.audio.devices import MicrophoneInfo, find_microphone, microphones
from engine.audio.portaudio import open_stream, portaudio_reason
from engine.audio.resample import CHUNK_S, ChunkCutter, RateConverter
from engine.audio.stream_clock import StreamClock, clock_s
from engine.errors import AudioDeviceError
from engine.types import SAMPLE_RATE_HZ, AudioChunk

_log = logging.getLogger(__name__)
_POLL_S = 0.1
_SILENT_S = 3.0  # a device silent for this long counts as gone
_WAKING_S = 5.0  # a wireless microphone takes seconds to deliver its first block


class Microphone:
    """Records from the moment it is opened until `stop`.

    PortAudio's thread copies each block into a bounded queue and never waits: if nobody reads for
    `queue_s`, blocks are dropped and counted in `overflows`.
    """

    def __init__(self, device: str | int | None = None, *, queue_s: float = 120.0) -> None:
        """Open the device and start recording.

        Args:
            device: Index, name or part of a name; None for the system's default.
            queue_s: How much sound may wait, for example for a slow disk.

        Raises:
            AudioDeviceError: there is no such device, or it cannot be opened.
        """
        self._device = device
        self.overflows = 0
        # a SimpleQueue, since a signal handler may call `stop` during a `get`
        self._blocks: SimpleQueue[tuple[bytes, float] | None] = SimpleQueue()
        self._queue_blocks = max(1, round(queue_s / CHUNK_S))
        self._is_stopping = False
        self._converter: RateConverter | None = None
        self._cutter = ChunkCutter()
        self._clock = StreamClock()
        self.info: MicrophoneInfo
        self._stream: Any = open_stream(self._open)

    def __iter__(self) -> Iterator[AudioChunk]:
        """Yield chunks until `stop`, then what was captured before it.

        Raises:
            AudioDeviceError: the device went away; everything it delivered has been yielded.
        """
        for block, missing_s in self._in_time():
            if missing_s:
                yield from self._cutter.skip(missing_s)
            at_16_khz = block if self._converter is None else self._converter.push(block)
            yield from self._cutter.push(at_16_khz)
        if self._converter is not None:
            yield from self._cutter.push(self._converter.flush())
        yield from self._cutter.flush()
        if not self._is_stopping:
            raise AudioDeviceError(
                self.info.name, "the microphone was disconnected", went_away=True
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        return self.info.name

    @property
    def heard_s(self) -> float:
        """When the latest sound returned was heard, by `clock_s`."""
        return self._clock.heard_s

    def stop(self) -> None:
        """End the recording; safe to call in another thread or a signal handler."""
        self._is_stopping = True
        self._blocks.put(None)

    def close(self) -> None:
        self._is_stopping = True
        if not self._stream.closed:
            self._stream.close(ignore_errors=True)
            if self.overflows:
                _log.warning("the microphone's queue overflowed %d times", self.overflows)

    def _in_time(self) -> Iterator[tuple[bytes, float]]:
        for block, arrived_s in self._captured():
            yield from self._clock.push(block, CHUNK_S, arrived_s)
        yield from self._clock.flush()

    def _captured(self) -> Iterator[tuple[bytes, float]]:
        patience = _WAKING_S / _POLL_S  # not a deadline, which could pass while the computer sleeps
        while not self._is_stopping and patience > 0:
            try:
                block = self._blocks.get(timeout=_POLL_S)
            except Empty:
                if not self._stream.active:  # the system took the device away
                    break
                patience -= 1
                continue
            if block is not None:
                yield block
                patience = _SILENT_S / _POLL_S
        self._stream.close(ignore_errors=True)
        while not self._blocks.empty():
            block = self._blocks.get()
            if block is not None:  # None is from `stop`
                yield block

    def _capture(self, block: Any, _frames: int, _time: object, status: Any) -> None:  # noqa: ANN401
        """PortAudio's callback, on its own thread: must neither wait nor raise."""
        if status.input_overflow:
            self.overflows += 1
        if self._blocks.qsize() < self._queue_blocks:
            self._blocks.put((bytes(block), clock_s()))
        else:
            self.overflows += 1

    def _open(self, sounddevice: Any) -> Any:  # noqa: ANN401  sounddevice is untyped
        self.info = find_microphone(self._device)  # devices may have changed by now
        try:
            return self._started(sounddevice, SAMPLE_RATE_HZ)
        except sounddevice.PortAudioError:
            _log.info("the microphone refuses %d Hz", SAMPLE_RATE_HZ)
        own_rate_hz = round(self.info.sample_rate_hz)
        self._converter = RateConverter(own_rate_hz)
        try:
            return self._started(sounddevice, own_rate_hz)
        except sounddevice.PortAudioError as error:
            raise AudioDeviceError(self.info.name, portaudio_reason(error)) from error

    def _started(self, sounddevice: Any, sample_rate_hz: int) -> Any:  # noqa: ANN401
        stream = sounddevice.RawInputStream(
            samplerate=sample_rate_hz,
            blocksize=round(sample_rate_hz * CHUNK_S),
            device=self.info.index,
            channels=1,
            dtype="int16",
            callback=self._capture,
        )
        stream.start()
        return stream


def open_microphone(device: str) -> Microphone:
    """Open a device and start recording; for "", the default or else any that can be opened.

    Raises:
        AudioDeviceError: there is none, or none can be opened.
    """
    try:
        return Microphone(device or None)
    except AudioDeviceError:
        if device:
            raise
        for other in microphones():
            with suppress(AudioDeviceError):
                return Microphone(other.index)
        raise
