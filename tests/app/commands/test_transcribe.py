from __future__ import annotations

import json
import wave

import pytest

from tests.app.conftest import VOSK_MODEL
from tests.support.shared_data import DATA
from tests.support.terminal import run_in_terminal

FOX = DATA / "speech" / "flite-slt-09.wav"
TEST = DATA / "speech" / "festival-kal_diphone-10.wav"
VOSK = ("--speech-model", VOSK_MODEL)
FOX_TEXT = "The quick brown fox jumps over the lazy dog."


@pytest.fixture
def silence(tmp_path):
    path = tmp_path / "silence.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(32_000))
    return path


def test_the_name_tells_the_format(fermata, tmp_path):
    for suffix in ("srt", "vtt", "json", "txt"):
        assert fermata("transcribe", FOX, *VOSK, "-o", tmp_path / f"fox.{suffix}") == (0, "", "")
    assert (tmp_path / "fox.txt").read_text() == FOX_TEXT + "\n"
    assert (tmp_path / "fox.srt").read_text().startswith("1\n00:00:00,")
    assert (tmp_path / "fox.vtt").read_text().startswith("WEBVTT\n\n00:")
    (sentence,) = json.loads((tmp_path / "fox.json").read_text())["segments"]
    assert sentence["text"] == FOX_TEXT
    times = [time for word in sentence["words"] for time in (word["start"], word["end"])]
    assert times == sorted(times)


def test_one_that_fails_does_not_stop_the_others(fermata, tmp_path, silence):
    empty = tmp_path / "empty.wav"
    empty.touch()
    missing = tmp_path / "missing.wav"
    status, out, err = fermata("transcribe", missing, FOX, empty, silence, TEST, *VOSK)
    assert status == 2
    assert out.split("\n") == ["", FOX_TEXT, "", "", "", "This is a test.", ""]
    told = err.splitlines()
    assert len(told) == 3
    for line, path in zip(told, (missing, empty, silence), strict=True):
        assert line.startswith(f"fermata: {path} cannot be transcribed: ")


def test_nothing_is_written_where_nothing_is_heard(fermata, tmp_path, silence):
    result = tmp_path / "out.srt"
    status, _, err = fermata("transcribe", silence, *VOSK, "-o", result)
    assert status == 2
    assert "no words were heard" in err
    assert not result.exists()


def test_a_file_that_was_cut_off_is_transcribed_up_to_there(fermata, tmp_path):
    path = tmp_path / "cut.wav"
    path.write_bytes(FOX.read_bytes()[: FOX.stat().st_size // 2])
    status, out, err = fermata("transcribe", path, *VOSK)
    assert out.startswith("The quick")
    assert "Traceback" not in err
    assert status in {0, 2}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--format", "srt"), "folder"),
        (("-o", FOX), "folder"),
    ],
)
def test_several_recordings_need_a_folder(fermata, options, reason):
    status, out, err = fermata("transcribe", FOX, TEST, *VOSK, *options)
    assert (status, out) == (2, "")
    assert reason in err


@pytest.mark.parametrize("name", ["talk.docx", "talk.wav"])
def test_a_name_that_tells_no_format(fermata, tmp_path, name):
    status, _, err = fermata("transcribe", FOX, *VOSK, "-o", tmp_path / name)
    assert status == 2
    assert "--format" in err


def test_two_recordings_of_one_name(fermata, tmp_path):
    status, _, err = fermata("transcribe", FOX, tmp_path / FOX.name, "-o", tmp_path / "texts")
    assert status == 2
    assert f"{FOX.stem}.txt" in err


def test_a_terminal_shows_a_progress_bar_and_a_sentence_a_line(fermata):
    command = fermata.command("transcribe", FOX, *VOSK)
    status, written = run_in_terminal(command, fermata.environment, columns=100)
    assert status == 0
    assert "s of sound" in written
    assert "Vosk with vosk-model-tiny-en; model en, ONNX Runtime" in written
    assert f"\r{FOX_TEXT}\r\n" in written


def test_no_recording_is_written_over_under_the_name_of_a_text(fermata, tmp_path):
    talk, folder = tmp_path / "talk.wav", tmp_path / "out"
    talk.write_bytes(FOX.read_bytes())
    folder.mkdir()
    (folder / "talk.txt").write_bytes(TEST.read_bytes())
    alias = tmp_path / "alias.wav"
    alias.symlink_to(folder / "talk.txt")
    status, _, err = fermata("transcribe", talk, alias, *VOSK, "-o", folder)
    assert (status, "never overwritten" in err) == (2, True)
    assert (folder / "talk.txt").read_bytes() == TEST.read_bytes()
    assert (folder / "alias.txt").read_text() == "This is a test.\n"
