"""What a person decides about a result: which changes stand, and what its speakers are called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.transcripts.passages import Change
from engine.transcripts.restored import (
    RestoredText,
    RestoredWord,
    Separator,
    StretchPiece,
)


@dataclass(slots=True)
class Decisions:
    """What outlasts the tab in which a result is seen.

    Attributes:
        rejected: changes that are taken back, see `Review`.
        names: new names of speakers by those in the file.
    """

    rejected: set[int] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """A piece of the text as it was, and as it is proposed."""

    source: str
    proposed: str

    def __bool__(self) -> bool:
        return self.source != self.proposed


NO_DIFFERENCE = Difference("", "")


class Review:
    """A result with the decisions about it.

    A change is all that differs between two words: what stands behind the one, and what leads and
    spells the next. Its number is that of the word behind it, counted from zero.

    Attributes:
        changes: the numbers of all changes, rising.
        decisions: they may change at any time.
    """

    def __init__(self, text: RestoredText, decisions: Decisions) -> None:
        self._text = text
        self.decisions = decisions
        self._words = tuple(text.words)
        self._between = _separators(text)
        differing = {
            number
            for at, word in enumerate(self._words)
            if word.text != word.source
            for number in (at, at + 1)
            if self.head(number) or self.tail(number)
        }
        self.changes = sorted(differing | self._between.keys())

    def head(self, number: int) -> Difference:
        """Return what a change does to the word behind it, signs in front of it included."""
        if number >= len(self._words):
            return NO_DIFFERENCE
        word = self._words[number]
        return Difference(word.source[: tail_at(word.source)], word.text[: tail_at(word.text)])

    def tail(self, number: int) -> Difference:
        """Return what a change does behind the word before it: signs and, rarely, spaces."""
        if number == 0:
            return NO_DIFFERENCE
        word, between = self._words[number - 1], self._between.get(number, NO_DIFFERENCE)
        source, proposed = word.source[tail_at(word.source) :], word.text[tail_at(word.text) :]
        return Difference(source + between.source, proposed + between.proposed)

    def is_rejected(self, number: int) -> bool:
        return number in self.decisions.rejected

    def decided(self, number: int, difference: Difference) -> str:
        """Return what stands at a change now."""
        return difference.source if self.is_rejected(number) else difference.proposed

    def standing(self, changes: Iterable[Change]) -> Iterator[Change]:
        """Yield those changes of the transcript that were not taken back."""
        tails = [word.start + tail_at(word.source) for word in self._words]
        return (it for it in changes if not self.is_rejected(bisect_right(tails, it.start)))

    def text(self) -> RestoredText:
        """Return the text as it was decided."""
        if not self.decisions.rejected:
            return self._text.renamed(self.decisions.names)
        stretches, number = [], 0
        for stretch in self._text.stretches:
            pieces: list[StretchPiece] = []
            for piece in stretch.pieces:
                if isinstance(piece, RestoredWord):
                    pieces.append(self._decided_word(piece, number))
                    number += 1
                elif isinstance(piece, Separator) and self.is_rejected(number):
                    pieces.append(replace(piece, text=piece.source))
                else:
                    pieces.append(piece)
            stretches.append(replace(stretch, pieces=tuple(pieces)))
        return replace(self._text, stretches=tuple(stretches)).renamed(self.decisions.names)

    def _decided_word(self, word: RestoredWord, number: int) -> RestoredWord:
        takes_head, takes_tail = self.is_rejected(number), self.is_rejected(number + 1)
        if not (takes_head or takes_tail):
            return word
        head = word.source if takes_head else word.text
        tail = word.source if takes_tail else word.text
        return replace(word, text=head[: tail_at(head)] + tail[tail_at(tail) :])


def _separators(text: RestoredText) -> dict[int, Difference]:
    found: dict[int, Difference] = {}
    number = 0
    for stretch in text.stretches:
        for piece in stretch.pieces:
            if isinstance(piece, Separator) and number:
                before = found.get(number, NO_DIFFERENCE)
                found[number] = Difference(
                    before.source + piece.source, before.proposed + piece.text
                )
            number += isinstance(piece, RestoredWord)
    return found


def tail_at(text: str) -> int:
    """Return where the signs behind a word begin."""
    end = len(text)
    while end and not text[end - 1].isalnum():
        end -= 1
    return end
