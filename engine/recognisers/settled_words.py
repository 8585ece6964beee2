"""Words of a growing partial that will hardly change, recognised before their segment ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from engine.text.unit_words import in_units
from engine.types import Hypothesis, Word

_LONGEST_WORD_S = 0.3


class SettledWords:
    """Passes hypotheses on in units, and makes final what several partials agree upon.

    Recognised words are given their identity here. Where partials only grow (Vosk), words settle:
    a long segment need not wait for its endpoint. A settled word stands as it was heard, whatever
    the segment's final hypothesis says.

    Ref: Liu et al. (2020), "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by
    Partial Hypothesis Selection", §3 (local agreement).
    """

    def __init__(
        self,
        agreeing: int = 3,
        margin: int = 1,
        *,
        settles: bool = True,
        ids: Iterator[int] | None = None,
    ) -> None:
        """Begin a session.

        Args:
            agreeing: how many partials in a row must hold a word unchanged.
            margin: last words of a partial that never settle.
            settles: whether partials only grow.
            ids: where words' identities come from; None for a session's first.
        """
        self._settles = settles
        self._ids = count() if ids is None else ids
        self._agreeing = agreeing
        self._margin = margin
        self._last_end_s: float | None = None
        self._new_segment()

    def hear_anew(self, settled: Sequence[Word]) -> None:
        """The segment in which these words settled comes again, from its beginning.

        It may be cut elsewhere then: settled words that stand behind the cut are left out of the
        segments that follow.
        """
        self._settled = [*settled]
        self._is_again = bool(settled)

    @property
    def settled(self) -> tuple[Word, ...]:
        """The words that settled in the open segment."""
        return tuple(self._settled)

    @property
    def ahead(self) -> int:
        """How many words of the segments that follow have settled already."""
        return len(self._settled) if self._is_again else 0

    def push(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield settled words as a final that leaves its segment open, then what follows them."""
        hypothesis = in_units(hypothesis)
        texts = [word.text for word in hypothesis.words]
        settled = [word.text for word in self._settled]
        rest = hypothesis.words[aligned_length(settled, texts) :]
        if not hypothesis.is_final and self._settles:
            self._see([word.text for word in rest], hypothesis.time_s)
            timed = self._timed(rest)
            agreed = self._agreed_count(len(rest))
            if agreed:
                yield self._settle(timed[:agreed], hypothesis.time_s)
            rest = timed[agreed:]
        elif hypothesis.is_final:
            rest = self._identified(rest)
            ends_s = [word.end_s for word in rest if word.end_s is not None]
            self._last_end_s = max([self._last_end_s or 0.0, *ends_s])
            self._new_segment(self._behind(texts, hypothesis.time_s))
        yield Hypothesis(rest, hypothesis.is_final, hypothesis.ends_segment, hypothesis.time_s)

    def flush(self) -> Iterator[Hypothesis]:
        """Yield nothing: the words that are not settled are the recogniser's to end."""
        yield from ()

    def _behind(self, texts: list[str], time_s: float | None) -> list[Word]:
        """Return the settled words that a final does not reach, where they are heard anew.

        One that was seen by the time of the final is in it, or was heard as nothing.
        """
        if not self._is_again:
            return []
        reached = aligned_length(texts, [word.text for word in self._settled])
        return [word for word in self._settled[reached:] if _is_later(word, time_s)]

    def _new_segment(self, settled: Sequence[Word] = ()) -> None:
        self._settled = [*settled]
        self._is_again = bool(settled)
        self._partials: deque[list[str]] = deque(maxlen=self._agreeing)
        self._first_seen_s: list[float | None] = []

    def _settle(self, words: tuple[Word, ...], time_s: float | None) -> Hypothesis:
        words = self._identified(words)
        self._settled += words
        for partial in self._partials:
            del partial[: len(words)]
        del self._first_seen_s[: len(words)]
        self._last_end_s = words[-1].end_s or self._last_end_s
        return Hypothesis(words, is_final=True, ends_segment=False, time_s=time_s)

    def _identified(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        return tuple(replace(word, id=next(self._ids)) for word in words)

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
        """Guess times: a word ends when it is first seen and begins 0.3 s before at most."""
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
    """Return how many leading words of `heard` stand for all of `settled`.

    The prefix of the least edit distance; among equals, one that ends in the same word, then the
    one nearest in length, so that a replaced word is not taken for a dropped one.
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


def _is_later(word: Word, time_s: float | None) -> bool:
    return time_s is None or word.end_s is None or word.end_s > time_s


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
