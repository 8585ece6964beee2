from __future__ import annotations

import json
import random

import numpy as np
import pytest

from engine.punctuation.evidence import Calibration, Evidence
from engine.punctuation.labels import Mark
from engine.types import Word
from training.data.timed_sessions import cut_into_segments
from training.export.calibrate import Observations, fit, fit_logistic, observe

THRESHOLDS = ((0.8, 0.9, 0.7), (0.7, 0.8, 0.6), (0.6, 0.65, 0.5), (0.55, 0.45, 0.4))
TEXT = "good morning and welcome to the call we are glad that you could all come today"


def session(words=90):
    """Return words with a mark at every seventh and a pause of varying length after each."""
    text, spoken, at_s = TEXT.split(), [], 0.0
    for number in range(words):
        spoken.append(Word(text[number % len(text)], at_s, at_s + 0.2))
        at_s += 0.2 + 0.001 * (number + 1) + (0.6 if number % 14 == 6 else 0.0)
    marks = tuple(Mark.PERIOD if number % 7 == 6 else Mark.COMMA for number in range(words))
    return cut_into_segments("made up", tuple(spoken), marks)


def sample(count, weights, seed=2):
    """Return evidence of `count` gaps and sentence ends drawn from known weights."""
    rng = np.random.default_rng(seed)
    evidence = Evidence(
        rng.normal(0.0, 3.0, count),
        rng.integers(1, 12, count).astype(np.float64),
        rng.exponential(0.4, count),
        rng.uniform(0.0, 0.8, count),
    )
    chances = 1 / (1 + np.exp(-evidence.features() @ np.array(weights)))
    return Observations(evidence, (rng.random(count) < chances).astype(np.float64))


def test_the_fit_is_optimal():
    drawn = sample(2000, (-1.0, 1.0, 0.5, 0.0, 0.0, 0.5))
    features, ends = drawn.evidence.features(), drawn.ends
    found = fit_logistic(features, ends)
    chances = 1 / (1 + np.exp(-features @ found))
    assert features.T @ (ends - chances) == pytest.approx(found, abs=1e-4)  # the ridge penalty


@pytest.mark.parametrize("count", [0, 1, 50])
def test_sparse_or_separable_data_gives_finite_weights(count):
    features = np.ones((count, 5)) * np.linspace(-5, 5, count)[:, None]
    found = fit_logistic(features, (features[:, 0] > 0).astype(np.float64))
    assert np.isfinite(found).all()


def test_a_calibration_has_a_row_for_each_number_of_words_seen():
    calibration = fit(sample(4000, (-1.0, 1.0, 1.0, 0.5, -0.5, 0.0)), THRESHOLDS, -4.0)
    seen = [row.words_seen for row in calibration.rows]
    assert seen == sorted(set(seen))
    assert seen[0] == 1
    assert [row.thresholds for row in calibration.rows] == [*THRESHOLDS]
    assert calibration.least_log_odds == -4.0
    table = json.loads(json.dumps(calibration.to_table()))
    assert Calibration.from_table(table) == calibration


def test_each_row_is_fitted_to_its_own_number_of_words_seen():
    few, many = (
        sample(6000, (0.0, 2.0, 0.0, 0.0, 0.0, 0.0)),
        sample(6000, (-3.0, 0.0, 2.0, 0.0, 0.0, 0.0)),
    )
    few.evidence.words_seen[:], many.evidence.words_seen[:] = 1.0, 9.0
    together = Evidence(
        *(
            np.concatenate([getattr(few.evidence, name), getattr(many.evidence, name)])
            for name in ("log_odds", "words_seen", "pause_s", "unsure")
        )
    )
    calibration = fit(
        Observations(together, np.concatenate([few.ends, many.ends])), THRESHOLDS, -4.0
    )
    first, second, third, last = (np.array(row.weights) for row in calibration.rows)
    assert first[1] == pytest.approx(2.0, abs=0.3)
    assert last[2] == pytest.approx(2.0, abs=0.3)
    assert abs(last[1]) < 0.2
    assert not second.any()
    assert not third.any()


def test_the_truth_for_a_gap_is_the_mark_of_its_word(model):
    heard = session()
    found = observe([heard], model, random.Random(1), 10_000)
    gaps = zip(heard.words, heard.words[1:], heard.marks, strict=False)
    truth = {round(b.start_s - a.end_s, 5): float(mark.ends_sentence) for a, b, mark in gaps}
    assert [truth[round(pause, 5)] for pause in found.evidence.pause_s] == list(found.ends)
    assert 0.05 < found.ends.mean() < 0.3
    assert len({round(pause, 5) for pause in found.evidence.pause_s}) > 80
    assert found.evidence.words_seen.min() >= 1
    assert not found.evidence.unsure.any()
    assert np.isfinite(found.evidence.features()).all()


def test_observing_ends_after_the_requested_words(model):
    rng = random.Random(1)
    one = observe([session()], model, rng, 90)
    assert len(observe([session()] * 9, model, rng, 80).ends) == len(one.ends)


def test_imitated_errors_lower_confidence_and_a_seed_repeats_them(model):
    sessions = [session(60)] * 4
    one, two = (observe(sessions, model, random.Random(3), 10_000) for _ in range(2))
    assert np.array_equal(one.evidence.features(), two.evidence.features())
    assert (one.evidence.unsure > 0.1).any()


def test_without_a_session_there_is_nothing_to_learn(model):
    with pytest.raises(ValueError, match="no session"):
        observe([], model, random.Random(1), 100)
