"""Writes words with their case and marks; keeps the tail calm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.punctuation.backend import FloatArray
from engine.punctuation.bundle import Lexicon
from engine.punctuation.committer import Decision
from engine.punctuation.labels import Case, Mark, capitalised, case_of
from engine.types import Word

_CALM = 0.75


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

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._starts_sentence = True
        self._shown: list[tuple[str, Mark, Case]] = []

    def commit(self, words: Sequence[Word], marks: Sequence[Mark], scores: FloatArray) -> list[str]:
        """Return the surfaces of newly committed words; scores: (words, labels)."""
        surfaces = []
        for word, mark, case in zip(words, marks, cases_of(scores), strict=True):
            surfaces.append(self._written(word, mark, case, starts_sentence=self._starts_sentence))
            self._starts_sentence = mark.ends_sentence
        self._shown = self._shown[len(words) :]
        return surfaces

    def tail(self, words: Sequence[Word], decision: Decision, scores: FloatArray) -> str:
        """Return the provisional text; scores: (words, labels)."""
        labels = list(zip(decision.marks, cases_of(scores), strict=True))
        shown = []
        starts_sentence = self._starts_sentence
        surfaces = []
        for at, (word, (mark, case)) in enumerate(zip(words, labels, strict=True)):
            last = at == len(words) - 1
            kept_mark, kept_case = self._calm(at, word, mark, case, scores[at])
            mark_now = Mark.NONE if last else kept_mark
            surfaces.append(
                self._written(word, mark_now, kept_case, starts_sentence=starts_sentence)
            )
            starts_sentence = mark_now.ends_sentence
            shown.append((word.text, mark_now, kept_case))
        self._shown = shown[:-1]
        return " ".join(surfaces)

    def reset(self) -> None:
        """Begin a new text: the next word starts a sentence."""
        self._starts_sentence = True
        self._shown = []

    def _written(self, word: Word, mark: Mark, case: Case, *, starts_sentence: bool) -> str:
        return written(word.text, case, mark, self._lexicon, starts_sentence=starts_sentence)

    def _calm(
        self, at: int, word: Word, mark: Mark, case: Case, scores: FloatArray
    ) -> tuple[Mark, Case]:
        if at >= len(self._shown) or self._shown[at][0] != word.text:
            return mark, case
        _, shown_mark, shown_case = self._shown[at]
        marks, cases = _shares(scores[: len(Mark)]), _shares(scores[len(Mark) :])
        if marks[mark] < _CALM and marks[mark] < marks[shown_mark] + 0.5:
            mark = shown_mark
        if cases[case] < _CALM:
            case = shown_case
        return mark, case


def cases_of(scores: FloatArray) -> list[Case]:
    """Return the likeliest case of each word; scores: (words, labels)."""
    return [Case(int(case)) for case in scores[:, len(Mark) :].argmax(axis=1)]


def _shares(scores: FloatArray) -> FloatArray:
    powers = np.exp(scores - scores.max())
    shares: FloatArray = powers / powers.sum()
    return shares
