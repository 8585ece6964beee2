from __future__ import annotations

import os
import signal
from contextlib import closing

import pytest

from app.dictation.capture import Microphones
from engine.audio.sound_log import SoundLog
from engine.errors import AudioDeviceError
from tests.support.processes import children_of


@pytest.fixture
def microphones():
    """Some that have started a process before: the first one starts Python's tracker, too."""
    made = Microphones()
    made.prepare()
    made.close()
    yield made
    made.close()


@pytest.mark.parametrize("dies", [False, True])
def test_a_waiting_process_opens_the_microphone_if_it_lives(microphones, tmp_path, dies):
    before = set(children_of())
    microphones.prepare()
    microphones.prepare()
    (waiting,) = set(children_of()) - before
    if dies:
        os.kill(waiting, signal.SIGKILL)
    with closing(SoundLog(tmp_path)) as log, pytest.raises(AudioDeviceError) as caught:
        microphones.open("no such microphone", log)
    assert not caught.value.went_away, "it was asked for, and its process answered"
    assert set(children_of()) == before


def test_a_process_that_was_never_needed_ends(microphones):
    before = set(children_of())
    microphones.prepare()
    microphones.close()
    assert set(children_of()) == before
