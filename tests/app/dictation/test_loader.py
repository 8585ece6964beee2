"""Models that are loaded before a session."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import pytest

from app.dictation.events import ModelChoice
from app.dictation.loader import ModelLoader
from engine.errors import RecogniserError
from engine.paths import Paths, default_paths
from engine.recognisers.alternatives import UncertainWord
from engine.settings import RecogniserSettings
from tests.support.recognisers.speech import FOX, VOSK_MODEL, clip

CHOICE = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))
DOUBT = UncertainWord(b"".join(chunk.samples for chunk in clip(FOX)), 0.5, 1.0, "", "so", "")
OTHER = replace(CHOICE, recogniser=replace(CHOICE.recogniser, languages=("en",)))


@pytest.fixture
def loader(tmp_path):
    loader = ModelLoader(Paths(default_paths().assets, tmp_path, ()))
    yield loader
    loader.close()


def test_the_next_recogniser_is_started_once_and_serves_one_session(loader):
    loader.prepare(CHOICE)
    _, ready = loader._spare
    loader.prepare(CHOICE)
    assert loader._spare == (CHOICE.recogniser, ready)
    assert loader.recogniser(CHOICE.recogniser) is ready
    assert loader._spare is None
    ready.result().close()


def test_an_unwanted_recogniser_ends_and_another_is_started(loader):
    loader.prepare(CHOICE)
    _, unwanted = loader._spare
    unwanted.result()
    loader.prepare(OTHER)
    assert loader._spare[0] == OTHER.recogniser
    assert not unwanted.result().is_alive
    loader.recogniser(CHOICE.recogniser).result().close()  # new: the spare one is another's
    assert loader._spare[0] == OTHER.recogniser


def test_the_spare_recogniser_can_be_asked_for_readings_and_stays_spare(loader):
    loader.prepare(CHOICE)
    _, ready = loader._spare
    assert loader.readings(CHOICE.recogniser, DOUBT)
    assert loader._spare == (CHOICE.recogniser, ready)
    assert loader.recogniser(CHOICE.recogniser) is ready  # a session has it now
    assert loader.readings(CHOICE.recogniser, DOUBT)  # another one, for the next session
    assert loader._spare[1] is not ready
    ready.result().close()


@pytest.mark.parametrize("way", ["prepare", "forget"])
def test_a_recogniser_that_was_asked_ends_if_another_is_wanted_meanwhile(loader, monkeypatch, way):
    loader.prepare(CHOICE)
    _, ready = loader._spare
    monkeypatch.setattr(ready.result(), "readings", lambda _: change() or ())
    change = (lambda: loader.prepare(OTHER)) if way == "prepare" else loader.forget
    assert loader.readings(CHOICE.recogniser, DOUBT) == ()
    assert not ready.result().is_alive
    assert (loader._spare is None) == (way == "forget")


def test_a_recogniser_that_fails_when_asked_is_replaced(loader):
    loader.prepare(CHOICE)
    _, ready = loader._spare
    os.kill(ready.result()._process.pid, signal.SIGKILL)
    with pytest.raises(RecogniserError):
        ready.result().readings(DOUBT)
    loader._give_back(CHOICE.recogniser, ready, loader._age)
    assert loader.readings(CHOICE.recogniser, DOUBT)
