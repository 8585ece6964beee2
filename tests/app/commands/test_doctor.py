from __future__ import annotations

import json


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
        "recognisers",
        "punctuation models",
        "backends",
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


def test_without_a_model_dictation_is_impossible(fermata, tmp_path, monkeypatch):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    monkeypatch.setattr("engine.paths._assets_folder", lambda: tmp_path)
    status, out, _ = fermata("doctor")
    assert status == 1
    assert "! No punctuation model “en” was found" in out
    assert "not possible" in out
