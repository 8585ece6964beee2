"""The evidence for a sentence end: the network's probability, the words seen since, the pause.

A boundary's probability is a logistic function of the network's log-odds and of the pause after the
word; the pause counts more if the recogniser is unsure of its words. There is a row of coefficients
per number of words seen to the right (0, 1, 2, 4, 8 …), fitted on real calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
_LIMIT = 8.0
_PAUSE_UNIT_S = 0.1
_LONGEST_PAUSE_S = 2.0
_SHORTEST_PAUSE_S = 0.1  # gaps between words in fluent speech are shorter
_LARGEST = 1e6
_FEATURES = 6


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about the gaps after some words; all of shape (words,)."""

    log_odds: FloatArray  # of a sentence end, from the network
    words_seen: FloatArray  # to the right of the gap
    pause_s: FloatArray  # silence after the word; NaN if a time is unknown
    unsure: FloatArray  # 0..1, how unsure the recogniser is of the words around; 0 if unknown

    def features(self) -> FloatArray:
        """Return (words, 6): 1, log-odds, pause, pause × unsure, log-odds × unsure, no pause."""
        odds = np.clip(self.log_odds, -_LIMIT, _LIMIT)
        pause = np.log1p(np.clip(self.pause_s, 0.0, _LONGEST_PAUSE_S) / _PAUSE_UNIT_S)
        unsure = self.unsure
        columns = (np.ones_like(odds), odds, pause, pause * unsure, odds * unsure, self.no_pause)
        return np.stack(columns, axis=1)

    @property
    def no_pause(self) -> npt.NDArray[np.bool_]:
        """Whether a word is known to be followed without a pause, shape (words,)."""
        return self.pause_s < _SHORTEST_PAUSE_S


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """Applies from `words_seen` words to the right on; thresholds are probabilities."""

    words_seen: int
    weights: tuple[float, ...]  # for `Evidence.features`
    threshold: float  # if times are known
    threshold_without_times: float  # for the network's own probability, if they are not
    threshold_without_pause: float  # if times are known and there is no pause

    @property
    def thresholds(self) -> tuple[float, float, float]:
        return self.threshold, self.threshold_without_times, self.threshold_without_pause


@dataclass(frozen=True, slots=True)
class Calibration:
    """The committer's part of a bundle."""

    rows: tuple[CalibrationRow, ...]  # by rising `words_seen`; the last is the final decision
    least_log_odds: float  # below it, no pause however long ends a sentence

    @property
    def settled_after(self) -> int:
        """Number of words to the right after which a decision is final."""
        return self.rows[-1].words_seen

    def probabilities(self, evidence: Evidence) -> FloatArray:
        """Return the probability of a sentence end after each word, shape (words,)."""
        odds = np.clip(evidence.log_odds, -_LIMIT, _LIMIT)
        weights = np.array([row.weights for row in self.rows])[self._row_of(evidence)]
        with np.errstate(invalid="ignore"):
            timed = (evidence.features() * weights).sum(axis=1)
        timed = np.where(odds < self.least_log_odds, np.minimum(timed, odds), timed)
        return _sigmoid(np.where(np.isnan(evidence.pause_s), odds, timed))

    def thresholds(self, evidence: Evidence) -> FloatArray:
        """Return the probability from which each boundary is committed, shape (words,)."""
        chosen = np.array([row.thresholds for row in self.rows])[self._row_of(evidence)]
        timed = np.where(evidence.no_pause, chosen[:, 2], chosen[:, 0])
        return np.where(np.isnan(evidence.pause_s), chosen[:, 1], timed)

    def to_table(self) -> dict[str, Any]:
        """Return what `bundle.json` stores."""
        return asdict(self)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Calibration:
        """Read what `to_table` wrote; older tables have nothing for words without a pause.

        Raises:
            KeyError, TypeError, ValueError, OverflowError: a field is missing or of the wrong type.
        """
        rows = tuple(map(_row, table["rows"]))
        if not rows or any(len(row.weights) != _FEATURES for row in rows):
            raise ValueError("weights")
        if [r.words_seen for r in rows] != sorted({r.words_seen for r in rows}):
            raise ValueError("rows")
        calibration = cls(rows, float(table["least_log_odds"]))
        if not all(abs(value) <= _LARGEST for value in calibration._numbers()):
            raise ValueError("rows that are absurd")
        return calibration

    def _numbers(self) -> Iterator[float]:
        yield self.least_log_odds
        for row in self.rows:
            yield from (row.words_seen, *row.weights, *row.thresholds)

    def _row_of(self, evidence: Evidence) -> npt.NDArray[np.intp]:
        starts = np.array([row.words_seen for row in self.rows])
        return np.maximum(np.searchsorted(starts, evidence.words_seen, side="right") - 1, 0)


def _row(table: Mapping[str, Any]) -> CalibrationRow:
    weights = [*map(float, table["weights"])]
    if len(weights) == _FEATURES - 1:
        weights.append(0.0)
    threshold = float(table["threshold"])
    return CalibrationRow(
        int(table["words_seen"]),
        tuple(weights),
        threshold,
        float(table["threshold_without_times"]),
        float(table.get("threshold_without_pause", threshold)),
    )


def _sigmoid(values: FloatArray) -> FloatArray:
    result: FloatArray = np.exp(-np.logaddexp(0.0, -values))
    return result


UNCALIBRATED = Calibration(
    rows=tuple(
        CalibrationRow(seen, (0.0, 1.0, 0.0, 0.0, 0.0, 0.0), threshold, threshold, threshold)
        for seen, threshold in ((0, 1.1), (1, 0.9), (2, 0.8), (4, 0.65), (8, 0.5))
    ),
    least_log_odds=-_LIMIT,
)
