"""A window that freezes or dies while a real device records: no sample is lost.

In full: `FERMATA_FREEZES=5 pytest tests/faults/test_frozen_window.py`.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager
from functools import partial
from threading import Thread

import numpy as np
import pytest

from engine.audio.stream_clock import clock_s
from tests.support.faults.disks import small_disk
from tests.support.faults.listening import ListeningProcess
from tests.support.processes import is_running
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA
from tests.support.sounds import write_wav
from tests.support.virtual_microphone import virtual_microphone

FREEZES = int(os.environ.get("FERMATA_FREEZES", "1"))
ATTEMPTS = 3  # on a busy machine the player itself can leave gaps
RATE_HZ = 16_000
SPEECH = min(CLIPS)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, and /proc")


@pytest.fixture(scope="module")
def microphone(tmp_path_factory):
    with virtual_microphone(tmp_path_factory.mktemp("sound")) as made:
        yield made


@contextmanager
def dictation(microphone, folder):
    process = ListeningProcess(microphone, folder, "", "wait")
    try:
        process.until_ready()
        yield process
    finally:
        process.close()


def noise(folder, seconds):
    """Return a file of noise, which can be found again by its samples, and these."""
    samples = (
        np.random.default_rng().integers(-9_000, 9_000, round(seconds * RATE_HZ)).astype("<i2")
    )
    return write_wav(folder / "noise.wav", [samples, np.zeros(RATE_HZ // 2, "<i2")]), samples


def is_longer(process, size_bytes):
    return len(process.log) > size_bytes


def wait_for_end(pid):
    deadline_s = clock_s() + 150
    while is_running(pid):
        assert clock_s() < deadline_s, "it goes on"
        time.sleep(0.05)


def at_once(microphone, path):
    player = Thread(target=microphone.play, args=(path,))
    player.start()
    return player


@pytest.mark.parametrize("turn", range(FREEZES))
@pytest.mark.parametrize("seconds", [3, 5, 10] if FREEZES > 1 else [5])
def test_what_is_said_to_a_frozen_window_is_kept(microphone, tmp_path, seconds, turn):
    for attempt in range(ATTEMPTS):
        with dictation(microphone, tmp_path / f"{attempt}") as process:
            path, samples = noise(tmp_path, seconds + 2)
            player = at_once(microphone, path)
            process.hold(seconds)
            player.join()
            process.until(lambda: process.all("held"))
            process.stop()
            assert process.all("gap") == process.all("lost") == process.all("failed") == []
            if samples.tobytes() in process.log:
                return
    pytest.fail("some of it is missing")


@pytest.mark.parametrize("turn", range(FREEZES))
def test_what_is_said_to_a_stopped_window_is_in_its_log_before_it_resumes(
    microphone, tmp_path, turn
):
    for attempt in range(ATTEMPTS):
        with dictation(microphone, tmp_path / f"{attempt}") as process:
            path, samples = noise(tmp_path, 3)
            process.signal(signal.SIGSTOP)
            try:
                begin = len(process.log)
                microphone.play(path)
                process.until(partial(is_longer, process, begin + 2 * len(samples)))
            finally:
                process.signal(signal.SIGCONT)
            process.stop()
            assert process.all("gap") == process.all("lost") == process.all("failed") == []
            if samples.tobytes() in process.log:
                return
    pytest.fail("some of it is missing")


@pytest.mark.parametrize("turn", range(FREEZES))
@pytest.mark.parametrize("blow", ["SIGKILL", "SIGSTOP"] if FREEZES > 1 else ["SIGKILL"])
def test_a_killed_recorder_costs_only_the_reported_gap(microphone, tmp_path, blow, turn):
    for attempt in range(ATTEMPTS):
        with dictation(microphone, tmp_path / f"{attempt}") as process:
            path, before = noise(tmp_path, 1)
            microphone.play(path)
            process.hold(4 if blow == "SIGKILL" else 11)  # nobody restarts it meanwhile
            recorder = process.recorder
            before_s = clock_s()
            os.kill(recorder, getattr(signal, blow))
            killed_s = clock_s()
            process.until(lambda: process.all("gap"))
            [held_s] = process.all("held")
            [told_s] = [at_s for at_s, kind, _ in process.told if kind == "gap"]
            path, behind = noise(tmp_path, 1)
            microphone.play(path)
            process.stop()
            [(at_s, lost_s)] = process.all("gap")
            assert held_s - killed_s - 0.2 < lost_s < told_s - before_s + 2.0
            assert process.all("failed") == []
            place = round(at_s * RATE_HZ) * 2
            if before.tobytes() in process.log[:place] and behind.tobytes() in process.log[place:]:
                return
    pytest.fail("more is missing")


@pytest.mark.parametrize("turn", range(FREEZES))
def test_what_was_said_to_a_killed_window_is_kept(microphone, tmp_path, turn):
    for attempt in range(ATTEMPTS):
        with dictation(microphone, tmp_path / f"{attempt}") as process:
            path, samples = noise(tmp_path, 3)
            player = at_once(microphone, path)
            recorder = process.recorder
            process.until(partial(is_longer, process, len(process.log) + 2 * RATE_HZ))
            process.kill()
            wait_for_end(recorder)
            player.join()
            begin = process.log.find(samples.tobytes()[:64])
            heard = process.log[begin:]
            if begin >= 0 and heard == samples.tobytes()[: len(heard)]:
                return
    pytest.fail("some of it is missing")


def test_a_full_disk_costs_no_words(microphone, tmp_path):
    with (
        small_disk(tmp_path / "disk") as disk,
        dictation(microphone, disk.folder / "data") as process,
    ):
        disk.fill()
        for _ in range(ATTEMPTS):
            microphone.play(DATA / "speech" / SPEECH)
        process.stop()
        assert "not on disk" in process.all("notice")
        assert process.all("gap") == process.all("lost") == process.all("failed") == []
        words = " ".join(text for text, _, _ in process.words)
        assert words.count(CLIPS[SPEECH]) == ATTEMPTS
