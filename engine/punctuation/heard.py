"""Weighs the marks and capitals that a source wrote itself: evidence beside the words.

A recogniser that punctuates, or a transcript, has put a mark (or none) behind each word. How much
more likely it does so at a sentence end than elsewhere is added to the network's log-odds of one;
within each kind of mark the one that was heard is preferred.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.network.backend import FloatArray
from engine.network.bundle import Lexicon
from engine.punctuation.capitals import begin_by_capital
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
_SURE_ODDS = math.log(3.0)
_SUREST = 0.98


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Log-odds of a sentence end, by what stands at that place, and scores of the heard label.

    `if_sure` is added for each unit of log-odds by which a recogniser is surer of its mark than
    three to one: to the mark's score, and to the log-odds of a sentence end for or against it.
    `before_capital` is the least of `comma` and `nothing` where a capital says that the next word
    begins a sentence.
    """

    end: float
    comma: float
    nothing: float
    same_mark: float
    same_case: float
    if_sure: float = 0.0
    before_capital: float = -math.inf


_EVIDENCE = {
    # chosen on four services' transcripts, `bench services`; `if_sure` on Whisper's hearing of
    # synthetic speech, of whose sentence marks above 80 % 74 of 75 were right (RESULTS.md)
    Trust.RECOGNISER: _Evidence(1.0, -1.0, -1.5, 1.0, 3.0, if_sure=3.0, before_capital=1.0),
    Trust.EDGE: _Evidence(0.0, 0.0, 0.0, 1.0, 3.0, if_sure=3.0),
    # fitted on `en/dev`: `python -m training bench repair`
    Trust.TRANSCRIPT: _Evidence(5.0, -12.0, -6.5, 20.0, 10.0, before_capital=1.0),
    Trust.BOUNDARY: _Evidence(50.0, -50.0, -50.0, 0.0, 10.0),
    Trust.CERTAIN: _Evidence(50.0, -50.0, -50.0, 20.0, 10.0),
    # `python -m training bench cursor`
    Trust.SEAM: _Evidence(4.0, 3.5, 3.5, 1.0, 0.0),
}


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
    for at, (row, word) in enumerate(zip(weighed, words, strict=True)):
        evidence = _evidence(word.trust, marks_by)
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
    return replace(
        evidence, comma=max(evidence.comma, least), nothing=max(evidence.nothing, least)
    )


def _evidence(trust: Trust, marks_by: MarksBy) -> _Evidence | None:
    if trust in _BY_RECOGNISER:
        if marks_by is MarksBy.FERMATA:
            return None
        if marks_by is MarksBy.RECOGNISER:
            return _EVIDENCE[Trust.CERTAIN]
    return _EVIDENCE[trust]


def _weigh_mark(
    marks: FloatArray, heard: Mark, confidence: float | None, evidence: _Evidence
) -> None:
    """Add the evidence to one word's mark scores, (marks,), in place."""
    ends, inner = marks[SENTENCE_ROWS], inner_rows(len(marks))
    before = _log_odds(ends, marks[inner])
    sure = evidence.if_sure * _surplus(confidence) if heard and confidence is not None else 0.0
    if heard < len(marks):
        marks[heard] += evidence.same_mark + sure
    of_end = evidence.end if heard.ends_sentence else evidence.comma if heard else evidence.nothing
    of_end += sure if heard.ends_sentence else -sure
    ends += before + of_end - _log_odds(ends, marks[inner])


def _surplus(confidence: float) -> float:
    """Return by how much log-odds a recogniser is surer of a mark than three to one, 0 or more."""
    chance = min(_SUREST, max(0.5, confidence))
    return max(0.0, math.log(chance / (1.0 - chance)) - _SURE_ODDS)


def _log_odds(ends: FloatArray, inner: FloatArray) -> float:
    return float(np.logaddexp.reduce(ends) - np.logaddexp.reduce(inner))
