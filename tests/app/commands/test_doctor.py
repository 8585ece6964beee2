from __future__ import annotations

import json

import pytest

from app.commands.doctor import Finding, dictation_is_possible


@pytest.fixture
def findings(fermata):
    status, out, err = fermata("doctor", "--json")
    report = json.loads(out)
    assert err == ""
    assert status == (0 if report["dictation_is_possible"] else 1)
    return report["findings"]


def test_it_tells_of_everything_that_dictation_needs(findings, data_folder):
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
    for part in ("Python 3", "onnxruntime", str(data_folder), "PocketSphinx", "model en loads"):
        assert part in texts


def test_what_is_missing_comes_with_a_way_to_get_it(findings, data_folder):
    (vosk,) = [f["text"] for f in findings if f["state"] == "missing" and "Vosk" in f["text"]]
    assert str(data_folder / "speech-models") in vosk


def test_without_a_model_dictation_is_impossible(fermata, tmp_path, monkeypatch):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    monkeypatch.setattr("engine.paths._assets_folder", lambda: tmp_path)
    status, out, _ = fermata("doctor")
    assert status == 1
    assert "! No punctuation model “en” was found" in out
    assert "not possible" in out


def test_only_what_is_needed_stands_in_the_way():
    good, missing = Finding("a", "good", ""), Finding("a", "missing", "")
    assert dictation_is_possible([good, missing])
    assert not dictation_is_possible([good, Finding("a", "needed", "")])
