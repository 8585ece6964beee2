"""A pipeline whose recogniser may die or hang: it is started again, and no word is lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING

from app.dictation.checkpoint import Checkpoint
from app.dictation.events import WordRefined
from app.dictation.loader import ReadyRecogniser
from app.dictation.pipeline import Pipeline
from app.dictation.session_sound import SessionSound
from engine.errors import FermataError, RecogniserError
from engine.settings import PunctuationSettings
from engine.types import SAMPLE_RATE_HZ, AudioChunk, Update

if TYPE_CHECKING:
    from engine.build import LanguageModel

_log = logging.getLogger(__name__)
_MOST_RESTARTS = 3
_IN_S = 60.0
_IN_VAIN_S = 600.0  # at the same place of the sound, where each may hang for half a minute
_MOST_WAITING_S = 30.0  # in memory; a process that is a minute behind lets who pushes wait
_LATE_S = 2.0
_PUNCTUAL_S = 1.0  # who is later than this hands over what waits


class UnbrokenPipeline:
    """Does what a `Pipeline` does.

    While the next recogniser is loaded, or where it cannot keep up, what is pushed waits in the
    sound of the session. A new one is fed from the pause behind the last words that were
    recognised for good.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        start: Callable[[], Future[ReadyRecogniser]],
        sound: SessionSound,
        has_time: Callable[[], bool] = lambda: True,
    ) -> None:
        """Begin with a recogniser that lives.

        Args:
            pipeline: what can break.
            start: begins to load the same recogniser again.
            sound: holds every chunk before it is pushed.
            has_time: tells whether chunks may wait to be pushed.
        """
        self._has_time = has_time
        self._pipeline = pipeline
        self._start = start
        self._sound = sound
        self._next: Future[ReadyRecogniser] | None = None
        self._restarts: list[tuple[float, float]] = []  # when, and what was covered then
        self._pushed = self._fed = 0  # samples
        self._is_drained = False

    @property
    def is_restarting(self) -> bool:
        """Whether there is no recogniser just now."""
        return self._next is not None

    @property
    def covered(self) -> Checkpoint:
        """The words of which all are committed, and where their sound ends."""
        return self._pipeline.coverage.committed

    @property
    def behind_s(self) -> float:
        """How much sound was pushed and is not recognised yet."""
        if self.is_restarting:  # the next one hears what was not finished once more
            return (self._pushed - self._place(self._fed)) / SAMPLE_RATE_HZ
        return (self._pushed - self._fed) / SAMPLE_RATE_HZ + self._pipeline.behind_s

    def push(self, chunk: AudioChunk) -> Iterator[Update | WordRefined]:
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
            yield from self._watched(self._pipeline.push(chunk))
        yield from self._caught_up()

    def take(self) -> Iterator[Update | WordRefined]:
        """Go on while nothing is pushed.

        Raises:
            As `push`.
        """
        yield from self._caught_up()
        if self._next is None:
            yield from self._watched(self._pipeline.take(is_all=self._fed == self._pushed))

    def break_at(self, time_s: float) -> None:
        """What was said before this time is a text of its own: it is committed for itself."""
        self._pipeline.break_at(time_s)

    def flush(self) -> Iterator[Update | WordRefined]:
        """Yield everything that was said, to the last word.

        Raises:
            As `push`.
        """
        is_over = False
        while not is_over:
            if self._next is not None:
                self._revive(self._next)
            while self._next is None and self._fed < self._pushed:
                yield from self._fed_on()
            if self._next is None:
                is_over = yield from self._flushed()
        self._is_drained = True

    def retire(self) -> Iterator[Update | WordRefined]:
        """End it, for another one is to `follow`, who hears what this one is too late for."""
        if not self.is_restarting and self.behind_s < _PUNCTUAL_S:
            try:
                yield from self.flush()
            except FermataError as error:
                _log.warning("a recogniser failed when it was replaced: %s", type(error).__name__)
        if not self._is_drained:
            yield from self.commit()
        self.close()

    def follow(self, other: UnbrokenPipeline) -> None:
        """Begin with the sound that another one, which was retired, has not heard to its end."""
        if other._is_drained:
            return
        self._pipeline.follow(other._pipeline)
        self._pushed = other._pushed
        self._fed = self._place(other._pushed)

    def commit(self) -> Iterator[Update]:
        """Yield what the recogniser has finished, when nothing more will come from it."""
        return self._pipeline.commit()

    def replace_language(
        self, language: LanguageModel, settings: PunctuationSettings
    ) -> Iterator[Update]:
        """Go on with another language model; yields what the old one still held."""
        return self._pipeline.replace_language(language, settings)

    def close(self) -> None:
        """End the recogniser's process; may be called again."""
        self._pipeline.close()
        if self._next is not None:
            self._next.add_done_callback(_close)

    def _caught_up(self) -> Iterator[Update | WordRefined]:
        if self._next is not None and self._next.done():
            self._revive(self._next)
        while self._fed < self._pushed and self._may_feed():
            yield from self._fed_on()

    def _may_feed(self) -> bool:
        is_there = self._next is None and self._pipeline.behind_s < _MOST_WAITING_S
        return is_there and self._has_time()

    def _revive(self, ready: Future[ReadyRecogniser]) -> None:
        """Take the next recogniser; it is to hear what the last one did not finish."""
        self._next = None
        try:
            self._pipeline.revive(ready.result())
        except FermataError as error:  # one that dies while it loads accuses the model
            self._lose(error)
        self._fed = self._place(self._fed)

    def _place(self, fed: int) -> int:
        """Where a new recogniser begins, when one was fed so far."""
        return min(fed, _samples(self._pipeline.coverage.heard.until_s))

    def _fed_on(self) -> Iterator[Update | WordRefined]:
        """Let the recogniser hear the next tenth of a second that waits in the sound."""
        end = min(self._pushed, self._fed + SAMPLE_RATE_HZ // 10)
        begin_s, self._fed = self._fed / SAMPLE_RATE_HZ, end
        samples = self._sound.read(begin_s, end / SAMPLE_RATE_HZ)
        is_late = (self._pushed - self._fed) / SAMPLE_RATE_HZ > _LATE_S
        chunk = AudioChunk(samples, begin_s)
        yield from self._watched(self._pipeline.push(chunk, is_late=is_late))

    def _watched(self, updates: Iterator[Update | WordRefined]) -> Iterator[Update | WordRefined]:
        try:
            yield from updates
        except RecogniserError as error:
            self._lose(error)

    def _flushed(self) -> Generator[Update | WordRefined, None, bool]:
        try:
            yield from self._pipeline.flush()
        except RecogniserError as error:
            self._lose(error)
            return False
        return True

    def _lose(self, error: FermataError) -> None:
        """Have the recogniser started again, unless that was in vain too often."""
        now_s, until_s = time.monotonic(), self._pipeline.coverage.heard.until_s
        self._restarts = [
            (at_s, before_s)
            for at_s, before_s in self._restarts
            if now_s - at_s <= (_IN_VAIN_S if before_s == until_s else _IN_S)
        ]
        self._pipeline.close()
        if len(self._restarts) >= _MOST_RESTARTS:
            raise error
        self._restarts.append((now_s, until_s))
        _log.warning("the recogniser ended and is started again")
        self._next = self._start()


def _samples(time_s: float) -> int:
    return round(time_s * SAMPLE_RATE_HZ)


def _close(ready: Future[ReadyRecogniser]) -> None:
    if not ready.cancelled() and ready.exception() is None:
        ready.result().process.close()
