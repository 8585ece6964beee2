from __future__ import annotations

import json
import shutil

import pytest

from engine.recognisers.speed import keeps_up
from tests.app.conftest import VOSK_MODEL
from tests.support.shared_data import need_program


def test_it_tells_of_everything_that_dictation_needs(fermata, data_folder):
    status, out, err = fermata("doctor", "--json")
    findings = json.loads(out)["findings"]
    is_possible = "needed" not in {finding["state"] for finding in findings}
    assert (json.loads(out)["dictation_is_possible"], err) == (is_possible, "")
    assert status == (0 if is_possible else 1)
    topics = list(dict.fromkeys(finding["topic"] for finding in findings))
    assert topics == [
        "versions",
        "folders",
        "microphones",
        "sound files",
        "recognisers",
        "speed",
        "punctuation models",
        "backends",
        "window",
    ]
    texts = "\n".join(finding["text"] for finding in findings)
    for part in (
        "Python 3",
        "onnxruntime",
        str(data_folder),
        "Whisper with whisper-tiny.en",
        "model en loads",
    ):
        assert part in texts
    (vosk,) = [f["text"] for f in findings if f["state"] == "missing" and "vosk" in f["text"]]
    assert str(data_folder / "speech-models") in vosk


def test_whether_ffmpeg_reads_videos_is_told(fermata, monkeypatch):
    program = need_program("ffmpeg")
    _, out, _ = fermata("doctor")
    assert "  + videos, M4A, WMA and others: ffmpeg " in out
    assert f", {program}\n" in out
    monkeypatch.setenv("PATH", "/nowhere")
    _, out, _ = fermata("doctor")
    assert "  - videos, M4A, WMA and others need ffmpeg: " in out


def test_without_a_model_dictation_is_impossible(fermata, tmp_path, monkeypatch):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    monkeypatch.setattr("engine.paths._assets_folder", lambda: tmp_path)
    status, out, _ = fermata("doctor")
    assert status == 1
    assert "! No punctuation model “en” was found" in out
    assert "not possible" in out


def test_each_recogniser_is_tried(fermata, data_folder, tmp_path, monkeypatch):
    for name, folder in (("fine", VOSK_MODEL), ("damaged", VOSK_MODEL)):
        shutil.copytree(folder, tmp_path / "vosk" / name)
    graph = tmp_path / "vosk" / "damaged" / "am" / "final.mdl"
    graph.write_bytes(b"no network")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path / "vosk"))
    _, out, _ = fermata("doctor", "--json")
    tried = {f["text"]: f for f in json.loads(out)["findings"] if f["topic"] == "speed"}
    (fine,) = [it for text, it in tried.items() if "Vosk with fine" in text]
    (built_in,) = [it for text, it in tried.items() if "whisper-tiny.en" in text]
    for found in (fine, built_in):
        assert (found["state"] == "good") is keeps_up(found["real_time_factor"])
        assert "times as fast as one speaks" in found["text"]
    (damaged,) = [it for text, it in tried.items() if "Vosk with damaged" in text]
    assert (damaged["state"], damaged["real_time_factor"]) == ("missing", None)
    assert "cannot be tried" in damaged["text"]


@pytest.mark.parametrize(
    ("factor", "state", "word"), [(0.25, "good", "4.0"), (2, "missing", "0.5")]
)
def test_which_keep_up_is_said(fermata, monkeypatch, factor, state, word):
    monkeypatch.setattr("engine.recognisers.speed.real_time_factor", lambda *_: factor)
    _, out, _ = fermata("doctor", "--json")
    (found,) = [f for f in json.loads(out)["findings"] if f["topic"] == "speed"]
    assert (found["state"], found["real_time_factor"]) == (state, factor)
    assert f"hears {word} times as fast" in found["text"]
    assert ("it keeps up" in found["text"]) is (state == "good")
