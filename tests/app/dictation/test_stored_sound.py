"""Playing back sound from the history, and what a crash leaves of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.dictation.stored_sound import StoredSound
from engine.audio.sound_file import SoundFile
from engine.errors import AudioFileError
from tests.support.recognisers.speech import FOX
from tests.support.shared_data import DATA, REPOSITORY

CLIP = DATA / "speech" / FOX


@pytest.fixture
def path(tmp_path):
    (tmp_path / "1.flac").write_bytes(CLIP.read_bytes())  # its name does not give its type away
    return tmp_path / "1.flac"


def test_any_stretch_can_be_read(path):
    with SoundFile(CLIP) as file:
        samples = b"".join(chunk.samples for chunk in file)
    sound = StoredSound(path)
    assert sound.read(0.0, 99.0) == samples
    assert sound.read(0.5, 1.0) == samples[16_000:32_000]
    assert sound.read(-0.5, 0.1) == samples[:3_200]
    assert sound.read(99.0, 100.0) == b""
    sound.close()
    assert sound.read(0.0, 0.1) == samples[:3_200], "it is decoded again"
    sound.close()
    path.write_bytes(b"no sound")
    with pytest.raises(AudioFileError):
        sound.read(0.0, 1.0)


def test_a_killed_player_leaves_no_sound_behind(path):
    script = (
        "import sys; from pathlib import Path; from app.dictation.stored_sound import StoredSound;"
        "sound = StoredSound(Path(sys.argv[1])); print(len(sound.read(0.0, 1.0)), flush=True);"
        "sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        cwd=REPOSITORY,
        env={"TMPDIR": str(path.parent), "PYTHONPATH": str(REPOSITORY)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "32000\n"
    descriptors = Path(f"/proc/{process.pid}/fd")
    if descriptors.exists():
        assert any("(deleted)" in str(one.readlink()) for one in descriptors.iterdir())
    process.kill()
    process.communicate()
    assert list(path.parent.iterdir()) == [path]


def test_a_foreign_file_is_decoded_elsewhere_and_leaves_nothing_beside_it(tmp_path):
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    theirs.mkdir()
    (theirs / "talk.flac").write_bytes(CLIP.read_bytes())
    with SoundFile(CLIP) as file:
        samples = b"".join(chunk.samples for chunk in file)
    theirs.chmod(0o500)
    sound = StoredSound(theirs / "talk.flac", ours, is_foreign=True)
    assert sound.read(0.5, 1.0) == samples[16_000:32_000]
    assert sound.read(0.0, 99.0) == samples
    sound.close()
    theirs.chmod(0o700)
    assert list(ours.iterdir()) == []
    (theirs / "talk.flac").write_bytes(b"no sound")
    with pytest.raises(AudioFileError):
        sound.read(0.0, 1.0)
