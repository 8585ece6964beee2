"""One recording with pauses in it, from any number of openings of a microphone."""

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
_SILENCE_S = 1.5  # silence that lets the recogniser finish the words before a pause
_RETRY_S = 1.0
_TURN_S = 0.2


@dataclass(frozen=True, slots=True)
class Recorded:
    """A tenth of a second, or less, that is in the log now.

    Attributes:
        size_bytes: how much of the log, which ends with it.
        level_dbfs: how loud it is; 0 is full scale.
        missing_s: how much of what was heard is missing before it.
        heard_s: when its end was heard, on `clock_s`.
    """

    size_bytes: int
    level_dbfs: float = SILENCE_DBFS
    missing_s: float = 0.0
    heard_s: float = 0.0

    @property
    def duration_s(self) -> float:
        return self.size_bytes / SECOND_BYTES


class LiveSource(Protocol):
    """A microphone, or what stands for one: it writes the log, and tells so once."""

    def __iter__(self) -> Iterator[Recorded]: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def overflows(self) -> int: ...

    def stop(self) -> None:
        """End the recording from another thread; what was captured still comes."""
        ...


OpenSource = Callable[[str], LiveSource]


class Recording:
    """Yields what was recorded, on one timeline without the pauses, and its state, again and again.

    `stop`, `pause` and `resume` may be called from any thread, at any time.
    """

    def __init__(self, open_source: OpenSource, log: SoundLog) -> None:
        """Begin with nothing open.

        Args:
            open_source: opens the microphone that is chosen now, or another one; it is given the
                name of the one that went away, else "", and raises AudioDeviceError where there is
                none.
            log: which the microphones write; as long as the timeline, it is written to nowhere
                else.
        """
        self._open_source = open_source
        self._log = log
        self._condition = Condition()
        self._is_stopped = False
        self._is_paused = False
        self._is_pausing = False  # the microphone that is open was stopped for a pause
        self._source: LiveSource | None = None
        self._recorded_bytes = 0
        self._lost_blocks = 0
        self._name = ""
        self._heard_s = 0.0  # on `clock_s`, as the next
        self._lost_at_s: float | None = None

    @property
    def elapsed_s(self) -> float:
        return self._recorded_bytes / SECOND_BYTES

    def stop(self) -> None:
        with self._condition:
            self._is_stopped = True
            self._stop_source()

    def pause(self) -> None:
        """Close the microphone until `resume`; what was captured still comes."""
        with self._condition:
            self._is_paused = True
            self._is_pausing |= self._source is not None
            self._stop_source()

    def resume(self) -> None:
        with self._condition:
            self._is_paused = False
            self._condition.notify_all()

    def reopen(self) -> None:
        """Take the microphone that is chosen now instead of the one that is open, or was lost."""
        with self._condition:
            self._name = ""
            self._stop_source()

    def __iter__(self) -> Generator[Recorded | Event, None, None]:
        """Yield what was recorded, and events, until it is stopped.

        Raises:
            AudioDeviceError: there is no microphone to begin with.
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
            if recorded.missing_s > CHUNK_S:  # it slept, and this machine with it
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
        """Try again at once, and from then on every second."""
        if self._lost_at_s is None:
            self._lost_at_s = self._heard_s
            yield self._silence()
            yield MicrophoneLost(self.elapsed_s)
            return
        name = self._name
        yield from self._wait(lambda: self._is_paused or self._name != name, _RETRY_S)

    def _rest(self) -> Iterator[Recorded | Event]:
        """A pause that a person makes is no gap; one that lasts until then is over."""
        self._is_pausing = False
        yield from self._closed_gap(clock_s())
        yield self._silence()
        yield StateChanged(State.PAUSED)
        yield from self._wait(lambda: not self._is_paused)
        self._heard_s = clock_s()

    def _state(self) -> State:
        """What is true while sound comes: it may have been captured before a stop."""
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
                source.stop()  # asked for while it was being opened

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
