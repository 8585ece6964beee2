"""Writes words with their case and marks, and keeps the tail from flickering."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.network.bundle import Lexicon
from engine.punctuation.capitals import agreeing_cases
from engine.punctuation.committer import Decision
from engine.punctuation.labels import (
    CASE_COLUMNS,
    MARK_COLUMNS,
    SENTENCE_ROWS,
    Case,
    Mark,
    capitalised,
    case_of,
    inner_rows,
)
from engine.text.chinese_scripts import ScriptConverter
from engine.text.scripts import is_cjk
from engine.text.spacing import joined
from engine.text.typesetting import Typesetting, mark_texts
from engine.types import MarkSource, Spelling, Word

FloatArray = npt.NDArray[np.floating]

_PLAIN = Typesetting()
SAID = frozenset({MarkSource.BOUNDARY, MarkSource.CERTAIN})


def written(word: str, case: Case, mark: str, lexicon: Lexicon, *, starts_sentence: bool) -> str:
    """Return a word as it appears in the text, followed by its mark."""
    cased = _cased(word, case, lexicon)
    if starts_sentence and case_of(cased) is Case.LOWER:
        cased = capitalised(cased)
    is_stopped = mark == "." and cased.endswith(".")  # as in "U.S."
    return cased if is_stopped else cased + mark


def spelled(surface: str, mark: str, spelling: Spelling) -> str:
    """Return a word, followed by its mark, as spoken commands spell it."""
    text = surface.removesuffix(mark) if spelling.text is None else spelling.text
    said = mark if spelling.mark is None else spelling.mark
    return spelling.before + text + spelling.inner + said + spelling.after


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
    stem, apostrophe, clitic = word.partition("'")
    parts = stem.split("-")
    known = [lexicon.mixed.get(part) for part in parts]
    if case is Case.UPPER:
        written_parts = [form or part.upper() for form, part in zip(known, parts, strict=True)]
    elif any(known):
        if case is Case.CAPITALISED:
            parts[0] = capitalised(parts[0])
        written_parts = [form or part for form, part in zip(known, parts, strict=True)]
    elif case is Case.MIXED and len(parts) > 1:  # as in "Smith-Magenis"
        written_parts = [capitalised(part) for part in parts]
    else:
        return capitalised(word)
    return "-".join(written_parts) + apostrophe + clitic


class Emitter:
    """Turns decisions into text.

    The tail keeps what it has shown until another reading is much likelier, and shows no sentence
    mark at its right edge unless it was spoken.

    Attributes:
        starts_sentence: Whether the next committed word begins a sentence.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        *,
        revision_threshold: float = 0.9,
        typesetting: Typesetting = _PLAIN,
        as_source: bool = False,
    ) -> None:
        """Start a text.

        Args:
            lexicon: Words of its language with only one written form.
            revision_threshold: Probability from which a reading replaces the one shown.
            typesetting: How to write marks and characters.
            as_source: Keep words as their source wrote them, with its capitals.
        """
        self.typesetting = typesetting
        self._script = ScriptConverter(typesetting.script)
        self._lexicon = lexicon
        self._as_source = as_source
        self._revision_threshold = revision_threshold
        self.starts_sentence = True
        self._shown: list[tuple[str, Mark, Case]] = []

    def commit(self, words: Sequence[Word], marks: Sequence[Mark], scores: FloatArray) -> list[str]:
        """Return the surfaces of newly committed words; scores: (words, labels).

        `marks` decides where sentences end; within them, readings stay as shown in the tail.
        """
        inner = mark_chances(scores, np.zeros(len(words)))
        cases = _shares(scores[:, CASE_COLUMNS])
        read: list[tuple[Mark, Case]] = []
        for at, (word, mark) in enumerate(zip(words, marks, strict=True)):
            inner_mark, case = self._stable_reading(at, word, inner[at], cases[at])
            read.append((mark if mark.ends_sentence else inner_mark, case))
        self._shown = self._shown[len(words) :]
        self._script.settle([word.text for word in words])
        surfaces = self._written(words, read)
        if read:
            self.starts_sentence = read[-1][0].ends_sentence
        return surfaces

    def tail(
        self, words: Sequence[Word], decision: Decision, scores: FloatArray, *, hidden: int = 0
    ) -> str:
        """Return the provisional text; scores: (words, labels).

        Args: hidden: Number of first words that are already in the text.
        """
        marks = mark_chances(scores, decision.probabilities)
        cases = _shares(scores[:, CASE_COLUMNS])
        read = [
            self._stable_reading(at, word, marks[at], cases[at]) for at, word in enumerate(words)
        ]
        if read and words[-1].mark_source not in SAID:
            read[-1] = (Mark.NONE, read[-1][1])
        shown = zip(words, read, strict=True)
        self._shown = [(word.text, mark, case) for word, (mark, case) in shown][:-1]
        return joined(self._written(words, read)[hidden:], self.typesetting.between_scripts)

    def mark_text(self, words: Sequence[Word], marks: Sequence[Mark]) -> str:
        """Return the mark after the first word, as it is written."""
        return mark_texts([word.text for word in words], marks, self.typesetting.marks)[0]

    def is_always_capital(self, word: Word) -> bool:
        """Whether a word always has a capital."""
        return word.text.lower() in self._lexicon.always

    def unpunctuated(self, words: Sequence[Word]) -> str:
        """Return words without marks, in the text's script and spacing."""
        units = self._script.written([word.text for word in words])
        return joined(units, self.typesetting.between_scripts)

    def reset(self, *, starts_sentence: bool = True) -> None:
        self.starts_sentence = starts_sentence
        self._shown = []

    def _written(self, words: Sequence[Word], read: Sequence[tuple[Mark, Case]]) -> list[str]:
        marks = [mark for mark, _ in read]
        units = self._script.written([word.text for word in words])
        texts = mark_texts(units, marks, self.typesetting.marks)
        starts = [self.starts_sentence, *(mark.ends_sentence for mark in marks)]
        cases = agreeing_cases(words, [case for _, case in read])
        surfaces = [
            written(unit, case, text, self._lexicon, starts_sentence=begins)
            for unit, case, text, begins in zip(units, cases, texts, starts[:-1], strict=True)
        ]
        surfaces = [
            f"{word.source_text or unit}{mark}" if stays else surface
            for word, unit, mark, surface, stays in zip(
                words, units, texts, surfaces, self._stay(words), strict=True
            )
        ]
        rows = zip(words, surfaces, texts, strict=True)
        return [spelled(it, mark, w.spelling) if w.spelling else it for w, it, mark in rows]

    def _stay(self, words: Sequence[Word]) -> list[bool]:
        """Return which words stay as their source wrote them, such as Latin words in Chinese."""
        if self._as_source:
            return [True] * len(words)
        of_chinese = [is_cjk(word.text) for word in words]
        if not any(of_chinese):
            return of_chinese
        return [
            word.source_mark is not None and word.source_text is not None and not is_chinese
            for word, is_chinese in zip(words, of_chinese, strict=True)
        ]

    def _stable_reading(
        self, at: int, word: Word, marks: FloatArray, cases: FloatArray
    ) -> tuple[Mark, Case]:
        mark, case = Mark(int(marks.argmax())), Case(int(cases.argmax()))
        if at >= len(self._shown) or self._shown[at][0] != word.text:
            return mark, case
        _, shown_mark, shown_case = self._shown[at]
        if (
            marks[mark] < self._revision_threshold
            and marks[shown_mark] > 1.0 - self._revision_threshold
        ):
            mark = shown_mark
        if cases[case] < self._revision_threshold:
            case = shown_case
        return mark, case


def mark_chances(scores: FloatArray, ends: FloatArray) -> FloatArray:
    """Return the probability of each mark, given that of a sentence end.

    Shapes: scores (words, labels), ends (words,) → (words, marks).
    """
    marks = scores[:, MARK_COLUMNS]
    rows = inner_rows(marks.shape[1])
    chances: FloatArray = np.empty(marks.shape, dtype=np.result_type(marks, ends))
    chances[:, rows] = _shares(marks[:, rows]) * (1.0 - ends)[:, None]
    chances[:, SENTENCE_ROWS] = _shares(marks[:, SENTENCE_ROWS]) * ends[:, None]
    return chances


def _shares(scores: FloatArray) -> FloatArray:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    shares: FloatArray = powers / powers.sum(axis=1, keepdims=True)
    return shares
