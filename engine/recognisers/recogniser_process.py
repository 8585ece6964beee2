"""The parent's side of the process boundary: a recogniser that cannot crash the application."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from engine.audio.log_memory import SECOND_BYTES
from engine.audio.sound_log import SoundLog
from engine.child_process import ChildProcess, HangDetector, NativeOutput
from engine.errors import FermataError, ModelFormatError, RecogniserError
from engine.messages import Message
from engine.recognisers.alternatives import UncertainWord
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.stretch_decoder import Spoken
from engine.recognisers.worker import Flush, Hear, Identify, Reply, Request, serve
from engine.types import AudioChunk, Hypothesis

_log = logging.getLogger(__name__)
_KEEPING_UP_S = 2.0
# sending must never block while the child waits to answer: this many fit into any pipe
_MOST_ASKED = 10
_LOAD_TIMEOUT_S = 120.0
_LOOK_S = 0.5  # how often to check for hanging


class RecogniserProcess:
    """Runs any recogniser in a child process, which reads the sound from a log.

    Native recognisers hold the interpreter's lock, crash and abort: here that only ends the child,
    and becomes an error after everything received before it has been yielded.

    It can also be used as a `Recogniser`: `push` takes chunks that are not in a log, such as a
    file's.
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
            spec: The recogniser to run.
            keep_up: For files: `push` waits while more than two seconds of sound are unanswered,
                and every hypothesis is yielded. Otherwise, live, nothing waits, and partials are
                dropped if there is a newer hypothesis.
            answer_timeout_s: How long an answer may take before the child counts as hung, in its
                own processor time if the system reports it (`HangDetector`).

        Raises:
            ModelFormatError: the model is incomplete, or loading it crashed the child.
            RecogniserError: the child cannot be started or does not respond.
        """
        self._spec = replace(spec, is_live=not keep_up)
        self._keep_up = keep_up
        self._log: SoundLog | None = None
        self._own_log: SoundLog | None = None  # for pushed chunks
        self._heard_bytes = self._asked_bytes = 0
        self._in_flight: deque[Request] = deque()
        self._heard: list[Hypothesis] = []
        self._readings: tuple[str, ...] = ()
        self._spoken: tuple[Spoken, ...] = ()
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

    def listen(self, log: SoundLog, from_bytes: int = 0) -> None:
        """Hear this log from a place on; call once, before any sound is heard."""
        self._log, self._heard_bytes, self._asked_bytes = log, from_bytes, from_bytes

    def poll(self) -> Iterator[Hypothesis]:
        """Request what is in the log so far, and yield the hypotheses that have arrived.

        Raises:
            RecogniserError: the process ended or does not respond; what had arrived is yielded
                first.
        """
        self._exchange()
        return self._take()

    def wait(self) -> None:
        """Wait briefly for an answer, if one is coming."""
        if self._error is None and self._in_flight:
            self._process.wait(_LOOK_S)

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        """Append a chunk to a private log, which the first chunk starts, and hear it."""
        if self._own_log is None:
            self._own_log = SoundLog()
            self.listen(self._own_log)
        self._own_log.write(chunk)
        self._exchange()
        while self._keep_up and self._error is None and self.behind_s > _KEEPING_UP_S:
            self.wait()
            self._exchange()
        self._own_log.forget(self._heard_bytes / SECOND_BYTES)
        return self._take()

    def flush(self) -> Iterator[Hypothesis]:
        """Yield everything up to the end of the log; raises like `poll`."""
        self._exchange(Flush())
        while self._error is None and self._in_flight:
            yield from self._take()
            self.wait()
            self._exchange()
        yield from self._take()

    def readings(self, uncertain: UncertainWord) -> tuple[str, ...]:
        """Return other readings of a word, likeliest first; empty if there are none.

        Raises:
            RecogniserError: its process ended or does not respond.
        """
        self._answered(uncertain)
        return self._readings

    def spoken_in(self, *stretches: bytes) -> tuple[Spoken, ...]:
        """Return which language is spoken in each stretch of at most 30 s.

        Returns nothing if the recogniser cannot tell. Raises like `readings`.
        """
        self._answered(Identify(stretches))
        return self._spoken

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def is_alive(self) -> bool:
        return self._error is None and self._process.is_alive

    @property
    def heard_bytes(self) -> int:
        """The place in the log up to which it has heard."""
        return self._heard_bytes

    @property
    def behind_s(self) -> float:
        """How much of the log it has not heard yet."""
        end = self._heard_bytes if self._log is None else self._log.end_bytes
        return (end - self._heard_bytes) / SECOND_BYTES

    def close(self) -> None:
        self._error = self._error or RecogniserError(self._spec.kind, "it is closed")
        self._process.close()
        self._output.close()
        if self._own_log is not None:
            self._own_log.close()
            self._own_log = None

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
        died = bool(self._in_flight) and self._process.is_dead_by_itself  # without an answer
        if folder is not None and (died or isinstance(error, ModelFormatError)):
            return ModelFormatError(folder, said or getattr(error, "reason", ""))
        return error

    def _exchange(self, *requests: Request) -> None:
        """Receive the replies that are there and request more, without waiting.

        Args: requests: Sent after the request for all that is in the log.
        """
        try:
            while self._error is None and self._pipe.poll():
                self._take_reply(self._pipe.recv())
            if self._error is None and (requests or len(self._in_flight) < _MOST_ASKED):
                for request in (*self._unheard(), *requests):
                    self._send(request)
        except (EOFError, OSError):
            self._error = self._error or self._death()
        self._check_pace()

    def _answered(self, request: Request) -> None:
        """Send a request and wait for its answer."""
        self._exchange(request)
        while self._error is None and self._in_flight:
            self.wait()
            self._exchange()
        if self._error is not None:
            raise self._error

    def _unheard(self) -> Iterator[Hear]:
        if self._log is not None and self._asked_bytes < self._log.end_bytes:
            first, self._asked_bytes = self._asked_bytes, self._log.end_bytes
            yield Hear(self._log.address, first, self._asked_bytes)

    def _send(self, request: Request) -> None:
        if not self._in_flight:
            self._hang_detector.progressed()
        self._in_flight.append(request)
        self._pipe.send(request)

    def _take_reply(self, reply: Reply) -> None:
        if reply.is_last:
            self._in_flight.popleft()
        self._hang_detector.progressed()
        self._heard_bytes = max(self._heard_bytes, reply.heard_bytes)
        self._heard += reply.hypotheses
        self._readings = reply.readings
        self._spoken = reply.spoken
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


def _without_stale(hypotheses: list[Hypothesis]) -> Iterator[Hypothesis]:
    for position, hypothesis in enumerate(hypotheses, 1):
        if hypothesis.is_final or position == len(hypotheses):
            yield hypothesis
