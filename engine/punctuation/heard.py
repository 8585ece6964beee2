"""Weighs the marks and capitals that a source wrote itself: evidence beside the words.

A recogniser that punctuates, or a transcript, has put a mark (or none) behind each word. How much
more likely it does so at a sentence end than elsewhere is added to the network's log-odds of one;
within each kind of mark the one that was heard is preferred.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.network.backend import FloatArray
from engine.punctuation.labels import (
    CASE_COLUMNS,
    MARK_COLUMNS,
    SENTENCE_ROWS,
    Mark,
    inner_rows,
)
from engine.types import Word

# log-odds of a sentence end, by what a transcript has at that place; fitted on `en/dev`:
# `python -m training bench repair`
_HEARD_END = 5.0
_HEARD_COMMA = -12.0
_HEARD_NOTHING = -6.5
_SAME_MARK = 20.0
_SAME_CASE = 10.0
_CERTAIN = 50.0


def weigh_heard(words: Sequence[Word], scores: FloatArray) -> FloatArray:
    """Return the scores with what was heard of each word, shape (words, labels), unnormalised.

    Args:
        words: with `heard_mark` and `heard_case`, None where nothing is known.
        scores: (words, labels) unnormalised; the same array comes back where nothing was heard.
    """
    if all(word.heard_mark is None and word.heard_case is None for word in words):
        return scores
    weighed = scores.astype(np.float64)
    for row, word in zip(weighed, words, strict=True):
        if word.heard_mark is not None:
            _weigh_mark(row[MARK_COLUMNS], word.heard_mark, is_certain=word.keeps_mark)
        if word.heard_case is not None:
            row[CASE_COLUMNS][word.heard_case] += _SAME_CASE
    return weighed.astype(np.float32)


def _weigh_mark(marks: FloatArray, heard: Mark, *, is_certain: bool) -> None:
    """Add the evidence to one word's mark scores, (marks,), in place."""
    ends, inner = marks[SENTENCE_ROWS], inner_rows(len(marks))
    before = _log_odds(ends, marks[inner])
    if heard < len(marks):
        marks[heard] += _SAME_MARK
    evidence = _HEARD_END if heard.ends_sentence else _HEARD_COMMA if heard else _HEARD_NOTHING
    if is_certain:
        evidence = _CERTAIN if heard.ends_sentence else -_CERTAIN
    ends += before + evidence - _log_odds(ends, marks[inner])


def _log_odds(ends: FloatArray, inner: FloatArray) -> float:
    return float(np.logaddexp.reduce(ends) - np.logaddexp.reduce(inner))
