"""Weighs the marks and capitals that a source wrote itself: evidence beside the words.

A recogniser that punctuates, or a transcript, has put a mark (or none) behind each word. How much
more likely it does so at a sentence end than elsewhere is added to the network's log-odds of one;
within each kind of mark the one that was heard is preferred.

A recogniser's mark says much within fluent speech and little where somebody pauses: it writes a
full stop where its stretch of sound ends, whatever was said.
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
from engine.types import Trust, Word

_NO_LEXICON = Lexicon({}, {})
_BY_RECOGNISER = frozenset({Trust.RECOGNISER, Trust.EDGE})
PAUSE_S = 0.5  # from it on the words do not follow each other fluently
_LEAST_SURE, _SUREST = 0.1, 0.98


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Log-odds of a sentence end, by what stands at that place, and scores of the heard label.

    `before_capital` is the least of `comma` and `nothing` where a capital says that the next word
    begins a sentence.
    """

    end: float
    comma: float
    nothing: float
    same_mark: float = 1.0
    same_case: float = 3.0
    before_capital: float = -math.inf


_EVIDENCE = {
    # of words without times; chosen on four services' transcripts, `bench services`
    Trust.RECOGNISER: _Evidence(1.0, -1.0, -1.5, before_capital=1.0),
    Trust.EDGE: _Evidence(0.0, 0.0, 0.0),
    # fitted on `en/dev`: `python -m training bench repair`
    Trust.TRANSCRIPT: _Evidence(5.0, -12.0, -6.5, 20.0, 10.0, before_capital=1.0),
    Trust.BOUNDARY: _Evidence(50.0, -50.0, -50.0, 0.0, 10.0),
    Trust.CERTAIN: _Evidence(50.0, -50.0, -50.0, 20.0, 10.0),
    # `python -m training bench cursor`
    Trust.SEAM: _Evidence(4.0, 4.0, 4.0, 1.0, 0.0),
}
# of a recogniser's words with times, beside the pause as the committer weighs it; near what
# `python -m training bench heard_marks --whisper-base FOLDER` fits on people's sound (RESULTS.md)
_IN_SPEECH = _Evidence(1.0, -1.2, -0.2, before_capital=1.0)
_AT_PAUSE = _Evidence(0.4, -1.8, -0.2, before_capital=1.0)
_AT_EDGE = _Evidence(-2.2, -1.8, -2.4)
_IF_SURE = 0.6  # for each unit of log-odds by which it is sure of a mark that ends a sentence


def weigh_heard(
    words: Sequence[Word], scores: FloatArray, marks_by: MarksBy = MarksBy.BOTH
) -> FloatArray:
    """Return the scores with what was heard of each word, shape (words, labels), unnormalised.

    Args:
        words: with `heard_mark` and `heard_case`, None where nothing is known.
        scores: (words, labels) unnormalised; the same array comes back where nothing was heard.
        marks_by: whether a recogniser's marks are evidence, stand, or are left out of account.
    """
    if all(word.heard_mark is None and word.heard_case is None for word in words):
        return scores
    weighed = scores.astype(np.float64)
    begin = begin_by_capital(words, scores[:, CASE_COLUMNS])
    rows = zip(weighed, words, pauses(words), strict=True)
    for at, (row, word, pause_s) in enumerate(rows):
        evidence = _evidence(word.trust, float(pause_s), marks_by)
        if word.heard_mark is not None and evidence is not None:
            if any(begin[at + 1 : at + 2]):
                evidence = _before_capital(evidence)
            _weigh_mark(row[MARK_COLUMNS], word.heard_mark, word.mark_confidence, evidence)
        if word.heard_case is not None:
            case = Case.LOWER if begin[at] else word.heard_case
            row[CASE_COLUMNS][case] += _EVIDENCE[word.trust].same_case
    return weighed.astype(np.float32)


def goes_on_behind(word: Word, marks_by: MarksBy = MarksBy.BOTH) -> bool:
    """Whether the source that wrote marks wrote none behind a word that ends its sentence."""
    tells = word.trust is Trust.CERTAIN or (
        word.trust in _BY_RECOGNISER and marks_by is not MarksBy.FERMATA
    )
    return tells and word.heard_mark is not None and not word.heard_mark.ends_sentence


def as_heard(words: Sequence[Word]) -> Iterator[str]:
    """Yield words as their source wrote them, with its marks and capitals."""
    begins = False
    for word in words:
        mark, case = word.heard_mark or Mark.NONE, word.heard_case or Case.LOWER
        yield written(word.text, case, mark.text, _NO_LEXICON, starts_sentence=begins)
        begins = mark.ends_sentence


def _before_capital(evidence: _Evidence) -> _Evidence:
    least = evidence.before_capital
    return replace(evidence, comma=max(evidence.comma, least), nothing=max(evidence.nothing, least))


def _evidence(trust: Trust, pause_s: float, marks_by: MarksBy) -> _Evidence | None:
    """Return what a mark tells; `pause_s` is NaN where no time is known."""
    if trust not in _BY_RECOGNISER:
        return _EVIDENCE[trust]
    if marks_by is MarksBy.FERMATA:
        return None
    if marks_by is MarksBy.RECOGNISER:
        return _EVIDENCE[Trust.CERTAIN]
    if math.isnan(pause_s):
        return _EVIDENCE[trust]
    if pause_s < PAUSE_S:
        return _IN_SPEECH
    return _AT_EDGE if trust is Trust.EDGE else _AT_PAUSE


def _weigh_mark(
    marks: FloatArray, heard: Mark, confidence: float | None, evidence: _Evidence
) -> None:
    """Add the evidence to one word's mark scores, (marks,), in place."""
    ends, inner = marks[SENTENCE_ROWS], inner_rows(len(marks))
    before = _log_odds(ends, marks[inner])
    if heard < len(marks):
        marks[heard] += evidence.same_mark
    of_end = evidence.end if heard.ends_sentence else evidence.comma if heard else evidence.nothing
    if heard.ends_sentence and confidence is not None:
        of_end += _IF_SURE * sureness(confidence)
    ends += before + of_end - _log_odds(ends, marks[inner])


def sureness(confidence: float) -> float:
    """Return the log-odds of a recogniser's mark."""
    chance = min(_SUREST, max(_LEAST_SURE, confidence))
    return math.log(chance / (1.0 - chance))


def _log_odds(ends: FloatArray, inner: FloatArray) -> float:
    return float(np.logaddexp.reduce(ends) - np.logaddexp.reduce(inner))
