"""What the user changed in the committed sentences.

Nothing is stored twice: a session has its sentences as committed, with words and times, its current
text, and their positions in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.document.word_alignment import key, words_of
from app.history.alignment import (
    committed_words,
    in_order_of_place,
    placed_words,
)
from app.history.records import PlacedWord, StoredSession
from engine.text.marked_text import MARK_SIGNS, read_marked_text, straightened
from engine.text.markup import BOLD
from engine.text.units import split_units, unit_spans
from engine.types import Word, joined_sentences

_LONGEST_NEIGHBOUR = 40  # more of its words are no use
Times = tuple[tuple[float | None, float | None], ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A committed sentence as the user changed it, or several that became one.

    Attributes:
        session: Number of its session.
        first: Number of the first of its sentences in the session.
        words: The recognised words, with times.
        text: What was written for them.
        corrected: What the user made of it.
        before, after: The sentences beside it, as they stand now.
        times: (start, end) in seconds of each unit of `before`, `corrected` and `after`; (None,
            None) if it was typed. Empty if unknown.
    """

    session: int
    first: int
    words: tuple[Word, ...]
    text: str
    corrected: str
    before: str = ""
    after: str = ""
    times: tuple[Times, Times, Times] = ((), (), ())


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text to learn from, and the times of its units as in `Correction.times`."""

    text: str
    times: Times


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to learn from a correction, empty if it was rejected, and when that was decided."""

    approved: str
    decided_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A correction and what the user decided about it; None if nothing yet."""

    correction: Correction
    decision: Verdict | None = None

    @property
    def approved(self) -> str:
        return "" if self.decision is None else self.decision.approved


def corrections(session: StoredSession) -> tuple[Correction, ...]:
    """Return the sentences that still have some of their words, but other marks, capitals or words.

    Text that was typed rather than spoken corrects nothing, nor does a deleted sentence.
    """
    if session.document is None or session.document == joined_sentences(session.sentences):
        return ()
    return tuple(_Comparison(session, session.document).corrections())


def approved_since(then_s: float, reviewed: Iterable[Reviewed]) -> int:
    """Return how many corrections were approved after a time."""
    decisions = (row.decision for row in reviewed if row.approved)
    return sum(decision.decided_s > then_s for decision in decisions if decision)


def lessons(reviewed: Iterable[Reviewed]) -> list[Lesson]:
    """Return what the approved corrections teach.

    Each stands between its neighbours, unless those are corrections that are not approved. If it
    was approved with other words than stand in the text, its times are unknown.
    """
    rows = list(reviewed)
    refused = [row.correction.corrected for row in rows if not row.approved]

    def beside(text: str) -> str:
        return "" if any(text in other for other in refused) else text

    found = []
    for row in rows:
        if row.approved:
            one = row.correction
            parts = (beside(one.before), row.approved, beside(one.after))
            is_as_it_stands = (True, row.approved == one.corrected, True)
            times: Times = ()
            for part, known, is_known in zip(parts, one.times, is_as_it_stands, strict=True):
                units = len(split_units(part))
                times += known if is_known and len(known) == units else ((None, None),) * units
            found.append(Lesson(" ".join(filter(None, parts)), times))
    return found


class _Comparison:
    """The text's units compared with those written when the sentences were committed.

    Sentences are in text order. One dictated into the middle of another counts as typed there.

    Attributes:
        owners: The sentence of each committed unit.
        places: Per sentence, where its units and their replacements stand in the text.
        kept: How many units of each sentence are still there.
        changed: The sentences that are no longer as committed.
    """

    def __init__(self, session: StoredSession, document: str) -> None:
        self._number, self._document = session.info.number, document
        sentences, placed = dict(session.numbered), placed_words(session)
        self._numbers = in_order_of_place(sentences, placed)
        self._sentences = [sentences[number] for number in self._numbers]
        self._words = {number: one.merged.words for number, one in sentences.items()}
        self._spans = list(unit_spans(document))
        self._placed = words_of(self._spans, placed)
        self._written = [
            straightened(document[start:end].replace(BOLD, "")) for start, end in self._spans
        ]
        self._units = [
            [straightened(unit) for unit in split_units(one.text)] for one in self._sentences
        ]
        self._said = [unit for sentence in self._units for unit in sentence]
        self.owners = [number for number, units in enumerate(self._units) for _ in units]
        self.places: list[list[int]] = [[] for _ in self._units]
        self.kept = [0] * len(self._units)
        self.changed: set[int] = set()
        self._compare(placed)

    def corrections(self) -> Iterator[Correction]:
        there = [number for number, kept in enumerate(self.kept) if kept]
        stretch: list[int] = []
        for number in there:
            if stretch and not self._are_joined(stretch[-1], number):
                yield from self._correction(stretch)
                stretch = []
            stretch.append(number)
        yield from self._correction(stretch)

    def _pairs(self, placed: Sequence[PlacedWord]) -> Iterator[tuple[int, int]]:
        """Yield (index in the text, index among committed units) of units kept; both rise."""
        places: dict[tuple[int, int], list[int]] = {}
        first = 0
        for number, sentence in zip(self._numbers, self._sentences, strict=True):
            units = list(unit_spans(sentence.text))
            words = committed_words(sentence.text, {number: sentence.merged})
            for at, word in enumerate(words_of(units, words), first):
                if word is not None:
                    places.setdefault(word[2:4], []).append(at)
            first += len(units)
        outer, last = _outer(placed), -1
        for at, word in enumerate(self._placed):
            if word is not None and word in outer:
                mine = (one for one in places.get(word[2:4], ()) if one > last)
                same = (one for one in mine if key(self._said[one]) == key(self._written[at]))
                if (found := next(same, None)) is not None:
                    last = found
                    yield at, found

    def _compare(self, placed: Sequence[PlacedWord]) -> None:
        pairs = list(self._pairs(placed))
        begin, end = (-1, -1), (len(self._written), len(self._said))
        for before, after in pairwise([begin, *pairs, end]):
            self._compare_gap(before, after)
        for before, pair, after in zip([begin, *pairs], pairs, [*pairs[1:], end], strict=False):
            self._compare_pair(before, pair, after)

    def _compare_gap(self, before: tuple[int, int], after: tuple[int, int]) -> None:
        """Decide which sentence owns the text between two kept units."""
        new = range(before[0] + 1, after[0])
        lost = [self.owners[place] for place in range(before[1] + 1, after[1])]
        left, right = self._owner(before[1]), self._owner(after[1])
        self.changed.update(lost)
        if left is not None and left == right:
            self.places[left] += new
            return
        ends = [at for at in new if _ends(self._written[at])]
        if left is not None and left in lost:
            self.places[left] += range(new.start, ends[0] + 1) if ends else new
        if right is not None and right in lost:
            self.places[right] += range(ends[-1] + 1, new.stop) if ends else new

    def _compare_pair(
        self, before: tuple[int, int], pair: tuple[int, int], after: tuple[int, int]
    ) -> None:
        """Compare a kept unit; text typed beside it may have taken over its mark or capital."""
        (at, place), owner = pair, self.owners[pair[1]]
        self.places[owner].append(at)
        self.kept[owner] += 1
        found, said = self._written[at], self._said[place]
        is_typed_after = after[1] == place + 1 and after[0] > at + 1
        if is_typed_after and found == _without_mark(found):
            said = _without_mark(said)
        is_typed_before = before[1] == place - 1 and before[0] < at - 1
        if is_typed_before and self._owner(place - 1) != owner:
            found, said = found.casefold(), said.casefold()
        if found != said:
            self.changed.add(owner)

    def _owner(self, place: int) -> int | None:
        return self.owners[place] if 0 <= place < len(self.owners) else None

    def _are_joined(self, one: int, following: int) -> bool:
        """Whether the end mark between two sentences is gone, with nothing else in its place."""
        end, begin = max(self.places[one]), min(self.places[following])
        if begin > end + 1 or _ends(self._written[end]) or not _ends(self._units[one][-1]):
            return False
        return "\n" not in self._document[self._spans[end][1] : self._spans[begin][0]]

    def _correction(self, stretch: Sequence[int]) -> Iterator[Correction]:
        """Yield what became of sentences that are now one, if most of it was spoken."""
        if len(stretch) < 2 and self.changed.isdisjoint(stretch):
            return
        places = [at for number in stretch for at in self.places[number]]
        first, last = min(places), max(places)
        kept = sum(self.kept[number] for number in stretch)
        said = sum(len(self._units[number]) for number in stretch)
        sentences = [self._sentences[number] for number in stretch]
        text, corrected = joined_sentences(sentences), self._text(first, last + 1)
        begin, end = self._begin(first), self._end(last + 1)
        if 2 * kept >= max(said, last - first + 1) and corrected != " ".join(text.split()):
            yield Correction(
                self._number,
                self._numbers[stretch[0]],
                tuple(word for sentence in sentences for word in sentence.words),
                text,
                corrected,
                self._text(begin, first),
                self._text(last + 1, end),
                (
                    self._times(begin, first),
                    self._times(first, last + 1),
                    self._times(last + 1, end),
                ),
            )

    def _times(self, begin: int, end: int) -> Times:
        spoken = (
            Word("") if one is None else self._words[one.sentence][one.word]
            for one in self._placed[begin:end]
        )
        return tuple((word.start_s, word.end_s) for word in spoken)

    def _text(self, begin: int, end: int) -> str:
        if begin >= end:
            return ""
        text = self._document[self._spans[begin][0] : self._spans[end - 1][1]]
        return " ".join(text.replace(BOLD, "").split())

    def _begin(self, end: int) -> int:
        """Return where the sentence that ends before `end` begins."""
        least = max(0, end - _LONGEST_NEIGHBOUR)
        ends = (at for at in range(end - 1, least, -1) if _ends(self._written[at - 1]))
        return next(ends, least)

    def _end(self, begin: int) -> int:
        most = min(len(self._written), begin + _LONGEST_NEIGHBOUR)
        ends = (at + 1 for at in range(begin, most) if _ends(self._written[at]))
        return next(ends, most)


def _outer(placed: Sequence[PlacedWord]) -> set[PlacedWord]:
    """Return the words of sentences that do not stand inside another one."""
    ends = {word.sentence: word.start for word in placed}
    found, sentence, end = set(), -1, -1
    for word in placed:
        if word.start > end:
            sentence, end = word.sentence, ends[word.sentence]
        if word.sentence == sentence:
            found.add(word)
    return found


def _ends(unit: str) -> bool:
    words = read_marked_text(unit)
    return bool(words) and words[-1].mark.ends_sentence


def _without_mark(unit: str) -> str:
    return unit.rstrip("".join(MARK_SIGNS))
