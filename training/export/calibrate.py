"""Fits the committer's calibration on real calls: text and pauses weighed together.

Calls the network was not trained on (it knows those too well) are replayed with growing hypotheses;
half of them with recognition errors and low confidences, some with false pauses, so neither words
nor pauses are trusted too much. For each number of words seen to the right, a logistic regression
predicts a sentence end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.build import LanguageModel
from engine.network.backend import FloatArray
from engine.punctuation.committer import Committer, Decision, gather_evidence
from engine.punctuation.emitter import Emitter
from engine.punctuation.evidence import UNCALIBRATED, Calibration, CalibrationRow, Evidence
from engine.punctuation.punctuator import Punctuator
from engine.punctuation.windows import LiveWindows
from engine.types import Hypothesis, Word
from training.data.timed_sessions import TimedSession, with_false_pauses, with_recognition_errors

_ROWS = (1, 2, 4, 6)
_WORDS_A_STEP = 3
_LONGEST_SESSION_WORDS = 1500
_CAP_WORDS = 100
_RIDGE = 1.0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Observations:
    """Evidence and truth for many gaps; `ends` (gaps,) is 1 where a sentence ends."""

    evidence: Evidence
    ends: Floats


class _Recorder(Committer):
    """A committer that records what it saw; words are told apart by their times."""

    def __init__(self, session: TimedSession) -> None:
        super().__init__(UNCALIBRATED, _CAP_WORDS)
        self._truth = {
            (word.start_s, word.end_s): float(mark.ends_sentence)
            for word, mark in zip(session.words, session.marks, strict=True)
        }
        self.seen: dict[tuple[float | None, float | None, int], tuple[float, ...]] = {}

    def decide(
        self, words: Sequence[Word], scores: FloatArray, *, open_words: int, ruled_out_words: int
    ) -> Decision:
        evidence = gather_evidence(words, scores)
        rows = np.searchsorted(_ROWS, evidence.words_seen, side="right") - 1
        for at, word in enumerate(words):
            if rows[at] >= 0 and not np.isnan(evidence.pause_s[at]):
                key = (word.start_s, word.end_s)
                self.seen[(*key, int(rows[at]))] = (
                    float(evidence.log_odds[at]),
                    float(evidence.words_seen[at]),
                    float(evidence.pause_s[at]),
                    float(evidence.unsure[at]),
                    self._truth[key],
                )
        return super().decide(words, scores, open_words=open_words, ruled_out_words=ruled_out_words)


def observe(
    sessions: Sequence[TimedSession], model: LanguageModel, rng: random.Random, words: int
) -> Observations:
    """Replay about `words` words of sessions and collect the evidence at every gap.

    Raises:
        ValueError: there are no gaps.
    """
    vocabulary = [word.text for session in sessions for word in session.words]
    rows: list[tuple[float, ...]] = []
    for number, session in enumerate(sessions):
        if words <= 0:
            break
        heard = _as_heard(session, number, rng, vocabulary)
        recorder = _Recorder(heard)
        windows = LiveWindows(model.bundle.live_window_tokens)
        emitter = Emitter(model.bundle.lexicon)
        punctuator = Punctuator(model.scorer, windows, recorder, emitter, refresh_interval_s=0.0)
        for hypothesis in _growing(heard):
            words -= len(hypothesis.words) if hypothesis.is_final else 0
            list(punctuator.push(hypothesis))
        rows += recorder.seen.values()
    if not rows:
        raise ValueError("no session to learn from")
    columns = np.array(rows, dtype=np.float64).T
    return Observations(Evidence(*columns[:4]), columns[4])


def _as_heard(
    session: TimedSession, number: int, rng: random.Random, vocabulary: Sequence[str]
) -> TimedSession:
    kind = number % 8
    if kind in {2, 3, 4, 7}:
        session = with_recognition_errors(session, rng, rng.uniform(0.05, 0.45), vocabulary)
    if kind in {5, 6, 7}:
        session = with_false_pauses(session, rng, rng.uniform(0.03, 0.15))
    return session


def _growing(session: TimedSession) -> Iterator[Hypothesis]:
    first = 0
    for end in session.segments:
        if end > _LONGEST_SESSION_WORDS:
            return
        for upto in [*range(first + 1, end, _WORDS_A_STEP), end]:
            is_final = upto == end
            yield Hypothesis(session.words[first:upto], is_final, ends_segment=is_final)
        first = end


def fit(
    observations: Observations,
    thresholds: Sequence[tuple[float, float, float]],
    least_log_odds: float,
) -> Calibration:
    """Return the calibration, with one fitted row per number of words seen.

    Args:
        least_log_odds: below these network log-odds no pause ends a sentence.
        thresholds: (with times, without times, without a pause) for 1, 2, 4 and 6 words seen.
    """
    features = observations.evidence.features()
    row_of = np.searchsorted(_ROWS, observations.evidence.words_seen, side="right") - 1
    rows = []
    for at, (seen, row_thresholds) in enumerate(zip(_ROWS, thresholds, strict=True)):
        chosen = row_of == at
        weights = fit_logistic(features[chosen], observations.ends[chosen])
        row = tuple(float(round(weight, 4)) for weight in weights)
        rows.append(CalibrationRow(seen, row, *row_thresholds))
    return Calibration(tuple(rows), least_log_odds)


def fit_logistic(
    features: Floats, truth: Floats, log_odds: Floats | None = None, counts: Floats | None = None
) -> Floats:
    """Return the weights of a ridge logistic regression, by Newton's method.

    Args:
        features: (gaps, features).
        truth: (gaps,) 0 or 1.
        log_odds: (gaps,) known in addition to the features; zero if not given.
        counts: (gaps,) how much each gap counts; one if not given.

    Returns:
        (features,).
    """
    known = np.zeros(len(truth)) if log_odds is None else log_odds
    each = np.ones(len(truth)) if counts is None else counts
    weights = np.zeros(features.shape[1])
    for _ in range(50):
        chances = 1.0 / (1.0 + np.exp(-features @ weights - known))
        spread = np.maximum(chances * (1.0 - chances), 1e-6) * each
        curvature = (features * spread[:, None]).T @ features + _RIDGE * np.eye(len(weights))
        slope = features.T @ (each * (truth - chances)) - _RIDGE * weights
        step = np.linalg.solve(curvature, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-7:
            break
    return weights
