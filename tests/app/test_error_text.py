from __future__ import annotations

from pathlib import Path

import pytest

from app.error_text import exit_status, explain
from engine import errors

CASES = [
    (errors.AudioDeviceError("USB", "it is busy"), 1, ["USB", "busy", "fermata doctor"]),
    (errors.AudioDeviceError("", "no microphone was found"), 1, ["no microphone was found"]),
    (errors.AudioFileError(Path("a.wav"), "no such file"), 2, ["a.wav", "no such file"]),
    (errors.ModelNotFoundError("punctuation", "xy", (Path("/m"),)), 2, ["xy", "/m", "models"]),
    (errors.ModelNotFoundError("speech", "", (Path("/v"),)), 2, ["/v", "pocketsphinx"]),
    (errors.ModelFormatError(Path("/m/en"), "model.onnx is missing"), 2, ["/m/en", "model.onnx"]),
    (errors.RecogniserError("vosk", "it ended\nERROR: 3"), 1, ["vosk", "ERROR: 3"]),
    (errors.BackendError("torch", "torch is not installed"), 2, ["torch", "--backend"]),
    (errors.TranscriptFormatError(Path("a.srt"), "no times", 7), 2, ["a.srt, line 7: no times"]),
    (errors.TranscriptFormatError(Path("-"), "no words in it"), 2, ["standard input: no words"]),
    (errors.SettingsError("--output", "it is the source"), 2, ["--output", "the source"]),
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


def test_no_error_of_the_tree_is_forgotten():
    assert {type(error) for error, _, _ in CASES} >= set(errors.FermataError.__subclasses__())
