"""Tracks up to where a session's words are all committed, so that their sound can be freed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from engine.types import Checkpoint, Hypothesis, SegmentEnd, SessionEvent, Update

_AFTER_WORD_S = 0.1  # a word's sound goes on a little past its end time
_ONSET_S = 0.3  # a word may have begun this long before a segment without words was closed


def segment_end_s(hypothesis: Hypothesis, before_s: float) -> float:
    """Return the time at which words after a segment may begin; never earlier than `before_s`.

    Segments end in pauses, the only places where sound may be cut: word times are guesses.
    """
    time_s = hypothesis.time_s
    end_s = hypothesis.words[-1].end_s if hypothesis.words else None
    if end_s is not None:
        end_s += _AFTER_WORD_S
        return max(before_s, end_s if time_s is None else min(end_s, time_s))
    return before_s if time_s is None else max(before_s, time_s - _ONSET_S)


class CheckpointTracker:
    """A stage that passes everything on and adds a `Checkpoint` when one is reached."""

    def __init__(self) -> None:
        self._ahead: deque[Checkpoint] = deque()
        self._committed = 0
        self._last = Checkpoint()

    def segment_ended(self, end: SegmentEnd) -> None:
        self._ahead.append(end.checkpoint)

    def push(self, event: SessionEvent) -> Iterator[SessionEvent]:
        yield event
        if isinstance(event, Update):
            self._committed += sum(len(sentence.words) for sentence in event.sentences)
        reached = self._last
        while self._ahead and self._ahead[0].words <= self._committed:
            reached = self._ahead.popleft()
        if reached != self._last:
            self._last = reached
            yield reached

    def flush(self) -> Iterator[Checkpoint]:
        yield from ()
