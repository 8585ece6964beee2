"""Spoken words: as committed, packed by sentence, and their positions in the text."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.punctuation.source_marks import as_recognised
from engine.text.spacing import joined
from engine.types import Sentence, Word, merged_word

_BETWEEN = "\x1f"
_FIGURES = 4  # start, end, confidence, id; NaN if unknown


class PackedSentence:
    """A sentence as committed, one surface per word; `session` tells recordings apart.

    The time and confidence of a word may become known later. `number` is the sentence's number in
    its text and in the history. `as_recognised` is its text with the recogniser's own marks and
    capitals if it writes any, else its bare words.
    """

    __slots__ = (
        "_between_scripts",
        "_figures",
        "_is_complete",
        "_surfaces",
        "_texts",
        "as_recognised",
        "number",
        "session",
    )

    def __init__(self, sentence: Sentence, session: int, number: int) -> None:
        self.session, self.number = session, number
        self.as_recognised = joined([*as_recognised(sentence.words)])
        sentence = sentence.merged
        self._surfaces = _BETWEEN.join(sentence.surfaces)
        self._texts = _BETWEEN.join(word.text for word in sentence.words)
        self._figures = array("d", [one for word in sentence.words for one in _packed(word)])
        self._is_complete = sentence.is_complete
        self._between_scripts = sentence.between_scripts

    @property
    def sentence(self) -> Sentence:
        """The sentence, with what is known about its words by now."""
        count = len(self._figures) // _FIGURES
        texts = self.texts
        words = tuple(Word(texts[index], *self.figures(index)) for index in range(count))
        surfaces = tuple(self._surfaces.split(_BETWEEN)) if words else ()
        return Sentence(surfaces, words, self._is_complete, self._between_scripts)

    def spoken(self) -> list[Spoken]:
        """Return its words in order; a word is the same object only within one such list."""
        return [Spoken(self, index) for index in range(len(self._figures) // _FIGURES)]

    def word(self, index: int) -> Word:
        return Word(self.texts[index], *self.figures(index))

    def figures(self, index: int) -> tuple[float | None, float | None, float | None, int]:
        """Return a word's start and end in seconds, its confidence and its id."""
        figures = self._figures[index * _FIGURES : (index + 1) * _FIGURES]
        start_s, end_s, confidence = (None if math.isnan(one) else one for one in figures[:-1])
        return start_s, end_s, confidence, int(figures[-1])

    @property
    def texts(self) -> list[str]:
        return self._texts.split(_BETWEEN)

    def refine(self, index: int, known: Word) -> None:
        self._figures[index * _FIGURES : (index + 1) * _FIGURES] = array("d", _packed(known))


@dataclass(slots=True, eq=False)
class Spoken:
    """One spoken word; the same object wherever it stands in the text or its undo history.

    `index` is its place in its utterance.
    """

    utterance: PackedSentence
    index: int

    @property
    def word(self) -> Word:
        return self.utterance.word(self.index)

    def refine(self, known: Word) -> None:
        self.utterance.refine(self.index, known)


@dataclass(frozen=True, slots=True)
class WordSpan:
    """A spoken word and its place [start, end); `is_edited` if a person changed its letters."""

    start: int
    end: int
    spoken: Spoken
    is_edited: bool = False

    def moved(self, by: int) -> WordSpan:
        return replace(self, start=self.start + by, end=self.end + by)


def as_one(words: Sequence[WordSpan], surface: str) -> WordSpan:
    """Return adjacent words of one recording as one word that is written as `surface`."""
    first, last = words[0], words[-1]
    if first is last:
        return first
    said = merged_word([it.spoken.word for it in words])
    before = first.spoken.utterance
    sentence = PackedSentence(Sentence((surface,), (said,)), before.session, before.number)
    return WordSpan(first.start, last.end, sentence.spoken()[0])


def clipped(word: WordSpan, place: int, removed: int, added: str) -> WordSpan | None:
    """Return what an edit leaves of a word it touches, None if nothing.

    A word whose letters are replaced in one go is still that word, written differently.
    """
    end, growth = place + removed, len(added) - removed
    if added and word.start <= place and end <= word.end and not any(map(str.isspace, added)):
        return replace(word, end=word.end + growth, is_edited=True)
    if place <= word.start and word.end <= end:
        return None
    start = word.start if word.start < place else place + len(added)
    stop = place if word.end <= end else word.end + growth
    return replace(word, start=start, end=stop, is_edited=True)


def _packed(word: Word) -> tuple[float, ...]:
    known = (word.start_s, word.end_s, word.confidence, word.id)
    return tuple(math.nan if one is None else one for one in known)
