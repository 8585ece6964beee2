"""A change of the text: what was taken away, what was put there, and the words of both."""

from __future__ import annotations

from dataclasses import dataclass

from app.document.word_span import WordSpan


@dataclass(frozen=True, slots=True)
class Edit:
    """`removed` at `place` became `added`; the words' places count from the text's beginning.

    Attributes:
        place: in UTF-16 code units, as everywhere in this package.
        removed: what stood there.
        added: what stands there now.
        removed_words: the spoken words that it touches, as they were.
        added_words: those that are there instead: new ones, and what is left of touched ones.
    """

    place: int
    removed: str
    added: str
    removed_words: tuple[WordSpan, ...] = ()
    added_words: tuple[WordSpan, ...] = ()

    @property
    def inverse(self) -> Edit:
        """The edit that takes this one back."""
        return Edit(self.place, self.added, self.removed, self.added_words, self.removed_words)

    @property
    def growth(self) -> int:
        """How much longer the text is afterwards."""
        return len(self.added) - len(self.removed)

    def moved(self, by: int) -> Edit:
        """Return it at another place."""
        return Edit(
            self.place + by,
            self.removed,
            self.added,
            tuple(word.moved(by) for word in self.removed_words),
            tuple(word.moved(by) for word in self.added_words),
        )


def exact(place: int, removed: str, added: str) -> tuple[int, str, str]:
    """Leave out what an edit takes away only to put it back; never half a surrogate pair."""
    shortest = min(len(removed), len(added))
    head = 0
    while head < shortest and removed[head] == added[head]:
        head += 1
    if head and _is_high(removed[head - 1]):
        head -= 1
    tail = 0
    while tail < shortest - head and removed[-1 - tail] == added[-1 - tail]:
        tail += 1
    if tail and _is_low(removed[-tail]):
        tail -= 1
    return (
        place + head,
        removed[head : len(removed) - tail],
        added[head : len(added) - tail],
    )


def _is_high(unit: str) -> bool:
    return "\ud800" <= unit <= "\udbff"


def _is_low(unit: str) -> bool:
    return "\udc00" <= unit <= "\udfff"
