"""The parent's side of the process boundary: a recogniser that cannot take the application down."""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from engine.child_process import ChildProcess, HangDetector, NativeOutput
from engine.errors import FermataError, ModelFormatError, RecogniserError
from engine.messages import Message
from engine.recognisers.other_readings import Doubt
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.worker import Flush, Reply, Request, serve
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis

_log = logging.getLogger(__name__)
_KEEPING_UP_S = 2.0
_FARTHEST_BEHIND_S = 60.0
# sending must never wait while the child waits to answer: stay below what a pipe holds
_IN_FLIGHT_BYTES = 64_000 if sys.platform == "linux" else 7_000
_IN_FLIGHT_REQUESTS = 20
_PIECE_BYTES = SAMPLE_RATE_HZ * BYTES_A_SAMPLE // 10  # endpoints are looked for once a piece
_LOAD_TIMEOUT_S = 120.0
_LOOK_S = 0.5  # whether a child hangs is seen no later


class RecogniserProcess:
    """Runs any recogniser in a child process; itself a `Recogniser`.

    Native recognisers hold the interpreter's lock, crash and abort: here that ends the child, and
    becomes an error. Whatever arrived before it is yielded first.
    """

    def __init__(
        self,
        spec: RecogniserSpec,
        *,
        keep_up: bool = False,
        answer_timeout_s: float = 60.0,
    ) -> None:
        """Start the child and wait until its model is loaded.

        Args:
            keep_up: for files: `push` waits while more than two seconds of sound are unanswered,
                and yields every hypothesis. Otherwise (live) it waits only when the recogniser is
                a minute behind, and skips partials that newer hypotheses replace.
            answer_timeout_s: how long one answer may take before the child counts as hung, in its
                own processor time where the system tells it (`HangDetector`).

        Raises:
            ModelFormatError: the model is incomplete, or loading it ended the child.
            RecogniserError: the child cannot be started or does not answer.
        """
        self._spec = replace(spec, is_live=not keep_up)
        self._keep_up = keep_up
        self._limit_s = _KEEPING_UP_S if keep_up else _FARTHEST_BEHIND_S
        self._waiting: deque[Request] = deque()
        self._in_flight: deque[Request] = deque()
        self._heard: list[Hypothesis] = []
        self._readings: tuple[str, ...] = ()
        self._error: FermataError | None = None
        self._output = NativeOutput()
        try:
            self._process = ChildProcess(
                serve, self._spec, self._output.path, name="fermata-recogniser"
            )
        except BaseException:
            self._output.close()
            raise
        self._pipe = self._process.pipe
        self._hang_detector = HangDetector(answer_timeout_s, self._process.pid)
        try:
            self._load()
        except BaseException:
            self.close()
            raise

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        self._waiting += _pieces(chunk)
        self._exchange()
        while self._error is None and self.behind_s > self._limit_s:
            self._await_reply()
            self._exchange()
        return self._take()

    def poll(self) -> Iterator[Hypothesis]:
        """Yield the hypotheses that have arrived by now; raise as `push`."""
        self._exchange()
        return self._take()

    def flush(self) -> Iterator[Hypothesis]:
        self._waiting.append(Flush())
        self._exchange()
        while self._error is None and (self._waiting or self._in_flight):
            yield from self._take()
            self._await_reply()
            self._exchange()
        yield from self._take()

    def readings(self, doubt: Doubt) -> tuple[str, ...]:
        """Wait for other readings of a word, the likeliest first; none where it has none.

        Raises:
            RecogniserError: its process ended or does not answer.
        """
        self._waiting.append(doubt)
        self._exchange()
        while self._error is None and (self._waiting or self._in_flight):
            self._await_reply()
            self._exchange()
        if self._error is not None:
            raise self._error
        return self._readings

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def is_alive(self) -> bool:
        return self._error is None and self._process.is_alive

    @property
    def behind_s(self) -> float:
        """Length of the sound that was sent and is not answered yet."""
        requests = (*self._in_flight, *self._waiting)
        return sum(item.duration_s for item in requests if isinstance(item, AudioChunk))

    def close(self) -> None:
        self._error = self._error or RecogniserError(self._spec.kind, "it is closed")
        self._process.close()
        self._output.close()

    def _load(self) -> None:
        began_s = time.monotonic()
        self._in_flight.append(Flush())  # loading is answered too
        if not self._process.wait(_LOAD_TIMEOUT_S):
            self._error = self._hung(_LOAD_TIMEOUT_S)
        self._exchange()
        if self._error is not None:
            raise self._loading_error(self._error)
        _log.info("%s loaded in %.2f s", self._spec.kind, time.monotonic() - began_s)

    def _loading_error(self, error: FermataError) -> FermataError:
        folder, said = self._spec.speech_model, self._output.last_line()
        died = bool(self._in_flight) and not self._process.is_alive  # without a word
        if folder is not None and (died or isinstance(error, ModelFormatError)):
            return ModelFormatError(folder, said or getattr(error, "reason", ""))
        return error

    def _exchange(self) -> None:
        """Take the replies that are there and send what the pipe can hold, without waiting."""
        try:
            while self._error is None and self._pipe.poll():
                self._take_reply(self._pipe.recv())
            while self._error is None and self._waiting and self._may_send():
                self._send(self._waiting.popleft())
        except (EOFError, OSError):
            self._error = self._error or self._death()
        self._check_pace()

    def _send(self, request: Request) -> None:
        if not self._in_flight:
            self._hang_detector.progressed()
        self._in_flight.append(request)
        self._pipe.send(request)

    def _may_send(self) -> bool:
        sizes = [len(item.samples) for item in self._in_flight if isinstance(item, AudioChunk)]
        next_size = getattr(self._waiting[0], "samples", b"")
        fits = sum(sizes) + len(next_size) <= _IN_FLIGHT_BYTES
        return not self._in_flight or (fits and len(self._in_flight) < _IN_FLIGHT_REQUESTS)

    def _await_reply(self) -> None:
        while self._error is None and not self._process.wait(_LOOK_S):
            self._check_pace()

    def _take_reply(self, reply: Reply) -> None:
        self._in_flight.popleft()
        self._hang_detector.progressed()
        self._heard += reply.hypotheses
        self._readings = reply.readings
        self._error = self._error or reply.error

    def _check_pace(self) -> None:
        if self._in_flight and self._hang_detector.hangs:
            self._error = self._error or self._hung(self._hang_detector.waited_s)

    def _take(self) -> Iterator[Hypothesis]:
        heard, self._heard = self._heard, []
        yield from heard if self._keep_up else _without_stale(heard)
        if self._error is not None:
            raise self._error

    def _hung(self, waited_s: float) -> RecogniserError:
        reason = Message("no answer for {seconds} s", seconds=round(waited_s))
        return RecogniserError(self._spec.kind, reason)

    def _death(self) -> RecogniserError:
        code, said = self._process.exit_code(), self._output.last_line()
        if said:
            reason = Message("its process ended (exit code {code}) {said}", code=code, said=said)
        else:
            reason = Message("its process ended (exit code {code})", code=code)
        return RecogniserError(self._spec.kind, reason)


def _pieces(chunk: AudioChunk) -> Iterator[AudioChunk]:
    """Cut a chunk into pieces that the pipe holds, and at whose ends recognisers look around."""
    for start in range(0, len(chunk.samples), _PIECE_BYTES):
        start_s = chunk.start_s + start / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
        yield AudioChunk(chunk.samples[start : start + _PIECE_BYTES], start_s)


def _without_stale(hypotheses: list[Hypothesis]) -> Iterator[Hypothesis]:
    for position, hypothesis in enumerate(hypotheses, 1):
        if hypothesis.is_final or position == len(hypotheses):
            yield hypothesis
