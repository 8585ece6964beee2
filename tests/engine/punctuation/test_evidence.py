from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation.evidence import UNCALIBRATED, Calibration, CalibrationRow, Evidence

ODDS = st.floats(-1e6, 1e6)
CALIBRATION = Calibration(
    rows=(
        CalibrationRow(0, (-2.0, 1.0, 1.0, 0.5, -0.1, 0.0), 0.99, 0.95, 0.9),
        CalibrationRow(3, (-1.0, 1.0, 0.5, 0.5, -0.1, 0.0), 0.6, 0.55, 0.4),
    ),
    least_log_odds=-3.0,
)


def evidence(log_odds, words_seen=5.0, pause_s=np.nan, unsure=0.0) -> Evidence:
    return Evidence(*(np.array([float(v)]) for v in (log_odds, words_seen, pause_s, unsure)))


def test_a_calibration_survives_json():
    for calibration in (UNCALIBRATED, CALIBRATION):
        table = json.loads(json.dumps(calibration.to_table()))
        assert Calibration.from_table(table) == calibration


def test_an_older_table_without_pauseless_words_is_read():
    table = json.loads(json.dumps(CALIBRATION.to_table()))
    for row in table["rows"]:
        assert row["weights"].pop() == 0.0
        del row["threshold_without_pause"]
    read = Calibration.from_table(table)
    assert [row.weights for row in read.rows] == [row.weights for row in CALIBRATION.rows]
    assert [row.threshold_without_pause for row in read.rows] == [0.99, 0.6]


def test_words_without_a_pause_have_their_own_weight():
    row = replace(CALIBRATION.rows[-1], weights=(-1.0, 1.0, 0.5, 0.5, -0.1, 0.7))
    known = Calibration((row,), -3.0)
    for pause_s, added in ((0.0, 0.7), (0.09, 0.7), (0.1, 0.0), (1.0, 0.0)):
        gap = evidence(0.0, pause_s=pause_s)
        odds = [
            np.log(p / (1 - p)) for p in (known.probabilities(gap), CALIBRATION.probabilities(gap))
        ]
        assert odds[0] - odds[1] == pytest.approx(added)


@given(ODDS, st.floats(0, 1e9), st.one_of(st.just(np.nan), st.floats(0, 1e9)), st.floats(0, 1))
def test_probabilities_are_between_0_and_1(log_odds, words_seen, pause_s, unsure):
    for calibration in (UNCALIBRATED, CALIBRATION):
        (found,) = calibration.probabilities(evidence(log_odds, words_seen, pause_s, unsure))
        assert 0.0 <= found <= 1.0


@given(st.floats(-100, 100))
def test_without_times_the_networks_own_probability_counts(log_odds):
    (found,) = CALIBRATION.probabilities(evidence(log_odds, unsure=0.7))
    assert found == pytest.approx(1 / (1 + np.exp(-np.clip(log_odds, -8, 8))))


@given(st.floats(-3, 8), st.floats(0, 2), st.floats(0, 2))
def test_a_longer_pause_is_more_evidence(log_odds, one_s, other_s):
    shorter, longer = sorted((one_s, other_s))
    assert (
        CALIBRATION.probabilities(evidence(log_odds, pause_s=shorter))
        <= CALIBRATION.probabilities(evidence(log_odds, pause_s=longer))
    ).all()


@given(st.floats(-1e3, -3.01), st.floats(0, 1e6), st.floats(0, 1))
def test_below_the_least_odds_a_pause_adds_nothing(log_odds, pause_s, unsure):
    (found,) = CALIBRATION.probabilities(evidence(log_odds, pause_s=pause_s, unsure=unsure))
    assert found <= 1 / (1 + np.exp(3.0))


@pytest.mark.parametrize(
    ("words_seen", "with_pause", "without_times", "without_pause"),
    [(0, 0.99, 0.95, 0.9), (2, 0.99, 0.95, 0.9), (3, 0.6, 0.55, 0.4)],
)
def test_the_row_depends_on_the_words_seen(words_seen, with_pause, without_times, without_pause):
    assert CALIBRATION.thresholds(evidence(0, words_seen, pause_s=0.1))[0] == with_pause
    assert CALIBRATION.thresholds(evidence(0, words_seen, pause_s=0.09))[0] == without_pause
    assert CALIBRATION.thresholds(evidence(0, words_seen))[0] == without_times


@pytest.mark.parametrize(
    "broken",
    [
        {"threshold": float("nan")},
        {"threshold": 1e300},
        {"weights": (1.0,)},
        {"words_seen": 10**400},
        {"threshold": None},
        {"words_seen": 3},
    ],
)
def test_absurd_rows_are_refused(broken):
    row = replace(CALIBRATION.rows[0], **broken)
    table = Calibration((row, CALIBRATION.rows[1]), 0.0).to_table()
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Calibration.from_table(table)
