from __future__ import annotations

import json

import pytest

from tests.support.bundles import offer_bundle
from tests.support.desktop.programs import Screen
from tests.support.shared_data import DATA

SPEECH = DATA / "speech" / "flite-slt-09.wav"


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    """A screen with a window manager."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    screen = Screen(folder)
    yield screen
    screen.stop()


@pytest.fixture
def field(screen):
    """A text field of another application, in front."""
    field = screen.run("desktop.field_program")
    field.until(lambda it: it.newest("focus"))
    yield field
    field.stop()


@pytest.fixture(scope="module")
def start_fermata(screen, tmp_path_factory):
    """Starts `fermata` with the given preferences."""

    def start(*words, data=None, environment=None, **sections):
        data = data or tmp_path_factory.mktemp("data")
        write_preferences(data, sections)
        own = {"FERMATA_DATA": str(data), "VOSK_MODEL_PATH": str(DATA), "HOME": str(data)}
        own |= environment or {}
        program = screen.run("desktop.fermata_program", str(SPEECH), *words, **own)
        program.until(lambda it: it.newest("begun"))
        return program

    return start


def write_preferences(data, sections):
    if not (data / "models").exists():
        offer_bundle(data)
    table = {
        "general": {"first_run_is_done": True} | sections.get("general", {}),
        "models": {"recogniser": "vosk"},
        "dictation": sections.get("dictation", {}),
    }
    (data / "preferences.json").write_text(json.dumps(table))
