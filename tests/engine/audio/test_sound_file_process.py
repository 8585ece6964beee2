from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from engine.audio.sound_file import SoundFile
from engine.audio.sound_file_process import SoundFileProcess
from engine.errors import AudioFileError
from tests.support.processes import children_of, is_running
from tests.support.sounds import run_ffmpeg, tone, write_sound, write_wav


@pytest.fixture(params=["wav", "mp3 with damage", "no sound", "cut off", "missing"])
def path(request, tmp_path):
    if request.param == "wav":
        return write_wav(tmp_path / "a.wav", [tone(1.05, 48_000)], 48_000)
    if request.param == "missing":
        return tmp_path / "missing.wav"
    mp3 = write_sound(tmp_path / "a.mp3", 44_100)
    content = bytearray(mp3.read_bytes())
    if request.param == "mp3 with damage":
        content[4_000:8_000] = random.Random(1).randbytes(4_000)
    elif request.param == "cut off":
        del content[len(content) // 2 :]
    else:
        content[:] = b"no sound at all" * 100
    mp3.write_bytes(content)
    return mp3


def decoded(open_sound, path):
    """Return everything known about a file, including errors."""
    try:
        with open_sound(path) as sound:
            chunks, error = [], None
            try:
                chunks.extend(sound)
            except AudioFileError as failure:
                error = str(failure)
            return sound.path, sound.duration_s, chunks, sound.is_damaged, error
    except AudioFileError as failure:
        return str(failure)


def test_a_child_process_decodes_the_same(path, capfd):
    there = decoded(SoundFileProcess, path)
    assert capfd.readouterr() == ("", "")
    assert there == decoded(SoundFile, path)  # for which mpg123 prints messages


@pytest.mark.skipif(sys.platform != "linux", reason="finds the decoder in /proc")
def test_closing_early_leaves_no_process(tmp_path):
    sound = SoundFileProcess(write_wav(tmp_path / "a.wav", [tone(600.0, 16_000)]))
    assert next(iter(sound)).duration_s == pytest.approx(0.1)
    assert sound._child.pid in children_of()
    sound.close()
    sound.close()
    assert sound._child.pid not in children_of()
    with pytest.raises(AudioFileError):
        next(iter(sound))


def ffmpeg_of(sound):
    """Return the decoder process of a child."""
    [decoder] = children_of(sound._child.pid)
    assert Path(f"/proc/{decoder}/exe").resolve().name == "ffmpeg"
    return decoder


@pytest.mark.skipif(sys.platform != "linux", reason="finds the decoder in /proc")
@pytest.mark.parametrize("how", ["closed", "killed"])
def test_closing_early_leaves_no_ffmpeg(tmp_path, how):
    talk = tmp_path / "talk.m4a"
    run_ffmpeg("-f", "lavfi", "-i", "sine=440:r=8000:d=1200", "-b:a", "16k", talk)
    with SoundFileProcess(talk) as sound:
        assert next(iter(sound)).duration_s == pytest.approx(0.1)
        ffmpeg = ffmpeg_of(sound)
        os.kill(ffmpeg, signal.SIGSTOP)  # it cannot notice that nobody reads
        if how == "killed":
            os.kill(sound._child.pid, signal.SIGKILL)
            with pytest.raises(AudioFileError, match="the process that read it ended"):
                list(sound)
        else:
            sound.close()
        wait_until(lambda: not is_running(ffmpeg))


@pytest.mark.skipif(sys.platform != "linux", reason="finds the decoder in /proc")
def test_a_crash_of_ffmpeg_is_reported_after_what_was_heard(tmp_path):
    talk = tmp_path / "talk.m4a"
    run_ffmpeg("-f", "lavfi", "-i", "sine=440:r=8000:d=1200", "-b:a", "16k", talk)
    with SoundFileProcess(talk) as sound:
        chunks = iter(sound)
        next(chunks)
        limits = Path(f"/proc/{ffmpeg_of(sound)}/limits").read_text()
        assert str(1 << 30) in next(it for it in limits.splitlines() if "Max data size" in it)
        os.kill(ffmpeg_of(sound), signal.SIGSEGV)
        with pytest.raises(AudioFileError, match=r"the process that read it ended \(exit code -11"):
            list(chunks)


def wait_until(is_so, timeout_s=60.0):
    deadline_s = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline_s
        time.sleep(0.02)
