"""Decides which words of the tail are finished, and which marks they get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.network.backend import FloatArray
from engine.punctuation.evidence import Calibration, Evidence
from engine.punctuation.labels import MARK_COLUMNS, SENTENCE_ROWS, Mark, inner_rows
from engine.text.scripts import is_cjk
from engine.types import Word

_UNSURE_REACH_WORDS = 4
_EDGE_WORDS_OF_CAP = 8
# probability from which a sentence with nothing after it is complete: people stop at ends
# (`python -m training bench cursor`)
_COMPLETE = 0.1
# Chinese that the recogniser is unsure of: its words say little about where sentences end, and
# nobody speaks for longer without ending one (`python -m training bench languages`)
_LONGEST_UNSURE, _SHORTEST_UNSURE = 38, 8
_UNSURE = 0.25
_COMMAS = (Mark.COMMA, Mark.ENUMERATION)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the tail's words would be if nothing followed."""

    marks: tuple[Mark, ...]  # one per word
    probabilities: npt.NDArray[np.float64]  # (words,) of a sentence end after each word
    commit: int  # how many words, from the first, are finished


class Committer:
    """Commits all complete sentences once the next has begun (Behre et al. 2022, §3.2).

    How sure a boundary must be depends on the number of words seen after it; see
    `evidence.Calibration`. A tail longer than `cap_words` is cut at a comma: length is no evidence
    of a sentence end.
    """

    def __init__(self, calibration: Calibration, cap_words: int) -> None:
        self._calibration = calibration
        self._cap_words = cap_words

    def decide(
        self, words: Sequence[Word], scores: FloatArray, *, open_words: int, ruled_out_words: int
    ) -> Decision:
        """Decide on a tail, including partial words.

        Args:
            words: The tail.
            scores: (words, labels), merged.
            open_words: How many of the words are final and may be committed.
            ruled_out_words: How many of them can no longer end a sentence.
        """
        evidence = gather_evidence(words, scores)
        probabilities = self._calibration.probabilities(evidence)
        ends = probabilities >= self._calibration.thresholds(evidence)
        ends &= evidence.words_seen >= 1
        overdue = _overdue_end(words[:open_words], evidence, probabilities, ends)
        ends[:ruled_out_words] = False
        probabilities[:ruled_out_words] = 0.0
        if overdue is not None:
            ends[overdue] = True
        marks = choose_marks(scores, ends)
        candidates = np.flatnonzero(ends[:open_words])
        if len(candidates):
            return Decision(marks, probabilities, int(candidates[-1]) + 1)
        if open_words > self._cap_words:
            return self._capped(marks, probabilities, open_words)
        return Decision(marks, probabilities, 0)

    def ruled_out(self, tail_words: int, open_words: int) -> int:
        """Return how many words of a tail without a sentence end are past getting one."""
        return max(0, min(open_words, tail_words - self._calibration.settled_after))

    def decide_last(
        self,
        words: Sequence[Word],
        scores: FloatArray,
        *,
        last: int | None = None,
        is_open: bool = False,
    ) -> Decision:
        """Decide on the last words of a text, where a sentence ends.

        Before the end, few words to the right are as weak evidence as anywhere: a last sentence of
        one or two words is rare.

        Args:
            words: The tail, and the words after it that are already in the text.
            scores: (words, labels), merged.
            last: How many of the words are the tail; all by default.
            is_open: The sentence may go on, so it ends only if the words say so.
        """
        last = len(words) if last is None else last
        evidence = gather_evidence(words, scores)
        evidence.words_seen[last - 1 : last] = self._calibration.settled_after  # none is missing
        probabilities = self._calibration.probabilities(evidence)
        ends = probabilities >= self._calibration.thresholds(evidence)
        if last == len(words) and last:
            ends[-1] = not is_open or probabilities[-1] >= _COMPLETE
        return Decision(choose_marks(scores, ends), probabilities, last)

    def _capped(
        self, marks: tuple[Mark, ...], probabilities: npt.NDArray[np.float64], open_words: int
    ) -> Decision:
        """Commit up to the last comma, or nearly all words; no sentence ends there."""
        most = max(1, open_words - _EDGE_WORDS_OF_CAP)
        commas = [at + 1 for at in range(most) if marks[at] in _COMMAS]
        return Decision(marks, probabilities, commas[-1] if commas else most)


def _overdue_end(
    words: Sequence[Word],
    evidence: Evidence,
    probabilities: npt.NDArray[np.float64],
    ends: npt.NDArray[np.bool_],
) -> int | None:
    """Return the likeliest end in Chinese that has gone on for too long without one, or None.

    Only for speech that the recogniser is unsure of.

    Args:
        words: The words that may be committed, from the first of the tail.
        evidence, probabilities, ends: For the whole tail.
    """
    count = _LONGEST_UNSURE
    if len(words) <= count or ends[:count].any() or evidence.unsure[:count].mean() < _UNSURE:
        return None
    if np.isnan(evidence.pause_s[:count]).all() or not is_cjk("".join(w.text for w in words[:8])):
        return None
    return _SHORTEST_UNSURE + int(probabilities[_SHORTEST_UNSURE:count].argmax())


def gather_evidence(words: Sequence[Word], scores: FloatArray) -> Evidence:
    """Return the evidence for the gap after each word; scores: (words, labels)."""
    count = len(words)
    return Evidence(
        log_odds=sentence_log_odds(scores),
        words_seen=np.arange(count - 1.0, -1.0, -1.0),
        pause_s=pauses(words),
        unsure=_unsure(words),
    )


def sentence_log_odds(scores: FloatArray) -> npt.NDArray[np.float64]:
    """Return the log-odds of a sentence mark, shape (words,)."""
    marks = scores[:, MARK_COLUMNS].astype(np.float64)
    ends = np.logaddexp.reduce(marks[:, SENTENCE_ROWS], axis=1)
    inner = np.logaddexp.reduce(marks[:, inner_rows(marks.shape[1])], axis=1)
    odds: npt.NDArray[np.float64] = ends - inner
    return odds


def choose_marks(scores: FloatArray, ends: npt.NDArray[np.bool_]) -> tuple[Mark, ...]:
    """Return the likeliest mark of each word, given which words end a sentence."""
    marks = scores[:, MARK_COLUMNS]
    rows = np.array(inner_rows(marks.shape[1]))
    sentence = marks[:, SENTENCE_ROWS].argmax(axis=1) + int(Mark.PERIOD)
    inner = rows[marks[:, rows].argmax(axis=1)]
    return tuple(Mark(int(mark)) for mark in np.where(ends, sentence, inner))


def pauses(words: Sequence[Word]) -> npt.NDArray[np.float64]:
    """Return the silence after each word in seconds, NaN where a time is unknown."""
    silences = np.full(len(words), np.nan)
    for at, (word, following) in enumerate(pairwise(words)):
        if word.end_s is not None and following.start_s is not None:
            silences[at] = max(0.0, following.start_s - word.end_s)
    return silences


def _unsure(words: Sequence[Word]) -> npt.NDArray[np.float64]:
    uncertainty = np.array([0.0 if w.confidence is None else 1.0 - w.confidence for w in words])
    sums = np.concatenate([[0.0], np.cumsum(uncertainty)])
    places = np.arange(len(words))
    first = np.maximum(places - _UNSURE_REACH_WORDS + 1, 0)
    end = np.minimum(places + _UNSURE_REACH_WORDS + 1, len(words))
    means: npt.NDArray[np.float64] = (sums[end] - sums[first]) / np.maximum(end - first, 1)
    return means
