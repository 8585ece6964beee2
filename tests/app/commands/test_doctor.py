from __future__ import annotations

import json
import shutil

from engine.recognisers.speed import keeps_up
from tests.app.conftest import VOSK_MODEL
from tests.support.shared_data import need_program


def test_it_tells_of_everything_that_dictation_needs_and_tries_each_recogniser(
    fermata, data_folder, tmp_path, monkeypatch
):
    for name in ("fine", "damaged"):
        shutil.copytree(VOSK_MODEL, tmp_path / "vosk" / name)
    (tmp_path / "vosk" / "damaged" / "am" / "final.mdl").write_bytes(b"no network")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path / "vosk"))
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
        "videos, M4A, WMA and others: ffmpeg ",
        f", {need_program('ffmpeg')}\n",
        "model en loads",
    ):
        assert part in texts

    tried = {f["text"]: f for f in findings if f["topic"] == "speed"}
    (fine,) = [it for text, it in tried.items() if "Vosk with fine" in text]
    (built_in,) = [it for text, it in tried.items() if "Whisper with whisper-tiny.en" in text]
    for found in (fine, built_in):
        factor = found["real_time_factor"]
        assert f"hears {1 / factor:.1f} times as fast as one speaks: " in found["text"]
        assert (found["state"] == "good") is keeps_up(factor)
        assert ("it keeps up" in found["text"]) is keeps_up(factor)
    (damaged,) = [it for text, it in tried.items() if "Vosk with damaged" in text]
    assert (damaged["state"], damaged["real_time_factor"]) == ("missing", None)
    assert "cannot be tried" in damaged["text"]


def test_what_is_missing_or_too_slow_is_said_and_without_a_model_dictation_is_impossible(
    fermata, tmp_path, monkeypatch
):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("engine.paths._assets_folder", lambda: tmp_path)
    monkeypatch.setattr("engine.recognisers.speech_models.multilingual_model", lambda: None)
    monkeypatch.setattr("engine.recognisers.speed.real_time_factor", lambda *_: 2.0)
    status, out, _ = fermata("doctor")
    assert status == 1
    for part in (
        "  - videos, M4A, WMA and others need ffmpeg: ",
        "  - no speech model but the small English one",
        f" into {tmp_path / 'speech-models'}\n",
        " hears 0.5 times as fast as one speaks: too slow to dictate with",
        "  ! No punctuation model “en” was found",
        "not possible",
    ):
        assert part in out
