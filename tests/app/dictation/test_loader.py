"""Models that are loaded ahead of a session."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.dictation.events import ModelChoice
from app.dictation.loader import ModelLoader
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings

CHOICE = ModelChoice(RecogniserSettings("whisper"))
OTHER = replace(CHOICE, recogniser=RecogniserSettings("whisper", languages=("en",)))


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


def test_a_recogniser_that_nobody_wants_any_more_ends_and_another_is_started(loader):
    loader.prepare(CHOICE)
    _, unwanted = loader._spare
    unwanted.result()
    loader.prepare(OTHER)
    assert loader._spare[0] == OTHER.recogniser
    assert not unwanted.result().is_alive
    loader.recogniser(CHOICE.recogniser).result().close()  # its own: the spare one is another's
    assert loader._spare[0] == OTHER.recogniser
