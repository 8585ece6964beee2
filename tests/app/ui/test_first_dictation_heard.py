"""The first dictation of somebody who cannot see: over AT-SPI, on a real screen."""

from __future__ import annotations

import json
from functools import partial

import pytest

from tests.support.bundles import offer_bundle
from tests.support.desktop.programs import Screen, session_bus
from tests.support.shared_data import DATA, need_program
from tests.support.ui.assistant import Assistant

SPEECH = DATA / "speech" / "flite-slt-09.wav"
TEXT = "The quick brown fox jumps over the lazy dog."
SILENCE = "No sound. Is the microphone muted, or the wrong one selected?"
STATES = ["Starting", "Listening", "Finishing", "Stopped"]
PARTS = ("Dictation", "Files", "History", "Settings")
PREFERENCES = {"models": {"recogniser": "vosk"}, "microphone": {"silence_warning_s": 2.0}}
pytestmark = pytest.mark.slow


@pytest.fixture
def bus():
    need_program("/usr/libexec/at-spi-bus-launcher")
    with session_bus() as address:
        yield address


@pytest.fixture
def screen(bus, monkeypatch, tmp_path_factory):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    screen = Screen(folder)
    yield screen
    screen.stop()


@pytest.fixture
def assistant(bus, screen):
    assistant = Assistant(bus)
    yield assistant
    assistant.close()


def start(screen, data):
    data.mkdir(exist_ok=True)
    offer_bundle(data)
    (data / "preferences.json").write_text(json.dumps(PREFERENCES))
    own = {"FERMATA_DATA": str(data), "VOSK_MODEL_PATH": str(DATA), "HOME": str(data)}
    program = screen.run("desktop.fermata_program", str(SPEECH), **own)
    program.until(lambda it: it.newest("begun"))
    return program


def go_through_first_run(assistant, fermata):
    """Press Next on each of its pages; yield what is read on them."""
    assistant.wait_for("Skip all")
    while assistant.find("Skip all"):
        words = shown(assistant)
        yield words
        if trial := assistant.find("Start or stop the test dictation"):
            try_out(assistant, fermata, trial)
            words = shown(assistant)
        further = next(it for it in assistant.look() if it.name in {"Next", "Begin"})
        assistant.press(further)
        assistant.until(partial(differs, assistant, words), f"{further.name} leads nowhere")


def try_out(assistant, fermata, trial):
    assistant.press(trial)
    assistant.until(lambda: "Listening. Speak now." in assistant.heard, "it does not listen")
    fermata.until(lambda it: it.newest("played"))
    assistant.press(trial)
    assistant.until(lambda: TEXT in assistant.heard, "the trial is not heard")
    assistant.until(lambda: "Nothing from this test is kept." in assistant.heard, "no end")


def shown(assistant):
    return [it.name for it in assistant.look() if it.role == "label"]


def differs(assistant, words):
    return shown(assistant) != words


def test_the_whole_first_dictation_is_read_and_heard(screen, assistant, tmp_path):
    fermata = start(screen, tmp_path)
    read = list(go_through_first_run(assistant, fermata))
    assert len(read) >= 3
    assert all(any(len(words) > 40 for words in page) for page in read)  # each explains itself
    text = assistant.wait_for("Text", "text")
    assistant.until(lambda: assistant.find("Text", "text").is_focused, "the text has no focus")
    parts = [assistant.find(name, "radio button") for name in PARTS]
    assert [part.is_checked for part in parts] == [True, False, False, False]
    assistant.press(parts[1])
    assistant.until(lambda: assistant.find("Files", "radio button").is_checked, "not chosen")
    assistant.press(parts[0])
    before = len(assistant.heard)
    assistant.press(assistant.wait_for("Record", "push button"))
    assistant.until(lambda: SILENCE in shown(assistant), "no notice")  # words that are late end it
    assert SILENCE in assistant.heard
    assistant.press(assistant.wait_for("Stop", "push button"))
    assistant.until(lambda: assistant.heard[-1] == "Stopped", "no end")
    heard = assistant.heard[before:]
    assert [it for it in heard if it in STATES] == STATES
    assert heard.count(TEXT) == 1
    assert assistant.urgent == []
    assert assistant.text_of(text) == TEXT
    fermata.until(lambda it: it.newest("state") == "stopped")
