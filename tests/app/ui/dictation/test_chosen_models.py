from __future__ import annotations

import pytest

import engine.build
from engine.recognisers import recogniser_process
from tests.support.ui.dictation_page import dictation_room

FIRST = ["load_language_model", "RecogniserProcess"]


@pytest.fixture
def loaded(monkeypatch):
    """What is loaded from now on: networks and recognisers."""
    names = []

    def count(module, name):
        make = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *them, **more: names.append(name) or make(*them, **more)
        )

    count(engine.build, "load_language_model")
    count(recogniser_process, "RecogniserProcess")
    return names


@pytest.fixture
def room(qtbot, tmp_path, loaded):
    with dictation_room(qtbot, tmp_path) as room:
        yield room


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dictation.clock", "24"),
        ("dictation.chinese_script", "taiwan"),
        ("advanced.cap_words", 60),
        ("advanced.writes_log", True),
    ],
)
def test_a_setting_of_the_text_loads_no_model_again(qtbot, loaded, room, key, value):
    room.until(lambda: loaded == FIRST)
    room.preferences.set(key, value)
    qtbot.wait(200)  # changes are followed a moment later
    room.worker.prepare()
    qtbot.wait(50)
    assert loaded == FIRST


def test_models_are_loaded_again_where_others_are_meant(loaded, room):
    room.until(lambda: loaded == FIRST)
    room.preferences.set("advanced.threads", 1)
    room.until(lambda: loaded == [*FIRST, "load_language_model"])  # the recogniser stays
    room.controller.models_changed()  # others may lie behind their names
    room.until(lambda: loaded == [*FIRST, "load_language_model", *FIRST])
