"""How a page differs from its text before another speech model recognised it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from app.document.document import Document, Written
from app.document.file_text import FileChange, FileText
from app.document.recognised_again import OwnPassage
from app.document.spoken_words import SpokenWords
from app.document.text import Places, from_units
from app.document.word_alignment import key, partners, words_of
from app.document.word_span import WordSpan
from engine.text.units import unit_spans
from engine.transcripts.page_text import Difference, PageText
from engine.transcripts.passages import Places as FilePlaces


@dataclass(frozen=True, slots=True)
class Earlier:
    """A text as it was before another model recognised its sound.

    Attributes:
        units: The text, in code units.
        words: Positions of its words in it.
        ranks: Which of its words each word of the current text is or replaces, by sentence number
            and index in the sentence.
        own: Where the user's own words replace what was recognised.
    """

    units: str
    words: SpokenWords
    ranks: Mapping[tuple[int, int], int]
    own: tuple[OwnPassage, ...] = ()

    @classmethod
    def of(
        cls,
        units: str,
        words: SpokenWords,
        now: str,
        new: Iterable[WordSpan],
        own: tuple[OwnPassage, ...] = (),
    ) -> Self:
        """Compare with the text `now` and its `new` words; takes a second for an hour's speech."""
        known = {_row(word): rank for rank, word in enumerate(words.all())}
        ranks = dict(known)
        (keys, placed), (new_keys, new_placed) = _by_unit(units, words.all()), _by_unit(now, new)
        for at, place in partners(keys, new_keys):
            word, other = placed[at], new_placed[place]
            if word is not None and other is not None:
                ranks.setdefault(_row(other), known[_row(word)])
        return cls(units, words, ranks, own)


class EarlierText(FileText):
    """A document's changes from its earlier text, whose words come back with it."""

    def __init__(self, earlier: Earlier, document: Document) -> None:
        """Compare with what is now on the page."""
        self.before, self._words = earlier.units, earlier.words
        self._own, self._known = earlier.own, earlier.ranks
        places = FilePlaces(str)
        places.add(from_units(earlier.units))
        spans = earlier.words.spans(earlier.units)
        starts, ends = spans[:, 0].tolist(), spans[:, 1].tolist()
        page = PageText(places.text, starts, ends, (), places)
        super().__init__(page, (), None, document)

    def changes(self, start: int, end: int) -> Iterator[FileChange]:
        own = (it for it in self._own_changes() if it.start <= end and start <= it.end)
        yield from sorted([*super().changes(start, end), *own], key=_start)

    def next(self, place: int) -> FileChange | None:
        found = [super().next(place), *(it for it in self._own_changes() if it.start > place)]
        return min(filter(None, found), key=_start, default=None)

    def previous(self, place: int) -> FileChange | None:
        found = [super().previous(place), *(it for it in self._own_changes() if it.end < place)]
        return max(filter(None, found), key=_start, default=None)

    def reject(self, changes: Sequence[FileChange]) -> None:
        """Restore the earlier words, or use what was recognised instead of the user's own ones."""
        self._document.rewrite(self._other(change) for change in changes)

    def reject_all(self) -> None:
        whole = Written(0, len(self._document.units), self.before, tuple(self._words.all()))
        self._document.rewrite([whole])

    def _other(self, change: FileChange) -> Written:
        if change.is_own:
            own = next(it for it in self._own if self._place(it) == (change.start, change.end))
            return Written(change.start, change.end, own.units, own.words)
        source, stop = change.parts[0].source_start, change.parts[0].source_end
        old = tuple(word.moved(-source) for word in self._words.between(source, stop))
        return Written(change.start, change.end, self.before[source:stop], old)

    def _between(self, first: int, last: int) -> Iterator[FileChange]:
        """Yield changes of whole words; adjacent ones are merged."""
        held: Difference | None = None
        for change in super()._between(first, last):
            it = self._whole(change.parts)
            if held is None or self._document.units[held.end : it.start].strip():
                yield from [self._change([held])] if held is not None else []
                held = it
            else:
                held = replace(held, source_end=it.source_end, end=it.end)
        yield from [self._change([held])] if held is not None else []

    def _whole(self, parts: Sequence[Difference]) -> Difference:
        """Return a difference extended to whole words, now and before."""
        now, words, first, last = self._document.words, self._words, parts[0], parts[-1]
        start, end, source, stop = first.start, last.end, first.source_start, last.source_end
        while by := max(
            _word_started(now, start), _word_started(words, source)
        ):  # the same text on both sides
            start, source = start - by, source - by
        while by := max(_left(now, end), _left(words, stop)):
            end, stop = end + by, stop + by
        old, new = self.before[source:stop], self._document.units[start:end]
        if old.rstrip() and new.rstrip() and old[-1].isspace() and new[-1].isspace():
            end, stop = end - 1, stop - 1
        return Difference(source, stop, start, end)

    def _own_changes(self) -> Iterator[FileChange]:
        for one in self._own:
            place = self._place(one)
            if place is not None:
                yield FileChange(*place, (), from_units(one.units), is_own=True)

    def _place(self, one: OwnPassage) -> tuple[int, int] | None:
        """Return where a passage stands now; None if it no longer stands as it was."""
        rows, text = self._rows, self.before[one.start : one.end]
        first = int(np.searchsorted(rows[:, 1], one.start, "right"))
        last = int(np.searchsorted(rows[:, 0], one.end, "left"))
        begin = int(rows[first - 1, 3]) if first else 0
        end = int(rows[last, 2]) if last < len(rows) else len(self._document.units)
        at = self._document.units.find(text, begin, end)
        return (at, at + len(text)) if at >= 0 else None

    def _ranks(self, numbers: Places, indexes: Places) -> Places:
        known = self._known
        rows = zip(numbers.tolist(), indexes.tolist(), strict=True)
        return np.asarray([known.get(row, -1) for row in rows], np.int64)


def _by_unit(text: str, words: Iterable[WordSpan]) -> tuple[list[str], list[WordSpan | None]]:
    """Return a text's units as compared, and the word in each."""
    spans = list(unit_spans(text))
    return [key(text[start:end]) for start, end in spans], words_of(spans, words)


def _row(word: WordSpan) -> tuple[int, int]:
    return word.spoken.utterance.number, word.spoken.index


def _word_started(words: SpokenWords, place: int) -> int:
    """Return how much of a word is before a place inside it; 0 between words."""
    return next((place - word.start for word in words.between(place, place)), 0)


def _left(words: SpokenWords, place: int) -> int:
    """Return how much of a word is after a place inside it; 0 between words."""
    return next((word.end - place for word in words.between(place, place)), 0)


def _start(change: FileChange) -> int:
    return change.start
