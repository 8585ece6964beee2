from __future__ import annotations

import re
from pathlib import Path

import pytest

from app import wording
from app.commands.wording import exit_status, explain
from engine import errors
from engine.messages import own_words
from tests.support.sentences import NOON

IS_COMMAND = re.compile(r"`fermata|--(backend|recogniser|language|model)").search
CASES = [
    (errors.AudioDeviceError("USB", "it is busy"), 1, ["USB", "busy", "fermata doctor"]),
    (errors.AudioDeviceError("", "no microphone was found"), 1, ["no microphone was found"]),
    (
        errors.AudioDeviceError("USB", "unplugged", went_away=True),
        1,
        ["“USB” was disconnected, so"],
    ),
    (errors.AudioFileError(Path("a.wav"), "no such file"), 2, ["a.wav", "no such file"]),
    (errors.ModelNotFoundError("punctuation", "xy", (Path("/m"),)), 2, ["xy", "/m", "models"]),
    (errors.ModelNotFoundError("speech", "", (Path("/v"),)), 2, ["/v", "Unpack one into"]),
    (errors.ModelFormatError(Path("/m/en"), "model.onnx is missing"), 2, ["/m/en", "model.onnx"]),
    (errors.RecogniserError("vosk", own_words("it ended\nERROR: 3")), 1, ["vosk", "ERROR: 3"]),
    (errors.BackendError("torch", "torch is not installed"), 2, ["torch", "--backend"]),
    (errors.TranscriptFormatError(Path("a.srt"), "no times", 7), 2, ["a.srt, line 7: no times"]),
    (
        errors.TranscriptFormatError(Path("-"), "there are no words in it"),
        2,
        ["standard input: there are no words"],
    ),
    (errors.ForeignLanguageError(Path("a.txt"), "de", ("en",)), 2, ["a.txt", "German", "English"]),
    (errors.ForeignLanguageError(Path("a"), "zh", ("en",), "zh-yue-en"), 2, ["zh-yue-en"]),
    (
        errors.ForeignLanguageError(Path("a"), "fr", ("en",), "", "whisper-small"),
        *(2, ["French", "models download whisper-small`", "transcribe RECORDING --language fr`"]),
    ),
    (
        errors.ForeignLanguageError(Path("a"), "fr", ("en",), "", "whisper-small", True),
        *(2, ["French", "its recording, `fermata transcribe RECORDING --language fr`"]),
    ),
    (errors.ForeignSpeechError(Path("a.mp3")), 2, ["a.mp3", "English", "fermata models"]),
    (errors.ForeignSpeechError(Path("a.mp3"), "eu"), 2, ["a.mp3", "Basque", "fermata models"]),
    (errors.SettingsError("--output", "it is the source"), 2, ["--output", "the source"]),
    (errors.TrainingError("notes.txt", "it is empty"), 2, ["notes.txt: it is empty"]),
    (errors.TrainingError("", "torch is not installed"), 2, ["torch is not installed"]),
    (errors.HistoryError(Path("h.sqlite"), "the disk is full"), 1, ["h.sqlite", "disk is full"]),
    (errors.SessionNotFoundError(Path("h.sqlite"), "there is no session 7"), 1, ["session 7"]),
    (errors.HistoryDamagedError(Path("h"), "", Path("h.d"), NOON), 1, ["h.d", "copy of 2026-"]),
    (errors.HistoryDamagedError(Path("h"), "", Path("h.d"), None), 1, ["h.d", "no copy"]),
    (errors.HistoryMovedError(Path("h.sqlite"), "it was moved"), 1, ["h.sqlite", "was moved"]),
    (errors.InstanceError(Path("/run/x"), "it does not answer"), 1, ["/run/x", "does not answer"]),
    (errors.PortalError("BindShortcuts", "refused"), 1, ["BindShortcuts", "refused"]),
    (errors.FileJobError(Path("a.mp3"), "its process ended"), 1, ["a.mp3", "its process", "again"]),
    (errors.DownloadError("https://x/m.zip", "cut", None, True), 1, ["m.zip", "cut", "kept"]),
    (errors.DownloadError("https://x/m.zip", "there is nothing at this address", 404), 1, ["404"]),
    (errors.DiskSpaceError(Path("/d"), 9_000_000, 10**6), 1, ["/d", "9 MB", "1 MB is free"]),
    (errors.ArchiveError(Path("/d/m.zip"), "it is cut short"), 2, ["m.zip", "cut short"]),
    (errors.ModelExistsError("tiny", Path("/d/tiny")), 2, ["tiny", "Remove it first"]),
    (errors.ModelExistsError("en", Path("/d"), "en-2", True), 2, ["comes with", "--name en-2"]),
    (PermissionError(13, "Permission denied", "/x"), 1, ["/x", "Permission denied"]),
]


@pytest.mark.parametrize(("error", "status", "parts"), CASES)
def test_each_error_is_one_sentence(error, status, parts):
    text = explain(error)
    assert exit_status(error) == status
    assert text.endswith(".")
    assert "\n" not in text
    for part in parts:
        assert part in text
    at_window = str(wording.explain(error))
    assert not IS_COMMAND(at_window), "only a terminal is told of commands"
    assert IS_COMMAND(text) or text == at_window


def test_no_kind_of_error_is_forgotten():
    kinds = {*errors.FermataError.__subclasses__(), *errors.FileError.__subclasses__()}
    assert {type(error) for error, _, _ in CASES} >= kinds - {errors.FileError}
