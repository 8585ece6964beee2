"""Makes words final as soon as partials agree on them, before their segment ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from engine.checkpoints import segment_end_s
from engine.recognisers.recogniser_marks import RecogniserMarks
from engine.types import Checkpoint, Hypothesis, SegmentEnd, SourceEvent, Word

_LONGEST_WORD_S = 0.3


class SettledWords:
    """Splits hypotheses into units, numbers final words, and settles what partials agree on.

    If partials only grow (Vosk), a long segment need not wait for its endpoint. A settled word
    stays as it was heard, whatever the segment's final hypothesis says, even if a restarted
    recogniser hears its sound again and splits it differently.

    Ref: Liu et al. (2020), "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by
    Partial Hypothesis Selection", §3 (local agreement).
    """

    def __init__(
        self,
        agreeing: int = 3,
        margin: int = 1,
        *,
        settles: bool = True,
        shows_partials: bool = True,
        observers: Sequence[Callable[[SegmentEnd], None]] = (),
    ) -> None:
        """Start a session.

        Args:
            agreeing: Number of partials in a row that must agree on a word for it to settle.
            margin: Number of last words of a partial that never settle.
            settles: Whether partials only grow.
            shows_partials: Whether to pass partials on at all.
            observers: Called at the end of a segment, before its last words are yielded.
        """
        self.settles = settles
        self._shows_partials = shows_partials
        self._observers = observers
        self._agreeing = agreeing
        self._margin = margin
        self._marks = RecogniserMarks()
        self._recognised = 0
        self._segment_end_s = 0.0
        self._last_end_s: float | None = None
        self._new_segment()

    def push(self, event: SourceEvent) -> Iterator[SourceEvent]:
        """Yield settled words as a final that leaves its segment open, then the words after it."""
        if not isinstance(event, Hypothesis):
            yield event
            return
        hypothesis = self._marks.read(event)
        reached = aligned_length(_texts(self._settled), _texts(hypothesis.words))
        rest = hypothesis.words[reached:]
        if hypothesis.is_final:
            yield replace(hypothesis, words=self._final(hypothesis, reached))
            return
        if self.settles:
            self._see(_texts(rest), hypothesis.time_s)
            timed = self._timed(rest)
            count = self._agreed_count(len(rest))
            if count:
                yield self._settle(timed[:count], hypothesis)
            rest = timed[count:]
        if self._shows_partials:
            yield replace(hypothesis, words=rest)

    def flush(self) -> Iterator[Hypothesis]:
        yield from ()

    def _final(self, hypothesis: Hypothesis, reached: int) -> tuple[Word, ...]:
        rest = self._numbered(hypothesis.words[reached:])
        ends_s = [word.end_s for word in rest if word.end_s is not None]
        self._last_end_s = max([self._last_end_s or 0.0, *ends_s])
        refined = tuple(_refined(self._settled, hypothesis.words[:reached]))
        self._new_segment(self._not_reached(hypothesis))
        if hypothesis.ends_segment:
            self._segment_end_s = segment_end_s(hypothesis, self._segment_end_s)
            count = self._recognised - len(self._settled)
            end = SegmentEnd(refined, Checkpoint(count, self._segment_end_s))
            for tell in self._observers:
                tell(end)
        return rest

    def _not_reached(self, hypothesis: Hypothesis) -> list[Word]:
        """Return the settled words after a final whose sound was heard again and split differently.

        A word that ended before the time of the final is either in it or was not recognised.
        """
        time_s = hypothesis.time_s
        if time_s is None or all((word.end_s or 0.0) <= time_s for word in self._settled):
            return []
        reached = aligned_length(_texts(hypothesis.words), _texts(self._settled))
        return [word for word in self._settled[reached:] if (word.end_s or 0.0) > time_s]

    def _new_segment(self, settled: Sequence[Word] = ()) -> None:
        self._settled = [*settled]
        self._partials: deque[list[str]] = deque(maxlen=self._agreeing)
        self._first_seen_s: list[float | None] = []

    def _settle(self, words: tuple[Word, ...], heard: Hypothesis) -> Hypothesis:
        words = self._numbered(words)
        self._settled += words
        for partial in self._partials:
            del partial[: len(words)]
        del self._first_seen_s[: len(words)]
        self._last_end_s = words[-1].end_s or self._last_end_s
        return replace(heard, words=words, is_final=True, ends_segment=False)

    def _numbered(self, words: Sequence[Word]) -> tuple[Word, ...]:
        first, self._recognised = self._recognised, self._recognised + len(words)
        return tuple(replace(word, id=number) for number, word in enumerate(words, first))

    def _see(self, texts: list[str], time_s: float | None) -> None:
        same = _common_length(self._partials[-1], texts) if self._partials else 0
        self._first_seen_s[same:] = [time_s] * (len(texts) - same)
        self._partials.append(texts)

    def _agreed_count(self, length: int) -> int:
        if len(self._partials) < self._agreeing:
            return 0
        newest = self._partials[-1]
        agreed = min(_common_length(newest, partial) for partial in self._partials)
        return max(0, min(agreed, length - self._margin))

    def _timed(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """Guess times: a word ends when it is first seen and begins at most 0.3 s earlier."""
        timed: list[Word] = []
        before_s = self._last_end_s or 0.0
        for word, seen_s in zip(words, self._first_seen_s, strict=True):
            if seen_s is None or word.end_s is not None:
                timed.append(word)
                continue
            start_s = max(before_s, seen_s - _LONGEST_WORD_S)
            before_s = max(seen_s, start_s)
            timed.append(replace(word, start_s=start_s, end_s=before_s))
        return tuple(timed)


def aligned_length(settled: Sequence[str], heard: Sequence[str]) -> int:
    """Return how many leading words of `heard` correspond to all of `settled`.

    This is the prefix with the least edit distance; among equals, one that ends in the same word,
    then the one closest in length, so that a replaced word is not taken for a dropped one.
    """
    if list(heard[: len(settled)]) == list(settled):
        return len(settled)
    distances = list(range(len(heard) + 1))
    for row, word in enumerate(settled, 1):
        above, distances[0] = distances[0], row
        for column, other in enumerate(heard, 1):
            changed = above + (word != other)
            above = distances[column]
            distances[column] = min(changed, above + 1, distances[column - 1] + 1)

    def cost(length: int) -> tuple[int, bool, int]:
        ends_alike = bool(settled and length) and heard[length - 1] == settled[-1]
        return distances[length], not ends_alike, abs(length - len(settled))

    return min(range(len(heard) + 1), key=cost)


def _refined(settled: Sequence[Word], heard: Sequence[Word]) -> Iterator[Word]:
    """Yield settled words with the times and confidences of the final words they became.

    If the final word is another, the settled one is as sure as the recogniser is unsure of the
    other.
    """
    matcher = SequenceMatcher(None, _texts(settled), _texts(heard), autojunk=False)
    for what, i, j, k, m in matcher.get_opcodes():
        if what not in {"equal", "replace"}:
            continue
        for word, other in zip(settled[i:j], heard[k:m], strict=False):
            sure = other.confidence
            if sure is not None and other.text != word.text:
                sure = 1.0 - sure
            yield replace(other, text=word.text, confidence=sure, id=word.id)


def _texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
