"""A recogniser killed or stopped in mid-word: no word is lost or doubled."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys

import pytest

from app.dictation.events import ModelChoice, ModelsChanged, Notice
from app.dictation.loader import ModelLoader
from engine.audio.sound_file import SoundFile
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings
from tests.support.dictation_here import PATHS, SAID, VOSK, DictationHere
from tests.support.played_sound import PlayedSound
from tests.support.processes import recognisers
from tests.support.recognisers.speech import VOSK_MODEL

OTHER = ModelChoice(RecogniserSettings("vosk", f"{VOSK_MODEL}/"))  # the same under another name
FAULTS = int(os.environ.get("FERMATA_FAULTS", "1"))


@pytest.fixture
def session(data_folder, tmp_path):
    models = tmp_path / "models"
    shutil.copytree(VOSK_MODEL, models / "another-en")
    paths = Paths(default_paths().assets, data_folder, (models,))
    loader = ModelLoader(paths, answer_timeout_s=1.0)
    made = DictationHere(loader, tmp_path, PlayedSound(PATHS, speed=10.0))
    yield made
    made.close()


def run(session, faults):
    """Dictate; `faults` maps lengths of the recording to what happens to the recogniser."""
    waiting, struck = sorted(faults.items()), set()

    def strike():
        child = session.recogniser()
        is_time = waiting and session.live.recording.elapsed_s >= waiting[0][0]
        if is_time and child and child not in struck:
            struck.add(child)
            os.kill(child, waiting.pop(0)[1])

    return session.run(strike, may_stop=lambda: not waiting)


def moments(seed, count):
    length_s = 0.0
    for path in PATHS:
        with SoundFile(path) as sound:
            length_s += 0.8 + sound.duration_s
    return random.Random(seed).sample([n / 10 for n in range(5, int(length_s * 10) - 20)], count)


@pytest.mark.parametrize("seed", range(FAULTS))
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_recogniser_that_dies_or_hangs_is_restarted(session, blow, seed):
    assert run(session, dict.fromkeys(moments(f"{blow}{seed}", 2), blow)) == SAID
    assert session.errors == []
    assert Notice.RESTARTING in session.notices
    assert session.live.is_whole


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
def test_a_recogniser_killed_during_its_first_loading_is_restarted(session):
    session.loader.forget()
    session.live.change(VOSK)
    struck = []

    def strike():
        if not struck and recognisers():
            struck.append(recognisers()[0])
            os.kill(struck[0], signal.SIGKILL)

    assert session.run(strike) == SAID
    assert session.errors == []
    assert Notice.RESTARTING in session.notices


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
def test_another_model_takes_over_from_one_that_keeps_dying(session):
    assert run(session, {begin / 10: signal.SIGKILL for begin in range(35, 39)}) == SAID
    assert session.stand_ins == ["another-en"]
    assert session.errors == []
    assert session.live.is_whole


def test_no_sound_is_heard_by_two_recognisers(session):
    live = session.live
    changes = 0
    for event in live:
        session.take(event)
        changes += isinstance(event, ModelsChanged)
        if changes == 1 and session.source.is_played.is_set():
            changes += 1
            live.change(OTHER)
        if changes == 3:
            live.recording.stop()
    assert session.words == SAID
    assert session.errors == []
