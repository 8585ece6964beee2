"""Microphones that go away, change their rate, are taken and come back during a dictation.

With real devices of a private sound server. In full: `FERMATA_UNPLUGS=20 pytest
tests/faults/test_microphones.py`.
"""

from __future__ import annotations

import os
import random
import signal
import time

import pytest

from engine.audio.sound_file import SoundFile
from tests.support.faults.listening import ListeningProcess
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA
from tests.support.virtual_microphone import virtual_microphone

UNPLUGS = int(os.environ.get("FERMATA_UNPLUGS", "1"))
FIRST, SECOND = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]
UNSURE_WORDS = 2  # the last ones, if the cut is inside them


@pytest.fixture
def microphone(tmp_path):
    folder = tmp_path / "sound"
    folder.mkdir()
    with virtual_microphone(folder) as made:
        made.unplug()  # or the server moves those who record from a lost one to it
        for name in ("desk", "headset"):
            made.name_device(name)
        made.bring_back("desk")
        yield made


@pytest.fixture
def dictate(microphone, tmp_path):
    begun = []

    def begin(device, how):
        begun.append(ListeningProcess(microphone, tmp_path / "data", device, how))
        begun[-1].until_ready()
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


def said(name):
    return CLIPS[name].split()


def length_s(name):
    with SoundFile(DATA / "speech" / name) as sound:
        return sound.duration_s


def is_right(dictation, before, *, is_cut):
    """Check for what was said before the gap, the gap, what was said after it, and nothing else."""
    [(at_s, lost_s)] = dictation.all("gap")
    words = dictation.words
    early = [text for text, start_s, _ in words if start_s < at_s]
    late = [word for word in words if word[1] >= at_s]
    sure = max(0, len(early) - UNSURE_WORDS) if is_cut else len(early)
    assert early[:sure] == before[:sure]
    assert is_cut or early == before
    assert [text for text, _, _ in late] == said(SECOND)
    assert [word[1] for word in words] == sorted(word[1] for word in words)
    assert dictation.all("lost") == dictation.all("failed") == []
    return lost_s


def moments():
    chance = random.Random(3)
    return [round(chance.uniform(0.2, length_s(FIRST)), 2) for _ in range(UNPLUGS)]


@pytest.mark.parametrize("moment_s", moments())
def test_one_that_goes_away_in_mid_word_can_come_back_with_another_rate(
    microphone, dictate, moment_s
):
    dictation = dictate("desk", "wait")
    microphone.say("desk", DATA / "speech" / FIRST)
    time.sleep(moment_s)
    microphone.take_away("desk")
    dictation.until(lambda: "no microphone" in dictation.all("notice"))
    microphone.bring_back("headset")
    time.sleep(2.5)
    assert dictation.all("gap") == [], "it was to wait for the same one"
    microphone.bring_back("desk", rate_hz=48_000)
    dictation.until(lambda: dictation.all("gap"))
    microphone.say("desk", DATA / "speech" / SECOND).wait()
    time.sleep(1.0)
    dictation.stop()
    assert is_right(dictation, said(FIRST), is_cut=True) > 2.5
    assert "paused" not in dictation.all("state")
    assert dictation.all("notice")[-1] == "none"


def test_when_one_goes_away_the_next_takes_over(microphone, dictate):
    dictation = dictate("desk", "next")
    microphone.say("desk", DATA / "speech" / FIRST).wait()
    time.sleep(1.0)
    microphone.take_away("desk")
    dictation.until(lambda: "no microphone" in dictation.all("notice"))
    dictation.until(lambda: [word[0] for word in dictation.words] == said(FIRST))  # committed
    microphone.bring_back("headset")
    dictation.until(lambda: dictation.all("gap"))
    microphone.say("headset", DATA / "speech" / SECOND).wait()
    time.sleep(1.0)
    dictation.stop()
    assert is_right(dictation, said(FIRST), is_cut=False) > 0.0


def test_one_that_another_program_took_is_heard_again_once_released(microphone, dictate):
    dictation = dictate("desk", "wait")
    microphone.say("desk", DATA / "speech" / FIRST).wait()
    time.sleep(1.0)
    microphone.suspend("desk", is_so=True)
    dictation.until(lambda: "no microphone" in dictation.all("notice"))
    time.sleep(2.0)
    microphone.suspend("desk", is_so=False)
    dictation.until(lambda: dictation.all("gap"))
    microphone.say("desk", DATA / "speech" / SECOND).wait()
    time.sleep(1.0)
    dictation.stop()
    assert is_right(dictation, said(FIRST), is_cut=False) > 2.0


@pytest.mark.parametrize("moment_s", moments())
def test_one_that_is_gone_after_sleep_costs_only_the_words_being_said(
    microphone, dictate, moment_s
):
    """Sleep, for processes: none of them runs. See test_microphone.py for the clocks."""
    dictation = dictate("desk", "wait")
    microphone.say("desk", DATA / "speech" / FIRST).wait()
    microphone.say("desk", DATA / "speech" / SECOND)
    time.sleep(moment_s)
    dictation.signal_all(signal.SIGSTOP)
    microphone.take_away("desk")
    time.sleep(4.0)
    dictation.signal_all(signal.SIGCONT)
    dictation.until(lambda: "no microphone" in dictation.all("notice"))
    microphone.bring_back("desk")
    dictation.until(lambda: dictation.all("gap"))
    microphone.say("desk", DATA / "speech" / SECOND).wait()
    time.sleep(1.0)
    dictation.stop()
    assert is_right(dictation, said(FIRST) + said(SECOND), is_cut=True) > 3.0
    assert [word[0] for word in dictation.words][: len(said(FIRST))] == said(FIRST)
