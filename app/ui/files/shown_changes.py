"""Where changes and labels stand in the shown text, while changes are taken back and restored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from app.document.edit import Edit
from app.document.text import to_units
from app.files.review import Difference, Review

_NOWHERE = -1


class Look(Enum):
    """How a stretch of the shown text is marked."""

    ADDED = auto()
    CAPITAL = auto()
    REMOVED = auto()
    REJECTED = auto()
    TIME = auto()
    SPEAKER = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the shown text, counted as Qt counts: in UTF-16 units."""

    begin: int
    length: int
    look: Look


class ShownChanges:
    """The changes of a result by rank, as they stand in the text that is shown.

    Attributes:
        counts: how many differences of a kind stand, and how many changes are rejected.
    """

    def __init__(
        self, review: Review, labels: Sequence[Span], heads: Sequence[int], tails: Sequence[int]
    ) -> None:
        """Begin with a text that is shown as it was decided.

        Args:
            review: what was decided.
            labels: times and speakers.
            heads: of each word, where it begins.
            tails: of each word, where the signs behind it begin.
        """
        self._review = review
        self._numbers = np.asarray(review.changes, np.int64)
        self._heads = _at(heads, self._numbers)
        self._tails = _at(tails, self._numbers - 1)
        self._labels = list(labels)
        self._label_places = np.asarray([label.begin for label in labels], np.int64)
        self.counts: Counter[Look] = Counter()
        for rank, number in enumerate(review.changes):
            self.counts.update(self._kinds(rank))
            if not self._tail(number):
                self._tails[rank] = _NOWHERE
            if not self._head(number):
                self._heads[rank] = _NOWHERE

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, rank: int) -> int:
        return int(self._numbers[rank])

    def stretch(self, rank: int) -> tuple[int, int]:
        """Return begin and end of a change in the text."""
        number = self.number(rank)
        tail, head = int(self._tails[rank]), int(self._heads[rank])
        tail_end = tail + len(self._shown(number, self._tail(number)))
        head_end = head + len(self._shown(number, self._head(number)))
        return (head if tail == _NOWHERE else tail), (tail_end if head == _NOWHERE else head_end)

    def at(self, place: int) -> int | None:
        """Return the change in which a place is, or at whose edge; None where there is none.

        To one behind a word belongs the word.
        """
        last = int(np.searchsorted(self._begins(), place, "right")) - 1
        for rank in (last, last + 1):
            if 0 <= rank < len(self):
                begin, end = self.stretch(rank)
                if begin - self._word_before(rank) <= place <= end:
                    return rank
        return None

    def next(self, place: float, *, forwards: bool) -> int | None:
        """Return the next change that begins behind (before) a place."""
        begins = self._begins()
        if forwards:
            rank = int(np.searchsorted(begins, place, "right"))
        else:
            rank = int(np.searchsorted(begins, place, "left")) - 1
        return rank if 0 <= rank < len(self) else None

    def toggle(self, rank: int) -> list[Edit]:
        """Take a change back, or restore it; return the edits of the shown text, in their order."""
        number, rejected = self.number(rank), self._review.decisions.rejected
        before = [self._shown(number, it) for it in (self._tail(number), self._head(number))]
        self.counts.subtract(self._kinds(rank))
        rejected ^= {number}
        self.counts.update(self._kinds(rank))
        after = [self._shown(number, it) for it in (self._tail(number), self._head(number))]
        edits = []
        if before[0] != after[0]:
            edits.append(Edit(int(self._tails[rank]), before[0], after[0]))
            self._move(edits[-1], is_tail=True)
        if before[1] != after[1]:
            edits.append(Edit(int(self._heads[rank]), before[1], after[1]))
            self._move(edits[-1], is_tail=False)
        return edits

    def spans(self, begin: int, end: int) -> Iterator[Span]:
        """Yield what is marked in a stretch of the text, labels last."""
        for span in self._spans_near(begin, end):
            if begin <= span.begin + span.length and span.begin < end:
                yield span

    def _spans_near(self, begin: int, end: int) -> Iterator[Span]:
        begins = self._begins()
        first = max(0, int(np.searchsorted(begins, begin)) - 1)
        for rank in range(first, int(np.searchsorted(begins, end))):
            yield from self._spans(rank)
        first = max(0, int(np.searchsorted(self._label_places, begin)) - 1)
        for at in range(first, int(np.searchsorted(self._label_places, end))):
            label = self._labels[at]
            yield Span(int(self._label_places[at]), label.length, label.look)

    def times(self) -> Iterator[tuple[int, int]]:
        """Yield begin and length of each time that is shown."""
        for place, label in zip(self._label_places.tolist(), self._labels, strict=True):
            if label.look is Look.TIME:
                yield place, label.length

    def _begins(self) -> np.ndarray:
        return np.where(self._tails == _NOWHERE, self._heads, self._tails)

    def _move(self, edit: Edit, *, is_tail: bool) -> None:
        """Follow an edit; behind an empty tail the next word may begin at the same place."""
        self._heads[self._heads >= edit.place + (not is_tail)] += edit.growth
        self._tails[self._tails > edit.place] += edit.growth
        self._label_places[self._label_places > edit.place] += edit.growth

    def _head(self, number: int) -> Difference:
        return self._review.head(number)

    def _tail(self, number: int) -> Difference:
        return self._review.tail(number)

    def _shown(self, number: int, difference: Difference) -> str:
        return to_units(self._review.decided(number, difference))

    def _word_before(self, rank: int) -> int:
        """Return the length of the word behind which something changes, 0 where nothing does."""
        number = self.number(rank)
        if self._tails[rank] == _NOWHERE:
            return 0
        return len(self._shown(number - 1, self._head(number - 1)))

    def _kinds(self, rank: int) -> Counter[Look]:
        """Count what a change does to the text that stands."""
        number = self.number(rank)
        if self._review.is_rejected(number):
            return Counter({Look.REJECTED: 1})
        tail, head = self._tail(number), self._head(number)
        looks = [look for *_, look in (*_sign_changes(tail), *_letter_changes(head))]
        return Counter(looks)

    def _spans(self, rank: int) -> Iterator[Span]:
        number = self.number(rank)
        is_rejected = self._review.is_rejected(number)
        place, difference = int(self._tails[rank]), self._tail(number)
        if difference:
            word = self._word_before(rank)
            if is_rejected:
                length = len(self._shown(number, difference))
                yield (
                    Span(place, length, Look.REJECTED)
                    if length
                    else Span(place - word, word, Look.REJECTED)
                )
            else:
                for begin, end, look in _sign_changes(difference):
                    if look is Look.REMOVED:
                        yield Span(place - word, word, look)
                    else:
                        yield Span(place + begin, end - begin, look)
        place, difference = int(self._heads[rank]), self._head(number)
        if difference and is_rejected:
            yield Span(place, len(self._shown(number, difference)), Look.REJECTED)
        elif difference:
            for begin, end, look in _letter_changes(difference):
                yield Span(place + begin, end - begin, look)


def _at(places: Sequence[int], numbers: np.ndarray) -> np.ndarray:
    """Return the places of words by their numbers; -1 where there is no such word."""
    known = np.append(np.asarray(places, np.int64), [_NOWHERE])
    return known[np.where((numbers >= 0) & (numbers < len(places)), numbers, len(places))]


def _sign_changes(tail: Difference) -> Iterator[tuple[int, int, Look]]:
    """Yield what was added behind a word, by units; where signs only went, that they did."""
    if not tail:
        return
    added = [
        at
        for at, sign in enumerate(tail.proposed)
        if not sign.isspace() and sign not in tail.source
    ]
    for at in added:
        yield at, at + 1, Look.ADDED
    if not added and tail.source.strip() != tail.proposed.strip():
        yield 0, 0, Look.REMOVED


def _letter_changes(head: Difference) -> Iterator[tuple[int, int, Look]]:
    if not head:
        return
    source, proposed = to_units(head.source), to_units(head.proposed)
    if len(source) != len(proposed):
        yield 0, len(proposed), Look.CAPITAL
        return
    for at, (old, new) in enumerate(zip(source, proposed, strict=True)):
        if old != new:
            yield at, at + 1, Look.CAPITAL
