"""Has recognisers hear a sound log: live, after one has died, and after a crash."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING

from engine.audio.log_memory import SECOND_BYTES
from engine.audio.sound_log import SoundLog, place_bytes
from engine.checkpoints import segment_end_s
from engine.errors import FermataError, RecogniserError
from engine.types import Break, Hypothesis

if TYPE_CHECKING:
    from engine.recognisers.recogniser_process import RecogniserProcess

_log = logging.getLogger(__name__)
_MOST_RESTARTS = 3
_RESTART_WINDOW_S = 60.0
_FUTILE_WINDOW_S = 600.0  # at the same place in the sound, where each may hang for half a minute
_DRAINABLE_S = 1.0  # a recogniser further behind leaves the rest to its replacement
_CATCHING_UP_S = 2.0  # while recognition lags, partials are shown only this often
_LOOK_S = 0.1

Start = Callable[[], "Future[RecogniserProcess]"]
StandIn = Callable[[FermataError], Start | None]


def raise_it(error: FermataError) -> None:
    """Raise the error: there is no stand-in."""
    raise error


class Listener:
    """Has one recogniser after another hear a log, so that no word is lost when one dies or hangs.

    The next one starts in the pause after the last segment that ended. A recogniser that keeps
    dying, or cannot be loaded, is given up.
    """

    def __init__(
        self,
        log: SoundLog,
        started: Future[RecogniserProcess] | None = None,
        start: Start | None = None,
        *,
        stand_in: StandIn = raise_it,
        from_s: float = 0.0,
    ) -> None:
        """Start with a recogniser that has heard nothing; without one, wait for `use`.

        Args:
            log: The sound; it may still be growing.
            started: The recogniser, which may fail to load; waited for.
            start: Starts loading it again.
            stand_in: Gets the error for which a recogniser is given up; starts loading another, or
                returns None if there is none, and the sound waits for `use`.
            from_s: Where to start.

        Raises:
            FermataError: from `stand_in`.
        """
        self._log = log
        self._recogniser: RecogniserProcess | None = None
        self._start, self._stand_in = start, stand_in
        self._next: Future[RecogniserProcess] | None = None
        self._restarts: list[tuple[float, int]] = []  # when, and at which place
        self._segments_end_s = from_s
        self._place = place_bytes(from_s)  # where a new one starts
        self._shown_s = 0.0
        self._interruptions = _Interruptions()
        if started is not None:
            self._resume(started)

    @property
    def current(self) -> RecogniserProcess | None:
        """The active recogniser; None if there is none, or while the next one loads."""
        return self._recogniser if self._next is None else None

    @property
    def is_idle(self) -> bool:
        """Whether there is no recogniser, and none is coming before `use`."""
        return self._recogniser is None and self._next is None

    @property
    def behind_s(self) -> float:
        """How much sound in the log is not recognised yet."""
        if self.current is not None:
            return self.current.behind_s
        return (self._log.end_bytes - self._place) / SECOND_BYTES  # the next one hears it again

    def use(self, started: Future[RecogniserProcess], start: Start) -> Iterator[Hypothesis | Break]:
        """Switch to another recogniser, which hears what the current one is too far behind for.

        Raises:
            FermataError: it cannot be loaded, and the current one goes on; or from `stand_in`.
        """
        if self._recogniser is not None:
            started.result()
        if self.current is not None and self.behind_s < _DRAINABLE_S:
            try:
                yield from self._passed_on(self.current.flush(), is_late=True)
            except RecogniserError:
                _log.warning("a recogniser failed when it was replaced")
            else:
                self._place = self.current.heard_bytes
        self.close()
        self._start = start
        self._restarts.clear()
        self._interruptions = _Interruptions(self._interruptions.times_s)
        self._resume(started)

    def push(self, _recorded: object) -> Iterator[Hypothesis | Break]:
        """Hear what is in the log so far; raises like `poll`."""
        return self.poll()

    def poll(self) -> Iterator[Hypothesis | Break]:
        """Yield what has been recognised so far, without waiting.

        Raises:
            FermataError: from `stand_in` when the recogniser is given up; what it had recognised
                has been yielded.
        """
        if self._next is not None and self._next.done():
            self._resume(self._next)
        if self.current is not None:
            yield from self._supervised(self.current.poll())
        if self.current is not None and not self.behind_s and self._interruptions.is_due():
            yield Break.TEXT_ENDS

    def wait(self) -> None:
        """Wait briefly for a result, if one is coming."""
        if self._next is not None:
            wait((self._next,), _LOOK_S)
        elif self._recogniser is not None:
            self._recogniser.wait()

    def flush(self) -> Iterator[Hypothesis | Break]:
        """Yield everything up to the last word, and close the recogniser."""
        is_flushed = False
        while not (is_flushed or self.is_idle):
            if self._next is not None:
                self._resume(self._next)
            if self.current is not None:
                yield from self._supervised(self.current.flush(), is_late=True)
                is_flushed = self._next is None
        if self._recogniser is not None:
            self._recogniser.close()
        self._interruptions = _Interruptions()

    def interrupt(self, time_s: float) -> None:
        """Note that what was said before this time is a separate text."""
        self._interruptions.times_s.append(time_s)

    def close(self) -> None:
        if self._recogniser is not None:
            self._recogniser.close()
        if self._next is not None:
            self._next.add_done_callback(_close)

    def _supervised(
        self, hypotheses: Iterator[Hypothesis], *, is_late: bool = False
    ) -> Iterator[Hypothesis | Break]:
        try:
            yield from self._passed_on(hypotheses, is_late=is_late)
        except RecogniserError as error:
            self._restart(error)

    def _passed_on(
        self, hypotheses: Iterator[Hypothesis], *, is_late: bool
    ) -> Iterator[Hypothesis | Break]:
        for hypothesis in hypotheses:
            if is_late and self._is_stale(hypothesis):
                continue
            if self._interruptions.is_first_after(hypothesis):
                yield Break.TEXT_ENDS
            if hypothesis.is_final:
                self._segments_end_s = segment_end_s(hypothesis, self._segments_end_s)
                self._place = min(place_bytes(self._segments_end_s), self._log.end_bytes)
            yield hypothesis
            if self._interruptions.is_last_before(hypothesis):
                yield Break.TEXT_ENDS

    def _is_stale(self, hypothesis: Hypothesis) -> bool:
        """Whether a later hypothesis will replace it soon; never true of a final."""
        time_s = hypothesis.time_s or 0.0
        if hypothesis.is_final or not 0 <= time_s - self._shown_s < _CATCHING_UP_S:
            self._shown_s = time_s
            return False
        return True

    def _restart(self, error: FermataError) -> None:
        now_s, place = time.monotonic(), self._place
        self._restarts = [
            (at_s, before)
            for at_s, before in self._restarts
            if now_s - at_s <= (_FUTILE_WINDOW_S if before == place else _RESTART_WINDOW_S)
        ]
        if self._recogniser is not None:
            self._recogniser.close()
        if self._start is None or len(self._restarts) >= _MOST_RESTARTS:
            self._give_up(error)
            return
        self._restarts.append((now_s, place))
        _log.warning("the recogniser ended and is started again")
        self._next = self._start()

    def _give_up(self, error: FermataError) -> None:
        self._recogniser = None
        self._restarts.clear()
        self._start = self._stand_in(error)
        if self._start is not None:
            self._next = self._start()

    def _resume(self, started: Future[RecogniserProcess]) -> None:
        """Take the next recogniser and have it hear what the last one did not finish."""
        self._next = None
        try:
            self._recogniser = started.result()
        except FermataError as error:
            if self._recogniser is None and not isinstance(error, RecogniserError):
                self._give_up(error)  # it was never loaded, and would fail again
            else:
                self._restart(error)
        else:
            self._recogniser.listen(self._log, self._place)


class _Interruptions:
    """Finds the hypotheses between which a recording was interrupted.

    Words come before an interruption if the times of a final hypothesis say so, or if their segment
    was already open when the recogniser got there; speech does not continue across it.
    """

    def __init__(self, times_s: Iterable[float] = ()) -> None:
        """Args: times_s: When the sound continues after each interruption."""
        self.times_s = deque(times_s)
        self._in_segment = False

    def is_due(self) -> bool:
        """Whether one was reached and everything before it is recognised."""
        is_due = bool(self.times_s) and not self._in_segment
        if is_due:
            self.times_s.clear()
        return is_due

    def is_first_after(self, hypothesis: Hypothesis) -> bool:
        """Whether a hypothesis has the first words after an interruption."""
        return (
            self._is_reached(hypothesis)
            and not self._starts_before(hypothesis)
            and self._drop_first()
        )

    def is_last_before(self, hypothesis: Hypothesis) -> bool:
        """Whether a hypothesis just passed on has the last words before one."""
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


def _close(started: Future[RecogniserProcess]) -> None:
    if not started.cancelled() and started.exception() is None:
        started.result().close()
