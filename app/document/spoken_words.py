"""Which stretches of the text were spoken, when, and with what confidence."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate, compress
from typing import Any, Self

import numpy as np

from app.document.edit import Edit, Step
from app.document.text import Places, in_characters
from app.document.word_span import Spoken, WordSpan
from engine.types import Word

_COLUMNS = (
    *("_starts", "_ends", "_edited", "_sureness", "_start_s", "_sessions", "_ids"),
    *("_sentences", "_indexes"),
)


class SpokenWords:
    """Spoken words in text order; they never overlap.

    Places are kept in arrays, since every keystroke shifts all words after it.
    """

    def __init__(self) -> None:
        self._starts = self._ends = np.empty(0, np.int64)
        self._edited = np.empty(0, np.bool_)
        self._sureness = np.empty(0, np.float32)
        self._start_s = np.empty(0, np.float64)
        self._sessions = self._ids = np.empty(0, np.int32)
        self._sentences = self._indexes = np.empty(0, np.int32)
        self._spoken: list[Spoken] = []

    @classmethod
    def of(cls, words: Iterable[WordSpan]) -> Self:
        """Create from words in text order."""
        made = cls()
        made._splice(0, 0, list(words))
        return made

    def __len__(self) -> int:
        return len(self._spoken)

    def spans(self, units: str) -> Places:
        """Return the positions of the words in a text, in text order.

        Shape: (words, 5): start and end in characters, sentence number, index in the sentence
        (`Sentence.merged`), whether a person edited it.
        """
        starts, ends = (in_characters(units, one) for one in (self._starts, self._ends))
        columns = (starts, ends, self._sentences, self._indexes, self._edited)
        return np.stack(columns, axis=1, dtype=np.int64)

    def recorded(self, session: int | None) -> tuple[Places, Places, Places, Places]:
        """Return starts, ends, sentence numbers and indexes in them of a recording's words.

        Of all recordings for None. Shape of each: (words,), in text order.
        """
        is_it = np.ones(len(self), np.bool_) if session is None else self._sessions == session
        columns = (self._starts, self._ends, self._sentences, self._indexes)
        starts, ends, numbers, indexes = (one[is_it].astype(np.int64) for one in columns)
        return starts, ends, numbers, indexes

    def all(self) -> list[WordSpan]:
        return self.between(0, int(self._ends[-1]) if len(self) else 0)

    def at(self, index: int) -> WordSpan:
        place, is_edited = self._starts[index], self._edited[index]
        return WordSpan(int(place), int(self._ends[index]), self._spoken[index], bool(is_edited))

    def between(self, start: int, end: int) -> list[WordSpan]:
        """Return the words that overlap [start, end), or contain it if it is empty."""
        some = slice(*self._range(start, end))
        if some.start == some.stop:
            return []
        columns = (self._starts[some], self._ends[some], self._edited[some])
        starts, ends, edited = (column.tolist() for column in columns)
        with _no_collection():
            return list(map(WordSpan, starts, ends, self._spoken[some], edited))

    def around(self, place: int) -> WordSpan | None:
        """Return the word at a place, or ending there."""
        index = int(np.searchsorted(self._starts, place, "right")) - 1
        if index >= 0 and place <= self._ends[index]:
            return self.at(index)
        return None

    def after(self, place: int) -> WordSpan | None:
        """Return the first word that starts at or after a place."""
        index = int(np.searchsorted(self._starts, place, "left"))
        return self.at(index) if index < len(self) else None

    def span_of(self, spoken: Spoken) -> WordSpan | None:
        """Return where a word stands now, None if it is no longer in the text."""
        return self.at(self._spoken.index(spoken)) if spoken in self._spoken else None

    def of_ids(self, session: int, first: int, last: int) -> list[WordSpan]:
        """Return a recording's words with ids `first` to `last`, in text order."""
        is_it = (self._sessions == session) & (self._ids >= first) & (self._ids <= last)
        return [self.at(int(index)) for index in np.flatnonzero(is_it)]

    def of_recording(self, session: int) -> list[WordSpan]:
        """Return all words of a recording, in text order."""
        return [self.at(int(index)) for index in np.flatnonzero(self._sessions == session)]

    def last_sentence(self) -> WordSpan | None:
        """Return the first word of the last sentence."""
        if not self._spoken:
            return None
        index, utterance = len(self) - 1, self._spoken[-1].utterance
        while index and self._spoken[index - 1].utterance is utterance:
            index -= 1
        return self.at(index)

    def low_confidence(self, place: int, below: float, *, forwards: bool) -> WordSpan | None:
        """Return the next low-confidence word that starts after (or before) a place.

        Words that a person has edited no longer count.
        """
        found = np.flatnonzero((self._sureness < below) & ~self._edited)
        starts = self._starts[found]
        if forwards:
            rank = int(np.searchsorted(starts, place, "right"))
        else:
            rank = int(np.searchsorted(starts, place, "left")) - 1
        return self.at(int(found[rank])) if 0 <= rank < len(found) else None

    def doubtful_between(self, start: int, end: int, below: float) -> list[WordSpan]:
        """Return the low-confidence words in a stretch that nobody has edited."""
        first, last = self._range(start, end)
        is_so = (self._sureness[first:last] < below) & ~self._edited[first:last]
        return [self.at(first + int(at)) for at in np.flatnonzero(is_so)]

    def settle(self, place: int) -> None:
        """Confirm the word that starts at a place: somebody has checked it."""
        index = int(np.searchsorted(self._starts, place))
        if index < len(self) and self._starts[index] == place:
            spoken = self._spoken[index]
            spoken.refine(replace(spoken.word, confidence=1.0))
            self._sureness[index] = 1.0

    def spoken_at(self, session: int, time_s: float) -> WordSpan | None:
        """Return the word being spoken at a time, or the last one before it."""
        is_before = (self._sessions == session) & (self._start_s <= time_s)
        if not is_before.any():
            return None
        return self.at(int(np.argmax(np.where(is_before, self._start_s, -1.0))))

    def spoken_from(self, session: int, time_s: float) -> WordSpan | None:
        """Return the first word spoken at or after a time."""
        is_after = (self._sessions == session) & (self._start_s >= time_s)
        if not is_after.any():
            return None
        return self.at(int(np.argmin(np.where(is_after, self._start_s, np.inf))))

    def refine(self, session: int, known: Word) -> None:
        """Update the time and confidence of a word committed without them, by its id."""
        is_it = (self._sessions == session) & (self._ids == known.id) & (known.id >= 0)
        for index in np.flatnonzero(is_it):
            self._spoken[index].refine(known)
            self._sureness[index] = _sureness(known.confidence)
            self._start_s[index] = _start_s(known.start_s)

    def replace(self, edit: Edit) -> None:
        """Follow an edit: removed words go, later ones shift, new ones are added."""
        removed, growth = edit.removed_words, edit.growth
        if removed:
            first = int(np.searchsorted(self._starts, removed[0].start))
        else:
            first = int(np.searchsorted(self._ends, edit.place, "right"))
        last = first + len(removed)
        self._starts[last:] += growth
        self._ends[last:] += growth
        if removed or edit.added_words:
            self._splice(first, last, sorted(edit.added_words, key=lambda word: word.start))

    def replace_each(self, step: Step) -> None:
        """Follow all edits of a step; many cost hardly more than one."""
        if len(step) <= 1 or not len(self):
            for edit in reversed(step):
                self.replace(edit)
            return
        shifts = [0, *accumulate(edit.growth for edit in step)]
        gone = [word.start for edit in step for word in edit.removed_words]
        stay = np.ones(len(self), np.bool_)
        stay[np.searchsorted(self._starts, gone)] = False
        edits_before = np.searchsorted([edit.end for edit in step], self._starts, "right")
        moved = np.asarray(shifts)[edits_before]
        new = SpokenWords.of(
            word.moved(by)
            for edit, by in zip(step, shifts, strict=False)
            for word in sorted(edit.added_words, key=lambda word: word.start)
        )
        self._starts, self._ends = self._starts + moved, self._ends + moved
        order = np.argsort(np.concatenate([self._starts[stay], new._starts]), kind="stable")  # noqa: SLF001
        for name in _COLUMNS:
            both = np.concatenate([getattr(self, name)[stay], getattr(new, name)])
            setattr(self, name, both[order])
        kept = list(compress(self._spoken, stay)) + new._spoken  # noqa: SLF001
        self._spoken = [kept[at] for at in order]

    def _range(self, start: int, end: int) -> tuple[int, int]:
        first = int(np.searchsorted(self._ends, start, "right"))
        return first, max(first, int(np.searchsorted(self._starts, end, "left")))

    def _splice(self, first: int, last: int, new: list[WordSpan]) -> None:
        self._starts = _spliced(self._starts, first, last, [item.start for item in new])
        self._ends = _spliced(self._ends, first, last, [item.end for item in new])
        self._edited = _spliced(self._edited, first, last, [item.is_edited for item in new])
        known = [item.spoken.utterance.figures(item.spoken.index) for item in new]
        sureness = [_sureness(confidence) for _, _, confidence, _ in known]
        self._sureness = _spliced(self._sureness, first, last, sureness)
        self._start_s = _spliced(self._start_s, first, last, [_start_s(it[0]) for it in known])
        sessions = [item.spoken.utterance.session for item in new]
        self._sessions = _spliced(self._sessions, first, last, sessions)
        self._ids = _spliced(self._ids, first, last, [it[-1] for it in known])
        sentences = [item.spoken.utterance.number for item in new]
        self._sentences = _spliced(self._sentences, first, last, sentences)
        indexes = [item.spoken.index for item in new]
        self._indexes = _spliced(self._indexes, first, last, indexes)
        self._spoken[first:last] = [item.spoken for item in new]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collector, which would search in vain while many words are made."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _spliced(column: Any, first: int, last: int, new: list[Any]) -> Any:  # noqa: ANN401  a column
    return np.concatenate([column[:first], np.asarray(new, column.dtype), column[last:]])


def _start_s(start_s: float | None) -> float:
    return np.inf if start_s is None else start_s


def _sureness(confidence: float | None) -> float:
    return 2.0 if confidence is None else confidence
