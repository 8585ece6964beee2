from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from contextlib import closing

import pytest

from engine.audio.sound_log import (
    LogAddress,
    LogReader,
    SoundLog,
    delete_log,
    left_from_s,
    left_log,
    logged_s,
)
from engine.types import AudioChunk

CHUNK = 3_200


def recorded(seconds):
    """Sound in which every sample shows its place."""
    samples = b"".join(n.to_bytes(2, "little") for n in range(16_000)) * seconds
    return [
        AudioChunk(samples[at : at + CHUNK], at / 32_000) for at in range(0, len(samples), CHUNK)
    ]


@pytest.fixture
def log(tmp_path):
    made = SoundLog(tmp_path / "sound", for_next_start=True)
    yield made
    made.close()


def left(log):
    """Return what a crash would leave."""
    return b"".join(left_log(log.path).blocks())


def samples(chunks):
    return b"".join(chunk.samples for chunk in chunks)


def test_sound_is_readable_at_once_and_only_by_the_user(log):
    for number, chunk in enumerate(recorded(23), 1):
        log.write(chunk)
        assert logged_s(log.path) == pytest.approx(number / 10)
    for begin_s in (0.0, 3.25, 10.0, 12.3, 22.95, 30.0):
        rest = samples(recorded(23))[round(begin_s * 32_000) :]
        assert left_log(log.path).read(begin_s, 40.0) == rest
    assert stat.S_IMODE(log.path.stat().st_mode) == 0o700
    assert {stat.S_IMODE(part.stat().st_mode) for part in log.path.iterdir()} == {0o600}


def test_released_parts_go_and_the_rest_keeps_its_times(log):
    for chunk in recorded(35):
        log.write(chunk)
    log.release(25.0)
    assert log.read(0.0, 40.0) == samples(recorded(35)), "it can be played all the same"
    assert left_from_s(log.path) == 20.0
    assert left_log(log.path).read(20.0, 40.0) == samples(recorded(35))[20 * 32_000 :]
    assert logged_s(log.path) == 35.0


def test_sound_is_on_disk_within_a_second(log, monkeypatch, qtbot):
    synced = []
    really = os.fsync
    monkeypatch.setattr("os.fsync", lambda part: synced.append(part) or really(part))
    log.write(recorded(1)[0])
    both = 2 if os.name == "posix" else 1  # the sound, and the folder entry of its file
    qtbot.waitUntil(lambda: len(synced) == both, timeout=1_000)
    qtbot.wait(700)
    assert len(synced) == both, "nothing new was written"


def test_a_finished_log_takes_no_more(log):
    log.write(recorded(1)[0])
    log.finish()
    log.finish()
    log.write(recorded(1)[1])
    assert left(log) == recorded(1)[0].samples
    log.close()
    assert left(log) == recorded(1)[0].samples, "the next start needs it"
    [part] = log.path.glob("*.int16")
    part.write_bytes(part.read_bytes()[:-1])
    assert len(left(log)) == CHUNK - 2, "one was cut in two"
    delete_log(log.path)
    delete_log(log.path)
    assert logged_s(log.path) == 0.0


def test_the_last_holder_deletes_what_a_restart_does_not_need(log):
    first, second, *_ = recorded(1)
    log.write(first)
    log.hold()
    log.release()
    log.write(second)
    log.close()
    assert log.read(0.0, 1.0) == first.samples + second.samples
    assert logged_s(log.path) == 0.0
    log.close()
    assert not log.path.exists()


def test_a_log_whose_session_is_deleted_goes_on_and_leaves_nothing(log):
    chunks = recorded(12)
    for chunk in chunks[:50]:
        log.write(chunk)
    delete_log(log.path)
    for chunk in chunks[50:]:
        log.write(chunk)
    assert log.read(0.0, 5.0) == bytes(5 * 32_000)
    assert log.read(5.0, 12.0) == samples(chunks[50:])
    assert logged_s(log.path) == 0.0
    log.close()
    assert not log.path.exists()


def lent_to(log, chunks):
    """Write in another process and report."""
    other = SoundLog(lent=log.lend())
    for chunk in chunks:
        other.write(chunk)
        log.write(chunk)  # does nothing while lent
        log.lent_wrote(*other.size)
    return other


def test_another_process_can_write_it_for_a_while(log):
    chunks = recorded(25)
    for chunk in chunks[:50]:
        log.write(chunk)
    other = lent_to(log, chunks[50:120])
    assert log.read(0.0, 12.0) == samples(chunks[:120])
    for chunk in chunks[120:130]:
        other.write(chunk)  # and is killed before it reports
    log.take_back()
    for chunk in chunks[130:]:
        log.write(chunk)
    assert log.read(0.0, 25.0) == left(log) == samples(chunks)
    other.finish()


@pytest.mark.parametrize("is_deleted", [True, False])
def test_nothing_written_elsewhere_is_needed_once_all_is_released(log, is_deleted):
    chunks = recorded(25)
    other = lent_to(log, chunks[:50])
    delete_log(log.path) if is_deleted else log.release()
    for chunk in chunks[50:]:
        other.write(chunk)
    other.finish()
    assert logged_s(log.path) == 0.0
    log.take_back()
    log.write(recorded(1)[0])
    assert log.read(20.0, 25.1) == samples(chunks[200:]) + recorded(1)[0].samples
    assert logged_s(log.path) == 0.0
    log.close()
    assert not log.path.exists()


def full_disk(really=os.write):
    """Write with a full disk for files, but not for pipes."""

    def write(file, samples):
        if stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.ENOSPC, "full")
        return really(file, samples)

    return write


def test_what_finds_no_room_on_disk_is_readable_and_written_later(log, monkeypatch):
    chunks = recorded(25)
    other = SoundLog(lent=log.lend())
    reader = LogReader(log.address)
    with monkeypatch.context() as full:
        for number, chunk in enumerate(chunks[:200]):
            if number == 50:
                full.setattr("os.write", full_disk())
            other.write(chunk)
            log.lent_wrote(*other.size)
        assert not log.is_on_disk
        assert log.read(0.0, 20.0) == reader.read(0, 640_000) == samples(chunks[:200])
        assert logged_s(log.path) == 5.0
    log.take_back()  # it was killed
    log.write(chunks[200])
    assert log.is_on_disk
    assert left(log) == samples(chunks[:201])


def test_a_log_in_memory_frees_what_nobody_reads():
    with closing(SoundLog()) as log:
        for chunk in recorded(35):
            log.write(chunk)
        log.forget(25.0)
        assert log.read(0.0, 20.0) == bytes(20 * 32_000)
        assert log.read(20.0, 40.0) == samples(recorded(35))[20 * 32_000 :]
    assert LogReader(log.address).read(1_000_000, 1_000_004) == bytes(4), "nothing is left"


KILLED = """
import os, signal, sys
from engine.audio.sound_log import SoundLog
from engine.types import AudioChunk
log = SoundLog()
log.write(AudioChunk(bytes(range(200)), 0.0))
print(log.address.name, flush=True)
os.killpg(0, signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells what is left")
def test_memory_left_by_killed_processes_is_freed_at_the_next_start():
    command = [sys.executable, "-c", KILLED]
    told = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True, check=False
    )
    left = LogReader(LogAddress(None, told.stdout.strip()))
    assert left.read(0, 200) == bytes(range(200))
    with closing(SoundLog()):
        assert left.read(0, 200) == bytes(200)
