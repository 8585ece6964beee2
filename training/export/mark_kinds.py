"""Scores of chosen marks, others folded into them, for benchmarks that count different ones.

Four marks as in Li et al. (2023, §4.2), comma and period as in Liu et al. (2023, §4.1), all five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.punctuation.labels import Mark
from training.metrics import Count, count_of


@dataclass(frozen=True, slots=True)
class MarkKinds:
    """Marks that are scored, and what others count as."""

    scored: tuple[Mark, ...]
    folded: Mapping[Mark, Mark]


_AS_COMMA = {Mark.ENUMERATION: Mark.COMMA}
_AS_PERIOD = {Mark.QUESTION: Mark.PERIOD, Mark.EXCLAMATION: Mark.PERIOD}
FOUR_MARKS = MarkKinds((Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION), _AS_COMMA)
THREE_MARKS = MarkKinds(
    (Mark.COMMA, Mark.PERIOD, Mark.QUESTION), {**_AS_COMMA, Mark.EXCLAMATION: Mark.PERIOD}
)
COMMA_AND_PERIOD = MarkKinds((Mark.COMMA, Mark.PERIOD), {**_AS_COMMA, **_AS_PERIOD})
ALL_MARKS = MarkKinds(tuple(Mark)[1:], {})


@dataclass(frozen=True, slots=True)
class KindScores:
    """Counts of each scored mark; add them up."""

    counts: Mapping[Mark, Count]

    @property
    def micro_f1(self) -> float:
        return sum(self.counts.values(), Count(0, 0, 0)).f()

    @property
    def macro_f1(self) -> float:
        return sum(count.f() for count in self.counts.values()) / len(self.counts)


def score_kinds(expected: Sequence[int], found: Sequence[int], kinds: MarkKinds) -> KindScores:
    """Compare two mark sequences word by word.

    Raises:
        ValueError: they are not of one length.
    """
    if len(expected) != len(found):
        raise ValueError(f"{len(expected)} marks cannot be compared with {len(found)}")
    fold = np.arange(len(Mark))
    for mark, other in kinds.folded.items():
        fold[mark] = other
    wanted, got = fold[np.array(expected, dtype=int)], fold[np.array(found, dtype=int)]
    return KindScores({mark: count_of(wanted == mark, got == mark) for mark in kinds.scored})
