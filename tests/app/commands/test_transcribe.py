from __future__ import annotations

import io
import json
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import wave

import docx
import numpy as np
import pysubs2
import pytest
import soundfile

from engine.paths import default_paths
from engine.recognisers import speech_models
from tests.app.conftest import VOSK_MODEL
from tests.support.bundles import offer_bundle
from tests.support.recognisers.speaker_networks import write_speaker_model
from tests.support.shared_data import DATA
from tests.support.sounds import write_tracks
from tests.support.terminal import run_in_terminal

FOX = DATA / "speech" / "flite-slt-09.wav"
COUNTING = DATA / "speech" / "flite-rms-03.wav"
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


def test_the_name_decides_the_format(fermata, tmp_path):
    assert fermata("transcribe", FOX, *VOSK, "-o", tmp_path / "fox.json") == (0, "", "")
    (sentence,) = json.loads((tmp_path / "fox.json").read_text())["segments"]
    assert sentence["text"] == FOX_TEXT
    times = [time for word in sentence["words"] for time in (word["start"], word["end"])]
    assert times == sorted(times)


def test_a_recording_can_be_written_in_several_formats(fermata, tmp_path):
    options = ("-o", f"{tmp_path}/", "--to", "srt,docx,vtt", "--to", "txt")
    assert fermata("transcribe", FOX, *VOSK, *options) == (0, "", "")
    names = [f"{FOX.stem}.{suffix}" for suffix in ("docx", "srt", "txt", "vtt")]
    document, srt, text, vtt = sorted(tmp_path.iterdir())
    assert [path.name for path in (document, srt, text, vtt)] == names
    assert docx.Document(str(document)).paragraphs[0].text == FOX_TEXT
    assert srt.read_text().startswith("1\n00:00:00,")
    assert pysubs2.load(str(srt))[0].start >= 0
    assert text.read_text() == FOX_TEXT + "\n"
    assert vtt.read_text().startswith("WEBVTT\n\n00:")


def test_the_user_s_words_are_written_as_listed(fermata, tmp_path, monkeypatch):
    offer_bundle(tmp_path)
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    (tmp_path / "vocabulary.txt").write_text("Qik Braun Fox = quick brown fox\n")
    options = ("-o", f"{tmp_path}/", "--to", "srt,json")
    assert fermata("transcribe", FOX, *VOSK, *options) == (0, "", "")
    text = FOX_TEXT.replace("quick brown fox", "Qik Braun Fox")
    subtitles, table = ((tmp_path / f"{FOX.stem}.{it}").read_text() for it in ("srt", "json"))
    assert " ".join(subtitles.splitlines()[2:]).strip() == text
    (sentence,) = json.loads(table)["segments"]
    assert sentence["text"] == text
    words = [word["word"].strip() for word in sentence["words"]]
    assert words == ["The", "Qik Braun Fox", "jumps", "over", "the", "lazy", "dog."]


def test_the_sound_track_with_speech_is_read_and_reported(fermata, tmp_path, silence):
    film = write_tracks(tmp_path / "film.mp4", silence, FOX)
    told = "film.mp4 has 2 sound tracks (1, 2). Number 2 is used. --track uses another."
    assert fermata("transcribe", film, *VOSK) == (
        *(0, FOX_TEXT + "\n"),
        f"fermata: Warning: {told}\n",
    )
    assert fermata("transcribe", film, *VOSK, "--track", "2") == (0, FOX_TEXT + "\n", "")
    status, _, err = fermata("transcribe", film, *VOSK, "--track", "1")
    assert (status, "no words were heard" in err) == (2, True)
    status, _, err = fermata("transcribe", film, *VOSK, "--track", "3")
    assert (status, "there is no sound track 3: it has 2" in err) == (2, True)
    status, _, err = fermata("transcribe", film, *VOSK, "--track", "second")
    assert (status, "use 1, 2" in err) == (2, True)


def test_a_header_that_states_too_little_is_reported(fermata, tmp_path):
    content = bytearray(FOX.read_bytes())
    content[40:44] = struct.pack("<I", 32_000)
    (tmp_path / "cut.wav").write_bytes(content)
    status, out, err = fermata("transcribe", tmp_path / "cut.wav", *VOSK)
    assert (status, out) == (0, FOX_TEXT + "\n")
    assert "cut.wav says 1 s of sound, but there is more in the file. All of it was read." in err


def test_an_inverted_channel_does_not_cancel_the_other(fermata, tmp_path):
    voice, rate_hz = soundfile.read(FOX, dtype="int16")
    soundfile.write(tmp_path / "a.wav", np.stack([voice, -voice], 1), rate_hz)
    assert fermata("transcribe", tmp_path / "a.wav", *VOSK) == (0, FOX_TEXT + "\n", "")


