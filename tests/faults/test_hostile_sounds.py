"""Sounds that are none, or are larger than they say: refused or streamed, never waited for."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import wave
import zlib
from pathlib import Path

import pytest

from engine.audio.sound_file import SoundFile
from engine.audio.sound_file_process import SoundFileProcess
from engine.errors import AudioFileError
from tests.app.conftest import VOSK_MODEL
from tests.app.files.conftest import Following, work_settings
from tests.support.shared_data import REPOSITORY
from tests.support.sounds import run_ffmpeg, tone, write_sound, write_wav

HANGS_S = 200
MOST_KIB = 400_000
_READER = """
import sys
from pathlib import Path
from engine.audio.sound_file import SoundFile
from engine.errors import AudioFileError
from tests.support.processes import peak_kib
try:
    with SoundFile(Path(sys.argv[1])) as sound:
        seconds = sum(chunk.duration_s for chunk in sound)
    print(round(seconds, 1), sound.is_damaged)
except AudioFileError as error:
    print(error.reason)
print(peak_kib())
"""


def run(*command):
    return subprocess.run(
        [sys.executable, *command],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS_S,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="has such files")
def test_a_pipe_without_a_writer_is_refused(tmp_path):
    pipes = [tmp_path / "talk.wav", tmp_path / "talk"]
    for pipe in pipes:
        os.mkfifo(pipe)
    said = "it is a pipe or a device, not a file"
    done = run("-m", "app", "transcribe", *pipes, "--speech-model", VOSK_MODEL)
    assert (done.returncode, done.stdout.strip(), done.stderr.count("\n")) == (2, "", 2)
    assert done.stderr.count(said) == 2
    with Following(work_settings(tmp_path)) as following:
        for pipe in pipes:
            assert said in str(following.outcome(pipe).problem)


def in_little_memory(path):
    """Return what is heard in a file; the process that reads it stays below 400 MB."""
    heard, peak = run("-c", _READER, path).stdout.splitlines()
    assert int(peak) < MOST_KIB
    return heard


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")


@pytest.fixture
def mp3(tmp_path):
    return write_sound(tmp_path / "talk.mp3", 44_100)


def _part(kind: bytes, content: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + checksum


def _cover(side: int) -> bytes:
    """Return an ID3 tag with a black PNG of eight bytes a pixel."""
    packer, size = zlib.compressobj(9, wbits=-zlib.MAX_WBITS), side * (1 + side * 8)
    block = packer.compress(bytes(size // 80)) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = struct.pack(">I", size % 65_521 << 16 | 1)  # with so many zeros
    packed = b"\x78\xda" + block * 80 + packer.flush() + checksum
    header = struct.pack(">IIBBBBB", side, side, 16, 6, 0, 0, 0)
    parts = _part(b"IHDR", header) + _part(b"IDAT", packed) + _part(b"IEND", b"")
    body = b"\0image/png\0\3\0\x89PNG\r\n\x1a\n" + parts
    frame = b"APIC" + struct.pack(">I", len(body)) + b"\0\0" + body
    return b"ID3\3\0\0" + bytes(len(frame) >> shift & 127 for shift in (21, 14, 7, 0)) + frame


@linux_only
def test_a_huge_cover_is_not_decoded(mp3):
    mp3.write_bytes(_cover(8_000) + mp3.read_bytes())
    assert in_little_memory(mp3) == "1.5 False"


@linux_only
def test_gigabytes_of_zeros_are_abandoned_after_what_was_heard(mp3, tmp_path):
    os.truncate(mp3, 2_000_000_000)
    assert in_little_memory(mp3) == "1.5 True"
    (tmp_path / "empty.mp3").touch()
    os.truncate(tmp_path / "empty.mp3", 2_000_000_000)
    assert in_little_memory(tmp_path / "empty.mp3").startswith("not a sound")


def test_one_sample_a_second_is_not_sound(tmp_path):
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(1)
        file.writeframes(bytes(400_000))
    with pytest.raises(AudioFileError, match="1 samples a second is too few for sound"):
        SoundFile(tmp_path / "a.wav")
    run_ffmpeg("-i", tmp_path / "a.wav", "-c", "copy", tmp_path / "a.mkv")
    with pytest.raises(AudioFileError, match="1 samples a second is too few for sound"):
        SoundFile(tmp_path / "a.mkv")


@linux_only
def test_a_decoder_gets_at_most_a_gigabyte(tmp_path):
    with SoundFileProcess(write_wav(tmp_path / "a.wav", [tone(60.0, 16_000)])) as sound:
        limits = Path(f"/proc/{sound._child.pid}/limits").read_text()
    [most] = [line.split()[3] for line in limits.splitlines() if line.startswith("Max data size")]
    assert int(most) == 1 << 30
