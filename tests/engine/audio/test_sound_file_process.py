from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import pytest

from engine.audio.sound_file import SoundFile
from engine.audio.sound_file_process import SoundFileProcess
from engine.errors import AudioFileError
from tests.support.processes import children_of
from tests.support.sounds import tone, write_sound, write_wav

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="finds the decoder in /proc")


def children():
    """Return the processes of this one but the one that multiprocessing keeps."""
    from multiprocessing.resource_tracker import _resource_tracker

    return [pid for pid in children_of() if pid != _resource_tracker._pid]


@pytest.fixture(params=["wav", "mp3 with damage", "no sound", "cut off", "missing"])
def path(request, tmp_path):
    if request.param == "wav":
        return write_wav(tmp_path / "a.wav", [tone(1.05, 48_000)], 48_000)
    if request.param == "missing":
        return tmp_path / "missing.wav"
    mp3 = write_sound(tmp_path / "a.mp3", "libmp3lame", 44_100)
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
    """Return all that is to be known of a file, an error being one of these things."""
    try:
        with open_sound(path) as sound:
            chunks, error = [], None
            try:
                chunks.extend(sound)
            except AudioFileError as failure:
                error = str(failure)
            return sound.path, sound.duration_s, chunks, sound.damaged_packets, error
    except AudioFileError as failure:
        return str(failure)


def test_it_is_decoded_as_in_this_process(path, capfd):
    assert decoded(SoundFileProcess, path) == decoded(SoundFile, path)
    assert capfd.readouterr() == ("", "")


@linux_only
@pytest.mark.parametrize("death", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_decoder_that_dies_is_an_error_behind_what_it_gave(tmp_path, death):
    before = children()
    with SoundFileProcess(write_wav(tmp_path / "a.wav", [tone(600.0, 16_000)])) as sound:
        chunks = iter(sound)
        given = [next(chunks)]
        [decoder] = set(children()) - {*before}
        os.kill(decoder, death)
        with pytest.raises(AudioFileError, match=rf"ended \(exit code -{int(death)}\)"):
            given.extend(chunks)
    assert [chunk.start_s for chunk in given] == pytest.approx([n / 10 for n in range(len(given))])
    assert children() == before


@linux_only
def test_nothing_stays_of_one_that_is_closed_early(tmp_path):
    before = children()
    sound = SoundFileProcess(write_wav(tmp_path / "a.wav", [tone(600.0, 16_000)]))
    assert next(iter(sound)).duration_s == pytest.approx(0.1)
    assert len(children()) == len(before) + 1
    sound.close()
    sound.close()
    assert children() == before
    with pytest.raises(AudioFileError):
        next(iter(sound))


_READER = """
import sys
from pathlib import Path
from engine.audio.sound_file_process import SoundFileProcess
if __name__ == "__main__":
    with SoundFileProcess(Path(sys.argv[1])) as sound:
        seconds = sum(chunk.duration_s for chunk in sound)
    print(round(seconds, 2), "av" in sys.modules)
"""


def test_who_reads_loads_no_decoder(tmp_path):
    path = write_wav(tmp_path / "a.wav", [tone(1.5, 16_000)])
    (tmp_path / "reader.py").write_text(_READER)
    told = subprocess.run(
        [sys.executable, tmp_path / "reader.py", path],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert told.stdout == "1.5 False\n"
