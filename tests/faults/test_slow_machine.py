"""A machine that cannot keep up: sound waits on the disk, memory does not grow, all words arrive.

In full: `FERMATA_SLOW_MINUTES=30 pytest tests/faults/test_slow_machine.py`.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from pathlib import Path
from threading import Thread

import pytest

from app.dictation.events import Notice
from app.dictation.loader import ModelLoader
from engine.paths import Paths, default_paths
from tests.support.dictation_here import PATHS, SAID, VOSK, DictationHere
from tests.support.fake_dictation import ready
from tests.support.faults.slowness import Slowed, busy_processes
from tests.support.played_sound import PlayedSound
from tests.support.shared_data import DATA

MINUTES = float(os.environ.get("FERMATA_SLOW_MINUTES", "0.2"))
ROUNDS = max(1, round(MINUTES * 60 / 12))
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, and /proc")


class Paced(PlayedSound):
    """Cannot be slowed down: it writes the log however slowly it is read."""

    def __init__(self):
        super().__init__(PATHS * ROUNDS)
        self._taken = deque()
        self._thread = Thread(target=self._play)

    def _play(self):
        self._taken.extend(super().__iter__())

    def __iter__(self):
        self._thread.start()
        while self._taken or self._thread.is_alive():
            if self._taken:
                yield self._taken.popleft()
            else:
                time.sleep(0.005)

    def close(self):
        super().close()
        self._thread.join()


class SlowPunctuation:
    """A language model, and its punctuator, slowed down so many times."""

    def __init__(self, inner, times):
        self._inner, self._times = inner, times

    def stages(self, settings):
        punctuator, formatter = self._inner.stages(settings)
        return SlowPunctuation(punctuator, self._times), formatter

    def push(self, item):
        return self._slowly(self._inner.push(item))

    def flush(self):
        return self._slowly(self._inner.flush())

    def _slowly(self, values):
        began_s = time.thread_time()
        values = list(values)
        time.sleep((time.thread_time() - began_s) * (self._times - 1))
        return iter(values)


def resident_mb():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def test_all_words_arrive_at_a_tenth_of_the_speed(tmp_path):
    loader = ModelLoader(Paths(default_paths().assets, DATA, (DATA,)))
    language = ready(SlowPunctuation(loader.language(VOSK.punctuation).result(), 10.0))
    loader.language = lambda _: language
    session = DictationHere(loader, tmp_path, None)
    session.source = Paced()
    slowed, memory_mb = Slowed(session.recogniser, share=0.02), []
    try:
        with busy_processes(8 if MINUTES > 1 else 0):
            words = session.run(lambda: memory_mb.append(resident_mb()))
    finally:
        slowed.end()
        session.close()
    assert words == SAID * ROUNDS
    assert (session.errors, session.lost) == ([], 0)
    assert Notice.BEHIND in session.notices
    assert session.notices[-1] is Notice.NONE
    assert max(session.lateness) > 6 * ROUNDS, "it was to be slow"
    assert session.lateness[-1] < 1.0
    assert max(memory_mb) - memory_mb[0] < 40
