from __future__ import annotations

import json
import os
import shutil

import pytest

from engine.recognisers.speed import keeps_up
from tests.app.conftest import VOSK_MODEL
from tests.support.desktop.programs import Program, Screen, session_bus
from tests.support.shared_data import need_program


def test_it_reports_everything_dictation_needs_and_tries_each_recogniser(
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
        "languages",
        "speed",
        "punctuation models",
        "backends",
        "window",
        "other applications",
    ]
    texts = "\n".join(finding["text"] for finding in findings)
    for part in (
        "Python 3",
        "onnxruntime",
        str(data_folder),
        "videos, M4A, WMA and others: ffmpeg ",
        f", {need_program('ffmpeg')}\n",
        "model en loads",
        "whisper-tiny.en hears: English",
        "Fermata's own punctuation: English",
    ):
        assert part in texts

    tried = {f["text"]: f for f in findings if f["topic"] == "speed"}
    (fine,) = [it for text, it in tried.items() if "Vosk with fine" in text]
    (built_in,) = [it for text, it in tried.items() if "Whisper with whisper-tiny.en" in text]
    for found in (fine, built_in):
        factor = found["real_time_factor"]
        assert f"runs at {1 / factor:.1f} times real time: " in found["text"]
        assert (found["state"] == "good") is keeps_up(factor)
        assert ("it keeps up" in found["text"]) is keeps_up(factor)
    (damaged,) = [it for text, it in tried.items() if "Vosk with damaged" in text]
    assert (damaged["state"], damaged["real_time_factor"]) == ("missing", None)
    assert "cannot be tried" in damaged["text"]


def test_missing_or_slow_parts_are_reported_and_without_a_model_dictation_is_impossible(
    fermata, tmp_path, monkeypatch
):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("engine.paths._assets_folder", lambda: tmp_path)
    monkeypatch.setattr("engine.recognisers.speech_models.multilingual_model", lambda: None)
    monkeypatch.setattr("engine.recognisers.speed.real_time_factor", lambda *_: 2.0)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    status, out, _ = fermata("doctor")
    assert status == 1
    for part in (
        "  - videos, M4A, WMA and others need ffmpeg: ",
        "  - no speech model but the small English one",
        f" into {tmp_path / 'speech-models'}\n",
        " runs at 0.5 times real time: too slow to dictate with",
        "  - Whisper base, which writes fifty languages: ",
        "  ! There is no punctuation model “en”",
        "  - without a screen there are none",
        "not ready yet",
    ):
        assert part in out


@pytest.fixture
def desktop(tmp_path, monkeypatch):
    """A screen with a session bus."""
    tmp_path.chmod(0o700)
    with session_bus() as address:
        screen = Screen(tmp_path)
        for name in ("DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"):
            monkeypatch.setenv(name, screen.environment[name])
        for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield
        screen.stop()


@pytest.fixture
def elsewhere(fermata, monkeypatch):
    """Asks what it says about other applications."""
    monkeypatch.setattr("engine.recognisers.speed.real_time_factor", lambda *_: 0.1)

    def ask():
        findings = json.loads(fermata("doctor", "--json")[1])["findings"]
        return {f["text"]: f["state"] for f in findings if f["topic"] == "other applications"}

    return ask


def test_it_reports_whether_global_keys_and_reading_other_texts_work(
    desktop, elsewhere, monkeypatch
):
    need_program("/usr/libexec/at-spi-bus-launcher")
    assert elsewhere() == {
        "global keys, and typing into them, through X11": "good",
        "the accessibility bus can be reached: sentences fit the text there": "good",
    }
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    keys, bus = elsewhere().items()
    assert keys == ("global keys, and typing into them, through X11", "good")
    assert bus[1] == "missing"
    assert (
        "password fields are not told apart. Debian and Ubuntu: apt install at-spi2-core" in bus[0]
    )


def test_on_wayland_it_asks_the_desktop_s_portals(desktop, elsewhere, monkeypatch):
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    portals = Program("desktop.portal_program", environment=os.environ)
    try:
        portals.until(lambda it: it.newest("begun"))
        keys, typing, _ = elsewhere().items()
    finally:
        portals.stop()
    assert keys == (
        "global keys: the desktop's portal GlobalShortcuts 2, which asks you first",
        "good",
    )
    assert typing[1] == "good"
    keys, typing, _ = elsewhere().items()
    assert (keys[1], typing[1]) == ("missing", "missing")
    assert "bind a key to “fermata --toggle”" in keys[0]
