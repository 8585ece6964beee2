"""`kill -9` at any moment of a dictation: what was committed, said and typed is kept.

In full: `FERMATA_KILLS=200 pytest tests/faults/test_killed.py`.
"""

from __future__ import annotations

import os
import random
import re
import time

import pytest

from app.dictation.events import ModelChoice
from app.dictation.loader import ModelLoader
from app.history.interrupted_sessions import InterruptedSessions
from app.history.store import HistoryStore
from engine.audio.sound_file import SoundFile
from engine.audio.sound_log import logged_s
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings
from tests.support.faults.dictating import NAMES, PAUSE_S, SPEED, DictatingProcess
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

KILLS = int(os.environ.get("FERMATA_KILLS", "2"))
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))
SAID = " ".join(CLIPS[name] for name in NAMES).split()
IN_FULL = 10
LAST_SECOND_S = 1.0
UNSURE_WORDS = 2  # the last ones, if the cut is inside them


def ends():
    """Yield when each recording ends, and how many words have been said by then."""
    at_s, count = 0.0, 0
    for name in NAMES:
        with SoundFile(DATA / "speech" / name) as sound:
            at_s += sound.duration_s
        count += len(CLIPS[name].split())
        yield at_s, count
        at_s += PAUSE_S


ENDS = list(ends())
LENGTH_S = ENDS[-1][0]


class Killed:
    """A dictation that was killed, and what it had reported by then."""

    def __init__(self, folder, moment):
        self.folder = folder
        with DictatingProcess(folder / "data", folder / "report.txt") as child:
            time.sleep(moment)
            child.process.kill()
            at_s = time.monotonic()
        self.heard_s = max(float(line[0]) for line in child.reported("sound"))
        typed = child.reported("typed")
        in_time = [line for line in typed if float(line[1]) < at_s - LAST_SECOND_S]
        self.typed, self.must_be_typed = len(typed), len(in_time)


@pytest.fixture(scope="module")
def loader():
    made = ModelLoader(Paths(default_paths().assets, DATA, (DATA,)))
    made.prepare(VOSK)
    yield made
    made.close()


def moments():
    chance = random.Random(6)
    share_s = LENGTH_S / SPEED / KILLS
    return [round((number + chance.random()) * share_s, 2) for number in range(KILLS)]


@pytest.mark.parametrize("moment", moments())
def test_nothing_is_lost_or_doubled(tmp_path, loader, moment):
    loader.prepare(VOSK)
    killed = Killed(tmp_path, moment)
    data = tmp_path / "data"
    with HistoryStore(data) as store:
        assert store.set_aside is None
        sessions = InterruptedSessions(store, data / "sound")
        [one] = sessions.found
        committed = words_of(store.session(one.info.number).text)
        journal = data / "sound" / one.recording.journal
        assert logged_s(journal) >= killed.heard_s - LAST_SECOND_S
        is_kept = sessions.restore(one, loader, VOSK, keeps_sound=False)
        text = store.session(one.info.number).text if is_kept else ""
        assert store.unfinished() == store.recordings.all() == []
    sessions.delete_strays()
    assert not journal.exists()
    typed, words = re.match(r"\d*", text)[0], words_of(text)
    assert len(typed) <= killed.typed + 1
    assert KILLS < IN_FULL or killed.must_be_typed <= len(typed)  # by the clock: alone on a machine
    assert typed == "".join(str(n % 10) for n in range(len(typed)))
    assert words[: len(committed)] == committed
    sure = max(0, len(words) - UNSURE_WORDS)
    assert words[:sure] == SAID[:sure]
    least = max((count for end_s, count in ENDS if end_s <= killed.heard_s - 0.2), default=0)
    most = min((count for end_s, count in ENDS if end_s > killed.heard_s - 0.2), default=len(SAID))
    assert least <= len(words) <= most


def words_of(text):
    return re.sub(r"[^a-z' ]", "", text.lower().replace("\n", " ")).split()
