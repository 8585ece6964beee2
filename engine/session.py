"""The whole data path: source → recogniser → words → punctuator → formatter → events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.checkpoints import CheckpointTracker
from engine.errors import FermataError
from engine.formatting.formatter import Formatter
from engine.recognisers.settled_words import SettledWords
from engine.types import SessionEvent, SourceEvent, Stage, Update, VoiceCommand
from engine.word_refiner import WordRefiner


class Session:
    """Turns hypotheses into events, for live dictation, files and replay alike.

    They differ in the recogniser in front, and in when words settle: live, some settle before their
    segment ends; those of a file can wait.
    """

    def __init__(
        self,
        punctuator: Stage[SourceEvent, Update | VoiceCommand],
        formatter: Formatter | None = None,
        *,
        settles: bool = False,
        shows_partials: bool = True,
    ) -> None:
        """Start a session.

        Args:
            punctuator: With the spoken commands around it, if any are followed.
            formatter: None leaves numbers and names as recognised.
            settles: Partials only grow, so words may settle before their segment ends.
            shows_partials: False waits for final words.
        """
        refiner, checkpoints = WordRefiner(), CheckpointTracker()
        words = SettledWords(
            settles=settles,
            shows_partials=shows_partials,
            observers=(refiner.segment_ended, checkpoints.segment_ended),
        )
        self._stages: list[Stage[Any, Any]] = [
            words,
            punctuator,
            formatter or Formatter(),
            refiner,
            checkpoints,
        ]

    def run(self, source: Iterable[Any], *recogniser: Stage[Any, Any]) -> Iterator[SessionEvent]:
        """Yield the events of a source: sound if a recogniser follows, else hypotheses.

        Raises:
            FermataError, OSError: from the source or the recogniser; everything recognised before
                is committed first.
        """
        return run(source, [*recogniser, *self._stages])

    def push(self, events: Iterable[SourceEvent]) -> Iterator[SessionEvent]:
        return through(events, self._stages)

    def flush(self) -> Iterator[SessionEvent]:
        """Commit everything recognised so far."""
        return flush(self._stages)

    def replace_punctuator(
        self, punctuator: Stage[SourceEvent, Update | VoiceCommand], formatter: Formatter
    ) -> Iterator[SessionEvent]:
        """Commit what the old punctuator holds and continue with another.

        Words still being recognised go to the new one.
        """
        yield from self.flush()
        self._stages[1:3] = punctuator, formatter


def run(source: Iterable[Any], stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:
    """Push every item of the source through the stages, then flush them in order.

    Each result goes to the next stage at once, so events arrive while the source is still open. If
    the source or a stage fails, the stages after it are flushed before the error is raised.
    """
    values = iter(source)
    for stage in stages:
        values = _to_the_end(values, stage)
    yield from values


def through(values: Iterable[Any], stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:
    """Push values through the stages without flushing them."""
    for stage in stages:
        values = _pushed(values, stage)
    yield from values


def flush(stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:
    return run((), stages)


def _pushed(values: Iterable[Any], stage: Stage[Any, Any]) -> Iterator[Any]:
    for value in values:
        yield from stage.push(value)


def _to_the_end(values: Iterator[Any], stage: Stage[Any, Any]) -> Iterator[Any]:
    end: Exception | None = None
    while end is None:
        try:
            value = next(values)
        except (StopIteration, FermataError, OSError) as error:
            end = error
        else:
            yield from stage.push(value)
    yield from stage.flush()
    if not isinstance(end, StopIteration):
        raise end
