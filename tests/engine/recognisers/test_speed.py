from __future__ import annotations

import multiprocessing
from pathlib import Path
from threading import Event

import pytest

from engine.errors import ModelFormatError, RecogniserError
from engine.paths import default_paths
from engine.recognisers import speed
from engine.recognisers.speech_models import RecogniserSpec, built_in_model
from engine.recognisers.speed import keeps_up, predicted_factor, real_time_factor
from tests.support.recognisers.speech import VOSK_MODEL

PATHS = default_paths()
WHISPER = RecogniserSpec("whisper", built_in_model() or Path())


@pytest.fixture(autouse=True)
def _no_child_left():
    others = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= others


@pytest.mark.parametrize("spec", [WHISPER, RecogniserSpec("vosk", VOSK_MODEL)])
def test_a_second_of_speech_takes_some_work(spec):
    assert real_time_factor(spec, PATHS) > 0.0


def test_measuring_can_be_stopped():
    stop = Event()
    stop.set()
    with pytest.raises(RecogniserError, match="closed"):
        real_time_factor(WHISPER, PATHS, stop)


def test_a_run_that_takes_too_long_is_stopped_and_counts_as_that_long(monkeypatch):
    monkeypatch.setattr(speed, "_LONGEST_S", 1e-3)  # no process starts this fast
    monkeypatch.setattr(speed, "_LOOK_S", 1e-3)
    assert real_time_factor(WHISPER, PATHS) == pytest.approx(1e-3 / speed._SAMPLE_S)


def test_a_model_that_does_not_load_is_an_error(tmp_path):
    (tmp_path / "model.bin").write_bytes(b"no model")
    with pytest.raises(ModelFormatError):
        real_time_factor(RecogniserSpec("whisper", tmp_path), PATHS)


@pytest.mark.parametrize(("factor", "does"), [(0.1, True), (0.5, True), (0.6, False), (3.0, False)])
def test_half_of_the_time_is_for_other_things(factor, does):
    assert keeps_up(factor) is does


@pytest.mark.parametrize(
    ("measured", "known", "megabytes", "predicted"),
    [
        (0.1, 0.06, 57, 0.06),  # the computer in the catalogue
        (0.3, 0.06, 57, 0.18),
        (0.05, 1.1, 475, 0.55),
        (0.1, None, 75, 0.1),  # the built-in one itself
        (0.1, None, 150, 0.2),
        (0.3, None, 484, 1.936),
    ],
)
def test_factors_are_predicted_from_the_built_in_model_or_from_size(
    measured, known, megabytes, predicted
):
    factor = predicted_factor(measured, known, megabytes * 1_000_000)
    assert factor == pytest.approx(predicted)
