"""A recording with pauses, from a microphone that may be opened several times."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from threading import Condition
from typing import Protocol, Self

from app.dictation.events import (
    Event,
    Gap,
    Idle,
    MicrophoneLost,
    SoundLost,
    State,
    StateChanged,
)
from app.dictation.silence_detector import SILENCE_DBFS
from engine.audio.log_memory import SECOND_BYTES
from engine.audio.resample import CHUNK_S
from engine.audio.sound_log import SoundLog
from engine.audio.stream_clock import clock_s
from engine.errors import AudioDeviceError
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_log = logging.getLogger(__name__)
_SILENCE_S = 1.5  # of silence, so that the recogniser finishes the words before a pause
_RETRY_S = 1.0
_TURN_S = 0.2


@dataclass(frozen=True, slots=True)
class Recorded:
    """Up to a tenth of a second that is now in the log.

    Attributes:
        size_bytes: Its size in the log, which ends with it.
        level_dbfs: Its level; 0 is full scale.
        missing_s: How much sound was lost just before it.
        heard_s: When it ended, on `clock_s`.
    """

    size_bytes: int
    level_dbfs: float = SILENCE_DBFS
    missing_s: float = 0.0
    heard_s: float = 0.0

    @property
    def duration_s(self) -> float:
        return self.size_bytes / SECOND_BYTES


class LiveSource(Protocol):
    """A microphone, or a stand-in: it writes the log, and reports each part once."""

    def __iter__(self) -> Iterator[Recorded]: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def overflows(self) -> int: ...

    def stop(self) -> None:
        """End the recording from another thread; what was captured still arrives."""
        ...


OpenSource = Callable[[str], LiveSource]


class Recording:
    """Yields what was recorded, on one timeline without pauses, and changes of state.

    `stop`, `pause` and `resume` may be called from any thread, at any time.
    """

    def __init__(self, open_source: OpenSource, log: SoundLog) -> None:
        """Start with nothing open.

        Args:
            open_source: Opens the chosen microphone, or another one; receives the name of the one
                that was disconnected, else "", and raises AudioDeviceError if there is none.
            log: Written by the microphones and by nobody else; as long as the timeline.
        """
        self._open_source = open_source
        self._log = log
        self._condition = Condition()
        self._is_stopped = False
        self._is_paused = False
        self._is_pausing = False  # the open microphone was stopped for a pause
        self._source: LiveSource | None = None
        self._recorded_bytes = 0
        self._lost_blocks = 0
        self._name = ""
        self._heard_s = 0.0  # on `clock_s`, like the next
        self._lost_at_s: float | None = None

    @property
    def elapsed_s(self) -> float:
        return self._recorded_bytes / SECOND_BYTES

    def stop(self) -> None:
        with self._condition:
            self._is_stopped = True
            self._stop_source()

    def pause(self) -> None:
        """Close the microphone until `resume`; what was captured still arrives."""
        with self._condition:
            self._is_paused = True
            self._is_pausing |= self._source is not None
            self._stop_source()

    def resume(self) -> None:
        with self._condition:
            self._is_paused = False
            self._condition.notify_all()

    def reopen(self) -> None:
        """Switch to the chosen microphone from the open or lost one."""
        with self._condition:
            self._name = ""
            self._stop_source()

    def __iter__(self) -> Generator[Recorded | Event, None, None]:
        """Yield what was recorded, and events, until stopped.

        Raises:
            AudioDeviceError: There is no microphone to start with.
        """
        self._heard_s = clock_s()
        while not self._is_stopped:
            try:
                yield from self._stretch()
            except AudioDeviceError as error:
                if not (self._recorded_bytes or error.went_away):
                    raise
                _log.info("no microphone: %s", error.reason)
                yield from self._lose()
            if (self._is_paused or self._is_pausing) and not self._is_stopped:
                yield from self._rest()

    def _stretch(self) -> Iterator[Recorded | Event]:
        yield StateChanged(State.STARTING)
        with self._open_source("" if self._lost_at_s is None else self._name) as source:
            self._hold(source)
            try:
                yield from self._recorded_by(source)
            finally:
                self._hold(None)
                self._lost_blocks += source.overflows

    def _recorded_by(self, source: LiveSource) -> Iterator[Recorded | Event]:
        lost = 0
        for recorded in source:
            if recorded.missing_s > CHUNK_S:  # it was suspended, and this computer with it
                yield MicrophoneLost(self.elapsed_s)
                yield Gap(self.elapsed_s, recorded.missing_s)
            self._name, self._heard_s = source.name, recorded.heard_s
            yield from self._closed_gap(self._heard_s - recorded.duration_s)
            yield StateChanged(self._state())
            yield self._taken(recorded)
            if source.overflows > lost:
                lost = source.overflows
                yield SoundLost(self._lost_blocks + lost)

    def _closed_gap(self, end_s: float) -> Iterator[Event]:
        if self._lost_at_s is not None:
            yield Gap(self.elapsed_s, max(0.0, end_s - self._lost_at_s))
            self._lost_at_s = None

    def _lose(self) -> Iterator[Recorded | Event]:
        """Try again at once, and then every second."""
        if self._lost_at_s is None:
            self._lost_at_s = self._heard_s
            yield self._silence()
            yield MicrophoneLost(self.elapsed_s)
            return
        name = self._name
        yield from self._wait(lambda: self._is_paused or self._name != name, _RETRY_S)

    def _rest(self) -> Iterator[Recorded | Event]:
        """Wait out a pause by the user, which is not a gap and ends any that is open."""
        self._is_pausing = False
        yield from self._closed_gap(clock_s())
        yield self._silence()
        yield StateChanged(State.PAUSED)
        yield from self._wait(lambda: not self._is_paused)
        self._heard_s = clock_s()

    def _state(self) -> State:
        """Return the state while sound arrives, which may have been captured before a stop."""
        if self._is_stopped:
            return State.DRAINING
        return State.PAUSED if self._is_paused or self._is_pausing else State.LISTENING

    def _taken(self, recorded: Recorded) -> Recorded:
        self._recorded_bytes += recorded.size_bytes
        return recorded

    def _silence(self) -> Recorded:
        """Write the silence of a pause."""
        samples = bytes(round(_SILENCE_S * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE)
        self._log.write(AudioChunk(samples, self.elapsed_s))
        return self._taken(Recorded(len(samples)))

    def _hold(self, source: LiveSource | None) -> None:
        with self._condition:
            self._source = source
            if source is not None and (self._is_stopped or self._is_paused):
                self._is_pausing |= self._is_paused
                source.stop()  # requested while it was being opened

    def _stop_source(self) -> None:
        if self._source is not None:
            self._source.stop()
        self._condition.notify_all()

    def _wait(
        self, is_over: Callable[[], bool], longest_s: float = math.inf
    ) -> Iterator[Recorded | Event]:
        end_s = time.monotonic() + longest_s
        while not (self._is_stopped or is_over() or time.monotonic() >= end_s):
            yield Idle()
            with self._condition:
                self._condition.wait_for(lambda: self._is_stopped or is_over(), _TURN_S)
