"""The power fails at any moment of a dictation: what was committed is on the disk, and the sound.

The disk is an ext4 that writes nothing by itself for five minutes; the next start finds a copy of
what it had received when the power went. Not tested: a disk that forgets what it said it had
written.

In full: `FERMATA_CUTS=50 pytest tests/faults/test_power_cut.py`, as root.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import string
import subprocess
import time
from contextlib import closing, contextmanager, suppress

import pytest

from app.history.flac import keep_sound, length_s
from app.history.interrupted_sessions import InterruptedSessions
from app.history.store import HistoryStore
from engine.audio.sound_log import SoundLog, logged_s
from engine.models.active import activate_model
from engine.network.bundle import load_bundle
from engine.paths import Paths, default_paths
from tests.faults.test_killed import LENGTH_S
from tests.support.bundles import empty_bundle
from tests.support.faults.dictating import SPEED, DictatingProcess
from tests.support.recognisers.speech import CLIPS, clips_with_pauses

CUTS = int(os.environ.get("FERMATA_CUTS", "2"))
_SIZE = "96M"


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


@contextmanager
def disk(image, *options):
    """Provide the folder where an image is mounted."""
    folder = image.with_suffix(".mounted")
    folder.mkdir()
    try:
        run("mount", "-o", ",".join(["loop", *options]), image, folder)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no disk of its own can be had here, that needs root on Linux: {error}")
    try:
        yield folder
    finally:
        run("umount", folder)


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "disk.img"
    try:
        run("truncate", "-s", _SIZE, path)
        run("mkfs.ext4", "-q", "-F", path)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no ext4 can be made here: {error}")
    return path


def committed_text(data):
    """Return the text of the session as a reader finds it, "" if nothing is committed yet."""
    address = f"file:{data / 'history.sqlite'}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database, suppress(sqlite3.DatabaseError):
        row = database.execute("SELECT text FROM documents").fetchone()
        return row[0] if row else ""
    return ""


def is_continued(committed, text):
    """Return whether a text goes on: the disk may be one write ahead of what a reader has seen."""
    said, said_now = (it.lstrip(string.digits) for it in (committed, text))
    typed, typed_now = committed.removesuffix(said), text.removesuffix(said_now)
    return typed_now.startswith(typed) and said_now.startswith(said)


def moments():
    chance = random.Random(7)
    return [round(chance.uniform(0.5, LENGTH_S / SPEED), 2) for _ in range(CUTS)]


def test_sound_that_is_kept_is_on_the_disk(tmp_path, image):
    copy = tmp_path / "left.img"
    with (
        disk(image, "commit=300") as folder,
        HistoryStore(folder) as store,
        closing(SoundLog(tmp_path)) as sound,
    ):
        for chunk in clips_with_pauses(CLIPS):
            sound.write(chunk)
        sound.finish()
        keep_sound(sound.blocks(), store.audio_path(1))
        run("cp", "--sparse=always", image, copy)
        whole_s = length_s(store.audio_path(1))
    with disk(copy) as folder:
        assert length_s(folder / "audio" / "1.flac") == whole_s > 1


def test_a_model_that_was_learnt_is_on_the_disk_before_it_is_used(tmp_path, image):
    pytest.importorskip("torch")
    from training.finetuning.saving import publish, unfinished_bundle

    copy = tmp_path / "left.img"
    with disk(image, "commit=300") as folder:
        with unfinished_bundle(folder / "models", 0) as unfinished:
            publish(empty_bundle(unfinished / "mine"), folder / "models" / "mine")
        activate_model("mine", Paths(default_paths().assets, folder, ()))
        run("cp", "--sparse=always", image, copy)
    with disk(copy) as folder:
        load_bundle(folder / "models" / "mine", rereads=True)


@pytest.mark.parametrize("moment", moments())
def test_what_was_committed_is_on_the_disk(tmp_path, image, moment):
    copy = tmp_path / "left.img"
    with disk(image, "commit=300") as folder:
        data = folder / "data"
        with DictatingProcess(data, tmp_path / "report.txt") as dictation:
            time.sleep(moment)
            dictation.process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, dictation.process.pid, os.WSTOPPED | os.WNOWAIT)  # all threads
            (data / "never-synced").write_text("lost")
            committed = committed_text(data)
            synced = sum({part: int(size) for part, size in dictation.reported("synced")}.values())
            run("cp", "--sparse=always", image, copy)
    with disk(copy) as folder:
        data = folder / "data"
        lost = data / "never-synced"
        assert not lost.exists() or lost.read_bytes() == b"", "it was no power cut"
        with HistoryStore(data) as store:
            assert store.set_aside is None
            [one] = InterruptedSessions(store, data / "sound").found
            assert is_continued(committed, store.session(one.info.number).text)
            sound_s = logged_s(data / "sound" / one.recording.journal)
            assert round(sound_s * 32_000) >= synced
