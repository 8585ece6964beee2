"""Where ffmpeg is found, and what a file can make it do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.audio.ffmpeg import ffmpeg_program, ffmpeg_version
from engine.audio.sound_file import SoundFile
from engine.errors import AudioFileError
from tests.support.shared_data import need_program
from tests.support.sounds import run_ffmpeg, samples_of, write_sound

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links programs")


@pytest.fixture
def bundled(tmp_path):
    """A folder with the program, as in a bundle."""
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / "ffmpeg").symlink_to(need_program("ffmpeg"))
    return folder


def test_the_bundled_ffmpeg_comes_first(bundled, monkeypatch):
    assert ffmpeg_program() == Path(need_program("ffmpeg"))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(bundled), raising=False)
    assert ffmpeg_program() == bundled / "ffmpeg"
    assert ffmpeg_version(bundled / "ffmpeg")
    monkeypatch.setattr(sys, "_MEIPASS", str(bundled.parent))
    monkeypatch.setattr(sys, "executable", str(bundled / "fermata"))
    assert ffmpeg_program() == bundled / "ffmpeg"


def test_an_ffmpeg_in_the_current_folder_is_not_run(bundled, monkeypatch):
    monkeypatch.chdir(bundled)
    monkeypatch.setenv("PATH", ":.:/nowhere")
    assert ffmpeg_program() is None


def test_a_broken_program_has_no_version(tmp_path):
    (tmp_path / "ffmpeg").write_text("no program")
    (tmp_path / "ffmpeg").chmod(0o755)
    assert ffmpeg_version(tmp_path / "ffmpeg") is None


def test_a_playlist_opens_no_other_files(tmp_path):
    other = write_sound(tmp_path / "other.wav", 16_000)
    lists = {
        "a.m3u8": f"#EXTM3U\n#EXTINF:1,\nfile://{other}\n#EXT-X-ENDLIST\n",
        "a.ffconcat": f"ffconcat version 1.0\nfile '{other}'\n",
        "a.sdp": "v=0\nm=audio 9 RTP/AVP 0\nc=IN IP4 127.0.0.1\n",
    }
    for name, content in lists.items():
        (tmp_path / name).write_text(content)
        with pytest.raises(AudioFileError, match="not a sound"):
            SoundFile(tmp_path / name)


def test_gaps_between_timestamps_are_not_filled_with_silence(tmp_path):
    """Filling them would keep the film's times, but a byte could make hours of silence."""
    tone = write_sound(tmp_path / "a.wav", 48_000)
    mkv = tmp_path / "late.mkv"
    run_ffmpeg("-i", tone, "-af", "asetpts=if(lt(T\\,0.7)\\,PTS\\,PTS+40/TB)", "-c:a", "flac", mkv)
    with SoundFile(mkv) as sound:
        assert sound.duration_s > 40
        assert len(samples_of(sound)) / 16_000 == pytest.approx(1.5, abs=0.1)


def test_a_film_from_a_crashed_recorder_lacks_its_index(tmp_path):
    path = write_sound(tmp_path / "a.mp4", 48_000, duration_s=4.0)
    path.write_bytes(path.read_bytes()[:9_000])  # the index is at the end
    with pytest.raises(AudioFileError, match="its index is missing: it was cut off, or never"):
        SoundFile(path)


def test_the_environment_cannot_make_ffmpeg_write_files(tmp_path, monkeypatch):
    report = tmp_path / "report.log"
    monkeypatch.setenv("FFREPORT", f"file={report}:level=32")
    with SoundFile(write_sound(tmp_path / "a.mkv", 48_000)) as sound:
        report.unlink()  # by the ffmpeg that made the file
        assert len(samples_of(sound)) > 20_000
    assert not report.exists()