def test_words_are_shown_as_they_are_heard(fermata, tmp_path):
    command = fermata.command("transcribe", FOX, TEST, *VOSK, "--live", "-o", f"{tmp_path}/")
    status, written = run_in_terminal(command, fermata.environment, columns=100)
    assert status == 0
    shown = [it for it in re.split(r"\x1b\[[0-9;]*[A-Zm]|\s*\r", written) if it.startswith("the ")]
    assert len({*shown}) > 2
    assert all(FOX_TEXT.lower().startswith(it[:13]) for it in shown)
    assert f"\x1b[J{FOX_TEXT}\r\n" in written
    assert "of sound" not in written
    assert (tmp_path / f"{FOX.stem}.txt").read_text() == FOX_TEXT + "\n"
    assert fermata("transcribe", FOX, *VOSK, "--live") == (0, FOX_TEXT + "\n", "")
    status, _, err = fermata("transcribe", FOX, *VOSK, "--live", "--to", "srt")
    assert (status, "--live" in err) == (2, True)


def test_speakers_are_distinguished(fermata, tmp_path, monkeypatch):
    offer_bundle(tmp_path / "own")
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "own"))
    ann, bob = (soundfile.read(it, dtype="float32")[0] for it in (FOX, COUNTING))
    soundfile.write(tmp_path / "talk.wav", np.concatenate([ann, np.zeros(16_000), bob]), 16_000)
    words = ("transcribe", tmp_path / "talk.wav", *VOSK, "--speakers", "auto")
    status, out, err = fermata(*words)
    assert (status, out) == (2, "")
    assert "`fermata models download sherpa-onnx-pyannote-3.0-titanet-small` downloads one" in err
    (tmp_path / "own" / "speech-models").mkdir(parents=True)
    write_speaker_model(tmp_path / "own" / "speech-models" / "voices", ann, bob)
    status, out, err = fermata(*words)
    assert (status, err) == (0, "")
    first, second = out.strip().split("\n\n")
    assert first == f"Speaker 1: {FOX_TEXT}"
    assert second.startswith("Speaker 2: One, two, three, four, five")
    listed = fermata("models")[1]
    assert re.search(r"^voices +any +0 MB +speakers +yes$", listed, re.MULTILINE)
    status, out, _ = fermata(*words[:-1], "1")
    assert (status, "Speaker" in out) == (0, False)
    assert fermata(*words[:-1], "both")[0] == 2


def test_a_failing_file_does_not_stop_the_others(fermata, tmp_path, silence):
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


def test_a_full_stop_that_whisper_writes_only_for_a_pause_is_ignored(fermata):
    sample = default_paths().assets / "samples" / "dictation.ogg"
    status, out, _ = fermata("transcribe", sample, "--recogniser", "whisper")
    assert status == 0
    assert "Today I want to talk about the weather in New York. Last winter was very cold" in out
    assert "we lost a lot of time and money. What can we do about it?" in out
    assert out.endswith("will pay for it?\n")


def test_nothing_is_written_if_nothing_is_heard(fermata, tmp_path, silence):
    result = tmp_path / "out.srt"
    status, _, err = fermata("transcribe", silence, *VOSK, "-o", result)
    assert status == 2
    assert "no words were heard" in err
    assert not result.exists()


def test_a_truncated_file_is_transcribed_as_far_as_it_goes(fermata, tmp_path):
    path = tmp_path / "cut.wav"
    path.write_bytes(FOX.read_bytes()[: FOX.stat().st_size // 2])
    status, out, err = fermata("transcribe", path, *VOSK)
    assert out.startswith("The quick")
    assert "Traceback" not in err
    assert status in {0, 2}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--to", "srt"), "folder"),
        (("-o", FOX), "folder"),
    ],
)
def test_several_recordings_need_a_folder(fermata, options, reason):
    status, out, err = fermata("transcribe", FOX, TEST, *VOSK, *options)
    assert (status, out) == (2, "")
    assert reason in err


@pytest.mark.parametrize("name", ["talk.pdf", "talk.wav"])
def test_a_name_without_a_known_format_is_refused(fermata, tmp_path, name):
    status, _, err = fermata("transcribe", FOX, *VOSK, "-o", tmp_path / name)
    assert status == 2
    assert err.endswith("; see `fermata transcribe --help`.\n")


def test_two_recordings_with_one_name_are_refused(fermata, tmp_path):
    status, _, err = fermata("transcribe", FOX, tmp_path / FOX.name, "-o", f"{tmp_path}/texts/")
    assert status == 2
    assert f"{FOX.stem}.txt" in err


def test_a_terminal_shows_a_progress_bar_and_a_sentence_a_line(fermata):
    command = fermata.command("transcribe", FOX, *VOSK)
    status, written = run_in_terminal(command, fermata.environment, columns=100)
    assert status == 0
    assert re.search(r"\d+ of \d+ s of sound \[\S+ left\]", written)
    assert "Vosk with vosk-model-tiny-en; model en, ONNX Runtime" in written
    assert f"\r{FOX_TEXT}\r\n" in written


def test_a_recording_is_never_overwritten_by_a_text(fermata, tmp_path):
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


