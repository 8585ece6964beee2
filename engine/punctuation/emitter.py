"""Writes words with their case and marks; keeps the tail calm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.punctuation.bundle import Lexicon
from engine.punctuation.committer import Decision
from engine.punctuation.labels import Case, Mark, capitalised, case_of
from engine.types import Word

FloatArray = npt.NDArray[np.floating]

_CLEARLY = 0.9


def written(word: str, case: Case, mark: Mark, lexicon: Lexicon, *, starts_sentence: bool) -> str:
    """Return a word as it stands in the text, its mark behind it."""
    cased = _cased(word, case, lexicon)
    if starts_sentence and case_of(cased) is Case.LOWER:
        cased = capitalised(cased)
    is_stopped = mark is Mark.PERIOD and cased.endswith(".")  # as in "U.S."
    return cased if is_stopped else cased + mark.text


def _cased(word: str, case: Case, lexicon: Lexicon) -> str:
    if case_of(word) is Case.MIXED:
        return word
    word = word.lower()
    if word in lexicon.always:
        return lexicon.always[word]
    if case is Case.LOWER:
        return word
    if word in lexicon.mixed:
        return lexicon.mixed[word]
    if case is Case.UPPER:
        stem, apostrophe, clitic = word.partition("'")
        return stem.upper() + apostrophe + clitic
    return capitalised(word)


class Emitter:
    """Turns decisions into text.

    The tail keeps what it has shown until the other reading is clearly likelier, and shows no
    sentence mark at its right edge.
    """

    def __init__(self, lexicon: Lexicon, *, clearly: float = _CLEARLY) -> None:
        """Args: clearly: probability from which another reading replaces a shown one."""
        self._lexicon = lexicon
        self._clearly = clearly
        self._starts_sentence = True
        self._shown: list[tuple[str, Mark, Case]] = []

    def commit(self, words: Sequence[Word], marks: Sequence[Mark], scores: FloatArray) -> list[str]:
        """Return the surfaces of newly committed words; scores: (words, labels).

        `marks` decides where sentences end; inside them what was shown stays unless the other
        reading is clearly likelier.
        """
        inner = mark_chances(scores, np.zeros(len(words)))
        cases = _shares(scores[:, len(Mark) :])
        surfaces: list[str] = []
        for at, (word, mark) in enumerate(zip(words, marks, strict=True)):
            inner_mark, case = self._calm(at, word, inner[at], cases[at])
            kept = mark if mark.ends_sentence else inner_mark
            surfaces.append(self._written(word, kept, case, starts_sentence=self._starts_sentence))
            self._starts_sentence = mark.ends_sentence
        self._shown = self._shown[len(words) :]
        return surfaces

    def tail(self, words: Sequence[Word], decision: Decision, scores: FloatArray) -> str:
        """Return the provisional text; scores: (words, labels)."""
        marks = mark_chances(scores, decision.probabilities)
        cases = _shares(scores[:, len(Mark) :])
        surfaces: list[str] = []
        shown: list[tuple[str, Mark, Case]] = []
        starts_sentence = self._starts_sentence
        for at, word in enumerate(words):
            mark, case = self._calm(at, word, marks[at], cases[at])
            if at == len(words) - 1:
                mark = Mark.NONE
            surfaces.append(self._written(word, mark, case, starts_sentence=starts_sentence))
            starts_sentence = mark.ends_sentence
            shown.append((word.text, mark, case))
        self._shown = shown[:-1]
        return " ".join(surfaces)

    def reset(self) -> None:
        """Begin a new text: the next word starts a sentence."""
        self._starts_sentence = True
        self._shown = []

    def _written(self, word: Word, mark: Mark, case: Case, *, starts_sentence: bool) -> str:
        return written(word.text, case, mark, self._lexicon, starts_sentence=starts_sentence)

    def _calm(self, at: int, word: Word, marks: FloatArray, cases: FloatArray) -> tuple[Mark, Case]:
        mark, case = Mark(int(marks.argmax())), Case(int(cases.argmax()))
        if at >= len(self._shown) or self._shown[at][0] != word.text:
            return mark, case
        _, shown_mark, shown_case = self._shown[at]
        if marks[mark] < self._clearly and marks[shown_mark] > 1.0 - self._clearly:
            mark = shown_mark
        if cases[case] < self._clearly:
            case = shown_case
        return mark, case


def mark_chances(scores: FloatArray, ends: FloatArray) -> FloatArray:
    """Return the probability of each mark, given that of a sentence end.

    Shapes: scores (words, labels), ends (words,) → (words, marks).
    """
    inner = _shares(scores[:, : Mark.PERIOD]) * (1.0 - ends)[:, None]
    final = _shares(scores[:, Mark.PERIOD : len(Mark)]) * ends[:, None]
    return np.concatenate([inner, final], axis=1)


def _shares(scores: FloatArray) -> FloatArray:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    shares: FloatArray = powers / powers.sum(axis=1, keepdims=True)
    return shares
