"""Weighs the marks and capitals that the source wrote itself, as evidence beside the words.

A recogniser that punctuates, or a transcript, has put a mark (or none) after each word. How much
likelier it does so at a sentence end than elsewhere is added to the network's log-odds of one;
within each kind of mark, the source's own is preferred.

A recogniser's mark says much within fluent speech and little at a pause: it writes a full stop
wherever its stretch of sound ends, whatever was said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.network.backend import FloatArray
from engine.network.bundle import Lexicon
from engine.punctuation.capitals import begin_by_capital
from engine.punctuation.committer import pauses
from engine.punctuation.emitter import written
from engine.punctuation.labels import (
    CASE_COLUMNS,
    MARK_COLUMNS,
    SENTENCE_ROWS,
    Case,
    Mark,
    inner_rows,
)
from engine.settings import MarksBy
from engine.text.scripts import is_cjk
from engine.types import MarkSource, Word

_NO_LEXICON = Lexicon({}, {})
_BY_RECOGNISER = frozenset({MarkSource.RECOGNISER, MarkSource.EDGE})
PAUSE_S = 0.5  # longer pauses interrupt fluent speech
_LEAST_SURE, _SUREST = 0.1, 0.98


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Log-odds of a sentence end, given the source's mark there, and scores for the source's label.

    `before_capital` is a lower bound on `comma` and `nothing` if the next word has a capital that
    begins a sentence.
    """

    end: float
    comma: float
    nothing: float
    same_mark: float = 1.0
    same_case: float = 3.0
    before_capital: float = -math.inf


_EVIDENCE = {
    # for words without times; chosen on four services' transcripts, `bench services`
    MarkSource.RECOGNISER: _Evidence(1.0, -1.0, -1.5, before_capital=1.0),
    MarkSource.EDGE: _Evidence(0.0, 0.0, 0.0),
    # fitted on `en/dev`: `python -m training bench repair`
    MarkSource.TRANSCRIPT: _Evidence(5.0, -12.0, -6.5, 20.0, 10.0, before_capital=1.0),
    MarkSource.BOUNDARY: _Evidence(50.0, -50.0, -50.0, 0.0, 10.0),
    MarkSource.CERTAIN: _Evidence(50.0, -50.0, -50.0, 20.0, 10.0),
    MarkSource.LAYOUT: _Evidence(0.0, 0.0, 0.0, 50.0, 0.0),
    # `python -m training bench cursor`
    MarkSource.SEAM: _Evidence(4.0, 4.0, 4.0, 1.0, 0.0),
}
# for a recogniser's words with times, added to the committer's weighing of the pause; close to what
# `python -m training bench recogniser_marks --whisper-base FOLDER` fits on people's sound
_IN_SPEECH = _Evidence(1.0, -1.2, -0.2, before_capital=1.0)
_AT_PAUSE = _Evidence(0.4, -1.8, -0.2, before_capital=1.0)
_AT_EDGE = _Evidence(-2.2, -1.8, -2.4)
_IF_SURE = 0.6  # per unit of log-odds of its confidence in a sentence mark


def weigh_source_marks(
    words: Sequence[Word], scores: FloatArray, marks_by: MarksBy = MarksBy.BOTH
) -> FloatArray:
    """Return the scores, weighed with what the source wrote for each word.

    Args:
        words: With `source_mark` and `source_case`, None if unknown.
        scores: (words, labels) unnormalised; returned as is if the source wrote nothing.
        marks_by: Whether a recogniser's marks are evidence, final, or ignored.
    """
    if all(word.source_mark is None and word.source_case is None for word in words):
        return scores
    weighed = scores.astype(np.float64)
    begin = begin_by_capital(words, scores[:, CASE_COLUMNS])
    rows = zip(weighed, words, pauses(words), strict=True)
    for at, (row, word, pause_s) in enumerate(rows):
        if marks_by is MarksBy.RECOGNISER and _continues(words[at : at + 2]):
            word = replace(word, source_mark=Mark.NONE)  # noqa: PLW2901
        evidence = _evidence(word.mark_source, float(pause_s), marks_by)
        if word.source_mark is not None and evidence is not None:
            if any(begin[at + 1 : at + 2]):
                evidence = _before_capital(evidence)
            _weigh_mark(row[MARK_COLUMNS], word.source_mark, word.mark_confidence, evidence)
        if word.source_case is not None:
            case = Case.LOWER if begin[at] else word.source_case
            row[CASE_COLUMNS][case] += _EVIDENCE[word.mark_source].same_case
    return weighed.astype(np.float32)


