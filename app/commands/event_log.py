"""What each hypothesis brought about: the lines of `replay --events`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator

from app.commands.output import Output
from engine.types import Hypothesis, Sentence, Update, joined_sentences


class EventLog:
    """Writes one line for each hypothesis, and one for the flush."""

    def __init__(self, output: Output | None) -> None:
        """Args: output: None to write nothing."""
        self._output = output
        self._end_s = 0.0
        self._tail = ""
        self._begin()

    def watch(self, source: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
        """Pass hypotheses on; all that `take` gets before the next one belongs to this one."""
        for hypothesis in source:
            self._end_s = _last_end_s(hypothesis, self._end_s)
            self._begin()
            yield hypothesis
            self._write()

    def take(self, update: Update) -> None:
        """Note one update."""
        self._committed += update.sentences
        self._tail = update.tail

    def end(self) -> None:
        """Write the line of the flush."""
        self._write()

    def _begin(self) -> None:
        self._committed: list[Sentence] = []
        self._began_s = time.perf_counter()

    def _write(self) -> None:
        taken_ms = (time.perf_counter() - self._began_s) * 1000
        event = {
            "t": round(self._end_s, 3),
            "ms": round(taken_ms, 3),
            "committed": joined_sentences(self._committed),
            "tail": self._tail,
        }
        if self._output is not None:
            self._output.write(json.dumps(event, ensure_ascii=False) + "\n")
        self._begin()


def _last_end_s(hypothesis: Hypothesis, before_s: float) -> float:
    """Return the end of the last word heard: its own, or for a partial the message's time."""
    ends_s = [word.end_s for word in hypothesis.words if word.end_s is not None]
    if ends_s:
        return ends_s[-1]
    if hypothesis.words and hypothesis.time_s is not None:
        return hypothesis.time_s
    return before_s
