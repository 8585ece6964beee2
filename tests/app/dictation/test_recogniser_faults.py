"""A recogniser that is killed or stopped in mid-word: no word is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import sys

import pytest

from app.dictation.events import Failed, ModelChoice, ModelsChanged, Notice, Noticed
from app.dictation.live_session import LiveSession
from app.dictation.loader import ModelLoader
from app.dictation.recording import Recording
from app.dictation.sound_log import SoundLog
from engine.errors import RecogniserError
from engine.paths import Paths
from engine.settings import RecogniserSettings
from engine.types import Update
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:4]
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))
OTHER = ModelChoice(RecogniserSettings("vosk", f"{VOSK_MODEL}/"))  # the same under another name
SAID = " ".join(CLIPS[name] for name in NAMES).split()
FAULTS = int(os.environ.get("FERMATA_FAULTS", "1"))


class Session:
    """A dictation of recorded speech, on this thread, to which something happens."""

    def __init__(self, paths, folder):
        self.loader = ModelLoader(paths, answer_timeout_s=1.0)
        self.source = played(NAMES, speed=10.0)
        recording = Recording(lambda _: self.source)
        self.sound = SoundLog(folder)
        self.loader.prepare(VOSK)
        self.loader._spare[1].result()  # or the recording would be over before
        self.live = LiveSession(recording, self.loader, VOSK, self.sound)
        self.words, self.errors, self.notices = [], [], []

    def run(self, faults):
        """Dictate; `faults` maps lengths of the recording to what is done to the recogniser."""
        waiting = sorted(faults.items())
        struck = set()
        for event in self.live:
            self._take(event)
            child = self._child()
            is_time = waiting and self.live.recording.elapsed_s >= waiting[0][0]
            if is_time and child and child not in struck:
                struck.add(child)
                os.kill(child, waiting.pop(0)[1])
            if self.source.is_played.is_set() and not waiting:
                self.live.recording.stop()
        return self.words

    def _take(self, event):
        if isinstance(event, Update):
            self.words += [w.text for s in event.sentences for w in s.words]
        elif isinstance(event, Failed):
            self.errors.append(event.error)
        elif isinstance(event, Noticed):
            self.notices.append(event.notice)

    def _child(self):
        recogniser = self.live._recogniser
        process = recogniser.current if recogniser else None
        return process._process.pid if process and process.is_alive else None

    def close(self):
        self.sound.close()
        self.loader.close()


def played(names, speed):
    return PlayedSound([DATA / "speech" / name for name in names], speed=speed)


@pytest.fixture
def session(data_folder, tmp_path):
    made = Session(Paths(tmp_path, data_folder, ()), tmp_path)
    yield made
    made.close()


def moments(seed, count):
    length_s = session_length_s()
    return random.Random(seed).sample([n / 10 for n in range(5, int(length_s * 10) - 20)], count)


def session_length_s():
    from engine.audio.sound_file import SoundFile

    total_s = 0.0
    for name in NAMES:
        with SoundFile(DATA / "speech" / name) as sound:
            total_s += 0.8 + (sound.duration_s or 0.0)
    return total_s


@pytest.mark.parametrize("seed", range(FAULTS))
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_recogniser_that_dies_or_hangs_is_started_again(session, blow, seed):
    words = session.run(dict.fromkeys(moments(f"{blow}{seed}", 2), blow))
    assert words == SAID
    assert session.errors == []
    assert Notice.RESTARTING in session.notices
    assert session.live.is_whole


def test_one_that_dies_again_and_again_ends_the_session_and_keeps_what_it_heard(session):
    words = session.run({begin / 10: signal.SIGKILL for begin in range(35, 39)})
    assert [type(error) for error in session.errors] == [RecogniserError]
    assert words == SAID[: len(words)]
    assert not session.live.is_whole


def test_what_a_recogniser_cannot_keep_up_with_waits_on_the_disk(session):
    names = NAMES * 5
    session.source = played(names, speed=10_000.0)
    session.run({})
    assert session.live.recording.elapsed_s > 60
    assert session.words == SAID * 5
    assert session.errors == []


def test_what_one_recogniser_has_heard_is_not_heard_by_the_next(session):
    live = session.live
    live._has_time = lambda: False
    changes = 0
    for event in live:
        session._take(event)
        changes += isinstance(event, ModelsChanged)
        if changes == 1 and session.source.is_played.is_set():
            changes += 1
            live.change(OTHER)
        if changes == 3:
            live.recording.stop()
    assert session.words == SAID
    assert session.errors == []