def continues_after(word: Word, marks_by: MarksBy = MarksBy.BOTH) -> bool:
    """Whether a source that writes marks wrote none to end the sentence after a word.

    After Chinese it often writes none, so that says nothing.
    """
    if is_cjk(word.text) and word.mark_source is not MarkSource.CERTAIN:
        return False
    tells = word.mark_source is MarkSource.CERTAIN or (
        word.mark_source in _BY_RECOGNISER and marks_by is not MarksBy.FERMATA
    )
    return tells and word.source_mark is not None and not word.source_mark.ends_sentence


def _continues(words: Sequence[Word]) -> bool:
    """Whether a recogniser's mark after the first of two words only reflects a pause.

    It ends a sentence where its sound ends, but the words go on in lower case.
    """
    if len(words) < 2 or words[0].mark_source is not MarkSource.EDGE:
        return False
    text = words[1].text
    return words[1].source_case is Case.LOWER and text.upper() != text.lower()


def as_recognised(words: Sequence[Word]) -> Iterator[str]:
    """Yield words as their source wrote them, with its marks and capitals."""
    begins = False
    for word in words:
        mark, case = word.source_mark or Mark.NONE, word.source_case or Case.LOWER
        yield written(word.text, case, mark.text, _NO_LEXICON, starts_sentence=begins)
        begins = mark.ends_sentence


def _before_capital(evidence: _Evidence) -> _Evidence:
    least = evidence.before_capital
    return replace(evidence, comma=max(evidence.comma, least), nothing=max(evidence.nothing, least))


def _evidence(mark_source: MarkSource, pause_s: float, marks_by: MarksBy) -> _Evidence | None:
    """Return the evidence of a mark, None to ignore it; `pause_s` is NaN if unknown."""
    if mark_source not in _BY_RECOGNISER:
        return _EVIDENCE[mark_source]
    if marks_by is MarksBy.FERMATA:
        return None
    if marks_by is MarksBy.RECOGNISER:
        return _EVIDENCE[MarkSource.CERTAIN]
    if math.isnan(pause_s):
        return _EVIDENCE[mark_source]
    if pause_s < PAUSE_S:
        return _IN_SPEECH
    return _AT_EDGE if mark_source is MarkSource.EDGE else _AT_PAUSE


def _weigh_mark(
    marks: FloatArray, wrote: Mark, confidence: float | None, evidence: _Evidence
) -> None:
    """Add the evidence to one word's mark scores, (marks,), in place."""
    ends, inner = marks[SENTENCE_ROWS], inner_rows(len(marks))
    before = _log_odds(ends, marks[inner])
    if wrote < len(marks):
        marks[wrote] += evidence.same_mark
    of_end = evidence.end if wrote.ends_sentence else evidence.comma if wrote else evidence.nothing
    if wrote.ends_sentence and confidence is not None:
        of_end += _IF_SURE * sureness(confidence)
    ends += before + of_end - _log_odds(ends, marks[inner])


def sureness(confidence: float) -> float:
    """Return the log-odds of a recogniser's mark."""
    chance = min(_SUREST, max(_LEAST_SURE, confidence))
    return math.log(chance / (1.0 - chance))


def _log_odds(ends: FloatArray, inner: FloatArray) -> float:
    return float(np.logaddexp.reduce(ends) - np.logaddexp.reduce(inner))
