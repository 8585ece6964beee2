"""A recogniser that may die or hang: it is started again, and no word is lost."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING

from engine.checkpoints import segment_end_s
from engine.errors import FermataError, RecogniserError
from engine.types import SAMPLE_RATE_HZ, AudioChunk, Break, Hypothesis

if TYPE_CHECKING:
    from engine.recognisers.recogniser_process import RecogniserProcess

_log = logging.getLogger(__name__)
_MOST_RESTARTS = 3
_RESTART_WINDOW_S = 60.0
_FUTILE_WINDOW_S = 600.0  # at the same place of the sound, where each may hang for half a minute
_MOST_WAITING_S = 30.0  # in memory; a process that is a minute behind blocks `push`
_LATE_S = 2.0
_DRAINABLE_S = 1.0  # one that is further behind leaves the rest to its replacement
_CATCHING_UP_S = 2.0  # where recognition is late, open words are shown no more often


class RestartingRecogniser:
    """Restarts the recogniser that it wraps.

    While the next one loads, or where it cannot keep up, pushed sound waits in the session's sound
    log. A new one starts at the pause after the last segment that has ended.
    """

    def __init__(
        self,
        recogniser: RecogniserProcess,
        start: Callable[[], Future[RecogniserProcess]],
        read_sound: Callable[[float, float], bytes],
        has_time: Callable[[], bool] = lambda: True,
    ) -> None:
        """Begin with a recogniser that lives.

        Args:
            recogniser: what can end.
            start: begins to load it again.
            read_sound: returns the samples between two times; every chunk is there before it is
                pushed.
            has_time: tells whether now is the time to catch up.
        """
        self._recogniser = recogniser
        self._start = start
        self._read_sound = read_sound
        self._has_time = has_time
        self._next: Future[RecogniserProcess] | None = None
        self._restarts: list[tuple[float, float]] = []  # when, and what segments had ended then
        self._pushed = self._fed = 0  # samples
        self._segments_end_s = 0.0
        self._shown_s = 0.0
        self._interruptions = _Interruptions()

    @property
    def current(self) -> RecogniserProcess | None:
        """The recogniser that hears now; None while the next one is loaded."""
        return self._recogniser if self._next is None else None

    @property
    def behind_s(self) -> float:
        """How much sound was pushed and is not recognised yet."""
        if self._next is not None:  # it will hear what was not finished once more
            return (self._pushed - self._restart_place(self._fed)) / SAMPLE_RATE_HZ
        return (self._pushed - self._fed) / SAMPLE_RATE_HZ + self._recogniser.behind_s

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis | Break]:
        """Hear one chunk, or let it wait in the sound where there is no time.

        Raises:
            RecogniserError: it ended once too often; what it had heard came out before.
            ModelNotFoundError, ModelFormatError: it cannot be started again.
        """
        if not self._pushed:  # sound before its first chunk was another recogniser's
            self._fed = self._pushed = _samples(chunk.start_s)
        is_next = self._fed == self._pushed
        self._pushed = _samples(chunk.start_s + chunk.duration_s)
        if is_next and self._may_feed():  # even where no disk is left
            self._fed = self._pushed
            yield from self._supervised(self._recogniser.push(chunk))
        yield from self._catch_up()

    def poll(self) -> Iterator[Hypothesis | Break]:
        """Go on while nothing is pushed; raise as `push`."""
        yield from self._catch_up()
        if self._next is None:
            yield from self._supervised(self._recogniser.poll())
        is_idle = self._next is None and not self.behind_s
        if is_idle and self._interruptions.is_due():
            yield Break.TEXT_ENDS

    def flush(self) -> Iterator[Hypothesis | Break]:
        """Yield everything that was said, to the last word, and end the recogniser."""
        is_flushed = False
        while not is_flushed:
            if self._next is not None:
                self._resume(self._next)
            while self._next is None and self._fed < self._pushed:
                yield from self._feed()
            if self._next is None:
                yield from self._supervised(self._recogniser.flush(), is_late=True)
                is_flushed = self._next is None
        self._recogniser.close()
        self._interruptions = _Interruptions()

    def interrupt(self, time_s: float) -> None:
        """What was said before this time is a text of its own."""
        self._interruptions.times_s.append(time_s)

    def replace(
        self, recogniser: RecogniserProcess, start: Callable[[], Future[RecogniserProcess]]
    ) -> Iterator[Hypothesis | Break]:
        """Go on with another one, which hears what this one is too late for."""
        is_drained = False
        if self._next is None and self.behind_s < _DRAINABLE_S:
            try:
                yield from self.flush()
                is_drained = True
            except FermataError as error:
                _log.warning("a recogniser failed when it was replaced: %s", type(error).__name__)
        self.close()
        self._recogniser, self._start, self._next = recogniser, start, None
        self._restarts.clear()
        self._interruptions = _Interruptions(self._interruptions.times_s)
        self._fed = self._pushed if is_drained else self._restart_place(self._pushed)

    def close(self) -> None:
        self._recogniser.close()
        if self._next is not None:
            self._next.add_done_callback(_close)

    def _catch_up(self) -> Iterator[Hypothesis | Break]:
        if self._next is not None and self._next.done():
            self._resume(self._next)
        while self._fed < self._pushed and self._may_feed():
            yield from self._feed()

    def _may_feed(self) -> bool:
        is_there = self._next is None and self._recogniser.behind_s < _MOST_WAITING_S
        return is_there and self._has_time()

    def _feed(self) -> Iterator[Hypothesis | Break]:
        end = min(self._pushed, self._fed + SAMPLE_RATE_HZ // 10)
        begin_s, self._fed = self._fed / SAMPLE_RATE_HZ, end
        samples = self._read_sound(begin_s, end / SAMPLE_RATE_HZ)
        is_late = (self._pushed - self._fed) / SAMPLE_RATE_HZ > _LATE_S
        chunk = AudioChunk(samples, begin_s)
        yield from self._supervised(self._recogniser.push(chunk), is_late=is_late)

    def _supervised(
        self, hypotheses: Iterator[Hypothesis], *, is_late: bool = False
    ) -> Iterator[Hypothesis | Break]:
        try:
            for hypothesis in hypotheses:
                if is_late and self._is_stale(hypothesis):
                    continue
                if self._interruptions.lies_before(hypothesis):
                    yield Break.TEXT_ENDS
                if hypothesis.is_final:
                    self._segments_end_s = segment_end_s(hypothesis, self._segments_end_s)
                yield hypothesis
                if self._interruptions.lies_behind(hypothesis):
                    yield Break.TEXT_ENDS
        except RecogniserError as error:
            self._restart(error)

    def _is_stale(self, hypothesis: Hypothesis) -> bool:
        """Whether it only shows what later ones show better; never a final."""
        time_s = hypothesis.time_s or 0.0
        if hypothesis.is_final or not 0 <= time_s - self._shown_s < _CATCHING_UP_S:
            self._shown_s = time_s
            return False
        return True

    def _restart(self, error: FermataError) -> None:
        now_s, place_s = time.monotonic(), self._segments_end_s
        self._restarts = [
            (at_s, before_s)
            for at_s, before_s in self._restarts
            if now_s - at_s <= (_FUTILE_WINDOW_S if before_s == place_s else _RESTART_WINDOW_S)
        ]
        self._recogniser.close()
        if len(self._restarts) >= _MOST_RESTARTS:
            raise error
        self._restarts.append((now_s, place_s))
        _log.warning("the recogniser ended and is started again")
        self._next = self._start()

    def _resume(self, started: Future[RecogniserProcess]) -> None:
        """Take the next recogniser; it is to hear what the last one did not finish."""
        self._next = None
        try:
            self._recogniser = started.result()
        except FermataError as error:  # one that dies while it loads accuses the model
            self._restart(error)
        self._fed = self._restart_place(self._fed)

    def _restart_place(self, fed: int) -> int:
        """Where a new recogniser begins, when one was fed so far."""
        return min(fed, _samples(self._segments_end_s))


class _Interruptions:
    """Finds the hypotheses between which an interruption of the recording lies.

    Words come before one if a final hypothesis's times say so, or if their segment was already
    open when the recogniser reached it; what was said before does not go on behind.
    """

    def __init__(self, times_s: Iterable[float] = ()) -> None:
        """Args: times_s: where the sound continues after each of them."""
        self.times_s = deque(times_s)
        self._in_segment = False

    def is_due(self) -> bool:
        """Whether one was reached and everything before it is recognised."""
        is_due = bool(self.times_s) and not self._in_segment
        if is_due:
            self.times_s.clear()
        return is_due

    def lies_before(self, hypothesis: Hypothesis) -> bool:
        """Whether the words of a hypothesis are the first ones after an interruption."""
        return (
            self._is_reached(hypothesis)
            and not self._starts_before(hypothesis)
            and self._drop_first()
        )

    def lies_behind(self, hypothesis: Hypothesis) -> bool:
        """Whether the words of a hypothesis that was passed on are the last ones before one."""
        self._in_segment = not hypothesis.is_final and bool(hypothesis.words)
        return self._is_reached(hypothesis) and not self._in_segment and self._drop_first()

    def _is_reached(self, hypothesis: Hypothesis) -> bool:
        return bool(self.times_s) and (hypothesis.time_s or 0.0) > self.times_s[0]

    def _starts_before(self, hypothesis: Hypothesis) -> bool:
        start_s = hypothesis.words[0].start_s if hypothesis.words else None
        return self._in_segment if start_s is None else start_s < self.times_s[0]

    def _drop_first(self) -> bool:
        self.times_s.popleft()
        return True


def _samples(time_s: float) -> int:
    return round(time_s * SAMPLE_RATE_HZ)


def _close(started: Future[RecogniserProcess]) -> None:
    if not started.cancelled() and started.exception() is None:
        started.result().close()
