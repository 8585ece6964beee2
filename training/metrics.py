"""Scores of marks and sentence boundaries.

Precision, recall and F1 for comma, period and question mark as in Alam et al. (2020); micro and
macro means; segmentation F0.5 as in Behre et al. (2022, §6.1): commas ignored, sentence marks
interchangeable. By default an exclamation mark counts as a period, as in IWSLT, and an enumeration
comma as a comma. Other choices are four marks as in Li et al. (2023, §4.2), comma and period as in
Liu et al. (2023, §4.1), and all five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein

from engine.punctuation.labels import Mark, stronger


@dataclass(frozen=True, slots=True)
class MarkKinds:
    """Marks that are scored, and what the others count as."""

    scored: tuple[Mark, ...]
    folded: Mapping[Mark, Mark]


_AS_COMMA = {Mark.ENUMERATION: Mark.COMMA}
_AS_PERIOD = {Mark.EXCLAMATION: Mark.PERIOD}
THREE_MARKS = MarkKinds((Mark.COMMA, Mark.PERIOD, Mark.QUESTION), _AS_COMMA | _AS_PERIOD)
FOUR_MARKS = MarkKinds((*THREE_MARKS.scored, Mark.EXCLAMATION), _AS_COMMA)
COMMA_AND_PERIOD = MarkKinds(
    (Mark.COMMA, Mark.PERIOD), _AS_COMMA | _AS_PERIOD | {Mark.QUESTION: Mark.PERIOD}
)
ALL_MARKS = MarkKinds(tuple(Mark)[1:], {})


@dataclass(frozen=True, slots=True)
class Count:
    """How many were right, wrongly set and missed."""

    hits: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """Share of those set that are right."""
        return self.hits / max(1, self.hits + self.wrong)

    @property
    def recall(self) -> float:
        """Share of the true ones that were set."""
        return self.hits / max(1, self.hits + self.missed)

    @property
    def there(self) -> int:
        """How many true ones there are."""
        return self.hits + self.missed

    def f(self, beta: float = 1.0) -> float:
        square = beta * beta
        total = (1 + square) * self.hits + square * self.missed + self.wrong
        return 100.0 * (1 + square) * self.hits / max(1e-9, total)

    def __add__(self, other: Count) -> Count:
        return Count(self.hits + other.hits, self.wrong + other.wrong, self.missed + other.missed)


NO_COUNT = Count(0, 0, 0)


@dataclass(frozen=True, slots=True)
class MarkScores:
    """Counts of each scored mark over any number of texts; add them up."""

    marks: tuple[Count, ...]
    boundaries: Count

    @property
    def micro_f1(self) -> float:
        """F1 over all scored marks together, in percent."""
        return sum(self.marks, NO_COUNT).f()

    @property
    def macro_f1(self) -> float:
        """Mean of the scored marks' F1, in percent."""
        return sum(count.f() for count in self.marks) / len(self.marks)

    @property
    def segmentation_f05(self) -> float:
        """F0.5 of sentence boundaries, in percent."""
        return self.boundaries.f(0.5)

    def figures(self) -> dict[str, float]:
        return {
            "micro F1": self.micro_f1,
            "macro F1": self.macro_f1,
            "seg-F0.5": self.segmentation_f05,
        }

    def __add__(self, other: MarkScores) -> MarkScores:
        marks = tuple(a + b for a, b in zip(self.marks, other.marks, strict=True))
        return MarkScores(marks, self.boundaries + other.boundaries)


NOTHING = MarkScores((NO_COUNT,) * 3, NO_COUNT)


def score_marks(
    expected: Sequence[int], found: Sequence[int], kinds: MarkKinds = THREE_MARKS
) -> MarkScores:
    """Compare two mark sequences word by word.

    Raises:
        ValueError: they differ in length.
    """
    if len(expected) != len(found):
        raise ValueError(f"{len(expected)} marks cannot be compared with {len(found)}")
    fold = np.array([kinds.folded.get(mark, mark) for mark in Mark])
    wanted, got = fold[np.array(expected, dtype=int)], fold[np.array(found, dtype=int)]
    ends = fold[[mark for mark in Mark if mark.ends_sentence]]
    marks = tuple(_count(wanted == mark, got == mark) for mark in kinds.scored)
    return MarkScores(marks, _count(np.isin(wanted, ends), np.isin(got, ends)))


def score_aligned_marks(
    expected_words: Sequence[str],
    expected: Sequence[int],
    found_words: Sequence[str],
    found: Sequence[int],
) -> MarkScores:
    """Compare marks of two different word sequences after edit-distance alignment.

    A mark at a deleted or inserted word goes into the gap around it; of several marks in one gap
    the strongest counts.
    """
    wanted: list[int] = []
    got: list[int] = []
    for at, other in aligned_pairs(expected_words, found_words):
        if at is not None and other is not None:
            wanted.append(int(expected[at]))
            got.append(int(found[other]))
        elif at is not None and wanted:
            wanted[-1] = stronger(wanted[-1], int(expected[at]))
        elif other is not None and got:
            got[-1] = stronger(got[-1], int(found[other]))
    return score_marks(wanted, got)


def aligned_pairs(
    first: Sequence[str], second: Sequence[str]
) -> list[tuple[int | None, int | None]]:
    """Pair the words of two sequences; None stands for a word the other lacks."""
    pairs: list[tuple[int | None, int | None]] = []
    for step in Levenshtein.opcodes(first, second):
        left = range(step.src_start, step.src_end)
        right = range(step.dest_start, step.dest_end)
        if step.tag in {"equal", "replace"}:
            pairs += zip(left, right, strict=True)
        else:
            pairs += [(at, None) for at in left] + [(None, at) for at in right]
    return pairs


def _count(wanted: npt.NDArray[np.bool_], got: npt.NDArray[np.bool_]) -> Count:
    hits = int((wanted & got).sum())
    return Count(hits, int(got.sum()) - hits, int(wanted.sum()) - hits)
