from __future__ import annotations

import random
import sys

import pytest

from engine.audio.sound_file import SoundFile
from engine.audio.sound_file_process import SoundFileProcess
from engine.errors import AudioFileError
from tests.support.processes import children_of
from tests.support.sounds import tone, write_sound, write_wav


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


@pytest.mark.skipif(sys.platform != "linux", reason="finds the decoder in /proc")
def test_nothing_stays_of_one_that_is_closed_early(tmp_path):
    sound = SoundFileProcess(write_wav(tmp_path / "a.wav", [tone(600.0, 16_000)]))
    assert next(iter(sound)).duration_s == pytest.approx(0.1)
    assert sound._child.pid in children_of()
    sound.close()
    sound.close()
    assert sound._child.pid not in children_of()
    with pytest.raises(AudioFileError):
        next(iter(sound))
