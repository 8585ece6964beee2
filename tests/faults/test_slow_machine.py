"""A machine that cannot keep up: sound waits on the disk, memory does not grow, all arrives.

In full: `FERMATA_SLOW_MINUTES=30 pytest tests/faults/test_slow_machine.py`.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from pathlib import Path
from threading import Event, Thread

import pytest

from app.dictation.events import Failed, Lagging, ModelChoice, Notice, Noticed, SoundLost
from app.dictation.live_session import LiveSession
from app.dictation.loader import ModelLoader
from app.dictation.recording import Recording
from app.dictation.sound_log import SoundLog
from engine.audio.sound_file import SoundFile
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings
from engine.types import AudioChunk, Update
from tests.support.faults.slowness import Slowed, busy_processes
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

MINUTES = float(os.environ.get("FERMATA_SLOW_MINUTES", "0.2"))
NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:4]
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))
SAID = " ".join(CLIPS[name] for name in NAMES).split()
CHUNK = 3_200
QUEUE_S = 120.0  # what a real microphone keeps for those who are late, and no more
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, and /proc")


class Paced:
    """A `LiveSource` that nobody can slow down: who does not take blocks in time loses them."""

    name = "paced"

    def __init__(self, rounds, speed):
        self.overflows, self.longest_queue_s, self.is_played = 0, 0.0, Event()
        self._blocks = deque()
        self._stopped = Event()
        self._thread = Thread(target=self._play, args=(rounds, speed))
        self._thread.start()

    def _play(self, rounds, speed):
        began_s = time.monotonic()
        for number, block in enumerate(blocks(rounds), 1):
            wait_s = began_s + number / 10 / speed - time.monotonic()
            if wait_s > 0:
                time.sleep(wait_s)
            if self.waiting_s < QUEUE_S:
                self._blocks.append(block)
            else:
                self.overflows += 1
            self.longest_queue_s = max(self.longest_queue_s, self.waiting_s)
        self.is_played.set()

    @property
    def waiting_s(self):
        return len(self._blocks) / 10

    def __iter__(self):
        start_s = 0.0
        while self._blocks or not self._stopped.is_set():
            if self._blocks:
                yield AudioChunk(self._blocks.popleft(), start_s)
                start_s += 0.1
            else:
                time.sleep(0.005)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def stop(self):
        self._stopped.set()

    def close(self):
        self._stopped.set()
        self._thread.join()


def blocks(rounds):
    silence = bytes(round(0.8 * 32_000))
    for _ in range(rounds):
        for name in NAMES:
            with SoundFile(DATA / "speech" / name) as sound:
                samples = b"".join(chunk.samples for chunk in sound) + silence
            for start in range(0, len(samples), CHUNK):
                yield samples[start : start + CHUNK].ljust(CHUNK, b"\0")


def round_s():
    return sum(1 for _ in blocks(1)) / 10


class SlowLanguage:
    """A language model of which each thought takes so many times as long."""

    def __init__(self, language, times):
        self._language, self._times = language, times

    def punctuator(self, settings):
        return SlowStage(self._language.punctuator(settings), self._times)


class SlowStage:
    def __init__(self, stage, times):
        self._stage, self._times = stage, times
        self.calls = 0

    def push(self, item):
        self.calls += 1
        yield from self._slowly(self._stage.push(item))

    def flush(self):
        yield from self._slowly(self._stage.flush())

    def _slowly(self, values):
        began_s = time.thread_time()
        values = list(values)
        time.sleep((time.thread_time() - began_s) * (self._times - 1))
        return values


class Session:
    """A dictation on this thread."""

    def __init__(self, folder, rounds, speed, *, punctuation_times=1.0):
        self.loader = ModelLoader(Paths(default_paths().assets, DATA, (DATA,)))
        self.loader.prepare(VOSK)
        self.loader._spare[1].result()
        language = self.loader.language(VOSK.punctuation).result()
        self.slow = SlowLanguage(language, punctuation_times)
        self.loader.language = lambda _: Ready(self.slow)
        self.sound = SoundLog(folder, for_next_start=True)
        self._source = lambda: Paced(rounds, speed)
        recording = Recording(self._open)
        self.live = LiveSession(recording, self.loader, VOSK, self.sound)
        self.words, self.notices, self.bad, self.lateness, self.memory_mb = [], [], [], [], []
        self.source = None

    def _open(self, _name):
        self.source = self._source()
        return self.source

    def run(self):
        for event in self.live:
            match event:
                case Update() as update:
                    self.words += [w.text for s in update.sentences for w in s.words]
                case Lagging(behind_s):
                    self.lateness.append(behind_s)
                case Noticed(notice):
                    self.notices.append(notice)
                case Failed() | SoundLost():
                    self.bad.append(event)
            self.memory_mb.append(resident_mb())
            if self.source is not None and self.source.is_played.is_set():
                self.live.recording.stop()

    def recogniser(self):
        recogniser = self.live._recogniser
        process = recogniser.current if recogniser else None
        return process._process.pid if process and process.is_alive else None

    def close(self):
        self.sound.close()
        self.loader.close()


class Ready:
    """A future that is over."""

    def __init__(self, value):
        self._value = value

    def result(self):
        return self._value

    def done(self):
        return True


def resident_mb():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.fixture
def dictate(tmp_path):
    sessions = []

    def begin(*arguments, **options):
        sessions.append(Session(tmp_path, *arguments, **options))
        return sessions[-1]

    yield begin
    for session in sessions:
        session.close()


def all_arrives(session, rounds, *, is_told=True):
    assert session.words == SAID * rounds
    assert session.bad == []
    assert session.source.overflows == 0
    if is_told:
        assert Notice.BEHIND in session.notices
    assert session.notices[-1] is Notice.NONE
    assert session.lateness[-1] < 1.0


def rounds_of(minutes):
    return max(1, round(minutes * 60 / round_s()))


def test_a_recogniser_at_a_tenth_of_the_pace(dictate):
    rounds = rounds_of(MINUTES)
    session = dictate(rounds, speed=20.0)
    slowed = Slowed(session.recogniser, share=0.02)
    try:
        session.run()
    finally:
        slowed.end()
    all_arrives(session, rounds)
    length_s = rounds * round_s()
    assert max(session.lateness) > 0.5 * length_s, "it was to be slow"
    assert session.source.longest_queue_s < QUEUE_S / 2
    assert max(session.memory_mb) - session.memory_mb[0] < 40


def test_punctuation_at_a_tenth_of_its_speed_with_busy_processes_beside(dictate):
    rounds = rounds_of(MINUTES)
    session = dictate(rounds, speed=20.0, punctuation_times=10.0)
    with busy_processes(8 if MINUTES > 1 else 2):
        session.run()
    # the short form may be over before the models are loaded, and is never late then
    all_arrives(session, rounds, is_told=MINUTES > 1)
    assert session.source.longest_queue_s < QUEUE_S / 2
    assert max(session.memory_mb) - session.memory_mb[0] < 40