def repeated(path, times):
    """Write the fox so often that it takes a while."""
    with wave.open(str(FOX)) as once, wave.open(str(path), "wb") as often:
        often.setparams(once.getparams())
        frames = once.readframes(once.getnframes())
        for _ in range(times):
            often.writeframes(frames)
    return path


def begun(fermata, *words, **more):
    return fermata.start(
        *("transcribe", *words, *VOSK),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests under nohup
        **more,
    )


def content_of(folder, pattern):
    """Wait until a file in the folder has content; return it."""
    for _ in range(3000):
        for path in folder.glob(pattern):
            if path.stat().st_size:
                return path
        time.sleep(0.02)
    raise AssertionError([*folder.iterdir()])


def test_an_interrupt_keeps_what_was_heard_and_says_where(fermata, tmp_path):
    talk = repeated(tmp_path / "talk.wav", 400)
    subtitles, text = tmp_path / "talk.srt", tmp_path / "talk.txt"
    options = ("-o", f"{tmp_path}/", "--to", "srt,txt")
    process = begun(fermata, talk, talk.with_name("other.wav"), *options)
    content_of(tmp_path, ".talk.srt.*")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    kept, others = err.decode().splitlines()
    assert kept.startswith(f"Interrupted: talk.wav is in {subtitles} and {text} up to 0:")
    assert others == "1 more file was not started."
    hours, minutes, seconds = kept.rstrip(".").rpartition(" ")[2].split(":")
    until_s = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
    assert sorted(tmp_path.iterdir()) == [subtitles, text, talk]
    assert text.read_text().startswith(FOX_TEXT)
    assert text.read_text().endswith((".\n", "!\n"))  # cut amid “over”, one says “oh!”
    *_, last = pysubs2.load(str(subtitles))
    assert until_s - 10 < last.end / 1000 <= until_s + 1


def test_a_second_interrupt_quits_at_once(fermata, tmp_path, monkeypatch):
    def interrupted_twice(chunks, *_):
        next(iter(chunks))
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(StopIteration):
            next(iter(chunks))
        signal.raise_signal(signal.SIGINT)
        yield from ()

    monkeypatch.setattr("app.files.recordings.heard", interrupted_twice)
    result = tmp_path / "fox.srt"
    assert fermata("transcribe", FOX, *VOSK, "-o", result) == (130, "", "")
    assert [*tmp_path.iterdir()] == []


def test_an_interrupt_before_the_first_sentence_writes_nothing(fermata, tmp_path, monkeypatch):
    def interrupted(chunks, *_):
        signal.raise_signal(signal.SIGINT)
        yield from ()

    monkeypatch.setattr("app.files.recordings.heard", interrupted)
    said = f"Interrupted before the first sentence of {FOX.name}; nothing is written.\n"
    assert fermata("transcribe", FOX, *VOSK, "-o", tmp_path / "fox.srt") == (130, "", said)
    assert [*tmp_path.iterdir()] == []


def test_sound_from_a_pipe_leaves_nothing_behind(fermata, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for content, told in (
        (FOX.read_bytes(), (0, FOX_TEXT + "\n", "")),
        (b"", (2, "", "fermata: standard input cannot be transcribed: the file is empty.\n")),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert fermata("transcribe", "-", *VOSK) == told
        assert [*tmp_path.iterdir()] == []


def test_an_interrupt_during_input_transcribes_what_has_arrived(fermata, tmp_path):
    place, result = tmp_path / "temporary", tmp_path / "fox.txt"
    place.mkdir()
    fermata.environment["TMPDIR"] = str(place)
    process = begun(fermata, "-", "-o", result, stdin=subprocess.PIPE)
    process.stdin.write(FOX.read_bytes())
    process.stdin.flush()
    content_of(place, "fermata-*/sound")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().startswith(f"Interrupted: standard input is in {result} up to 0:00:0")
    assert result.read_text().startswith("The quick")
    assert [*place.iterdir()] == []


def test_the_keyboard_is_not_sound(fermata, monkeypatch):
    class Keyboard(io.BytesIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Keyboard()))
    status, _, err = fermata("transcribe", "-", *VOSK)
    assert (status, "pipe audio into it" in err) == (2, True)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "no installed speech model recognises German"),
        ("Cantonese", "no installed speech model recognises Cantonese"),
        ("klingon", "is not a language"),
    ],
)
def test_a_language_without_models_is_reported_plainly(fermata, monkeypatch, language, said):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)
    status, out, err = fermata("transcribe", FOX, "--language", language)
    assert (status, out) == (2, "")
    assert said in err


def test_the_language_chooses_the_models(fermata, data_folder):
    speech = data_folder / "speech-models" / VOSK_MODEL.name
    speech.parent.mkdir(exist_ok=True)
    speech.symlink_to(VOSK_MODEL)
    try:
        status, out, _ = fermata("transcribe", FOX, "--language", "English")
    finally:
        speech.unlink()
    assert (status, out) == (0, FOX_TEXT + "\n")
