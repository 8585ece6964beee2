"""The sounds around a dictation, as they come out of the speakers."""

from __future__ import annotations

import subprocess
import time
from itertools import groupby

import numpy as np
import pytest

from app.desktop.cues import STARTED
from engine.recognisers.vosk_recogniser import VoskRecogniser
from engine.types import AudioChunk
from tests.support.recognisers.speech import VOSK_MODEL, hear, text
from tests.support.virtual_microphone import virtual_microphone

RECORD = "parec --device=vmic.monitor --raw --format=s16le --rate=16000 --channels=1"
NOTES_HZ = {"C": 2093.0, "E": 2637.0}
FRAME = 160  # samples, 10 ms


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    with virtual_microphone(tmp_path_factory.mktemp("sound")) as made:
        yield made


@pytest.fixture
def speakers(sound, tmp_path):
    """Returns the notes played so far."""
    recorded = tmp_path / "recorded"
    with (
        recorded.open("wb") as file,
        subprocess.Popen(RECORD.split(), env=sound.environment, stdout=file) as recorder,
    ):
        yield lambda: notes(np.fromfile(recorded, "<i2"))
        recorder.terminate()


def notes(samples):
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(float)
    times_s = np.arange(FRAME) / 16_000
    names = np.array([".", *NOTES_HZ])
    waves = np.exp(-2j * np.pi * np.outer(times_s, list(NOTES_HZ.values())))
    loudness = np.abs(frames @ waves) * 2 / FRAME
    quiet = np.full((len(frames), 1), 300.0)
    heard = names[np.argmax(np.hstack([quiet, loudness]), axis=1)]
    return "".join(name for name, _ in groupby(heard[heard != "."]))


@pytest.mark.parametrize("loudness", [1.0, 0.3, 0.1])
def test_a_cue_heard_by_the_microphone_is_not_a_word(loudness):
    cue = loudness * np.frombuffer(STARTED, "<i2")
    samples = np.pad(cue, (800, 24_000)).astype("<i2").tobytes()
    chunks = [
        AudioChunk(samples[at : at + 3_200], at / 32_000) for at in range(0, len(samples), 3_200)
    ]
    assert text(hear(VoskRecogniser(VOSK_MODEL), chunks)) == ""


@pytest.mark.slow
def test_cues_are_played_for_another_application_in_front(screen, start_fermata, sound, speakers):
    own = {name: sound.environment[name] for name in ("HOME", "PULSE_RUNTIME_PATH")}
    fermata = start_fermata(general={"toggle_keys": "Ctrl+Alt+D"}, environment=own)
    fermata.until(lambda it: it.newest("keys") == "" and it.newest("active"))

    def dictate():
        fermata.said.clear()
        screen.xdotool("key", "ctrl+alt+d")
        fermata.until(lambda it: it.newest("played"))
        screen.xdotool("key", "ctrl+alt+d")
        fermata.until(lambda it: it.newest("state") == "stopped")

    def until_heard(wanted):
        deadline_s = time.monotonic() + 30
        while speakers() != wanted:
            assert time.monotonic() < deadline_s, speakers()
            time.sleep(0.1)

    dictate()  # in front: it can be seen
    field = screen.run("desktop.field_program")
    field.until(lambda it: it.newest("focus"))
    fermata.until(lambda it: it.newest("active") is False)
    dictate()
    until_heard("CEC")  # rising, and falling again
    fermata.tell('general.plays_cues "never"')
    fermata.until(lambda it: it.newest("done"))
    dictate()
    fermata.tell('general.plays_cues "always"')
    fermata.until(lambda it: it.newest("done") == 'general.plays_cues "always"')
    dictate()
    until_heard("CECEC")
