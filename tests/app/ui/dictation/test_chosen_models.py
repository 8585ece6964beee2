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
def test_settings_of_the_text_do_not_reload_models(qtbot, loaded, room, key, value):
    room.until(lambda: loaded == FIRST)
    room.preferences.set(key, value)
    qtbot.wait(200)  # changes apply a moment later
    room.worker.prepare()
    qtbot.wait(50)
    assert loaded == FIRST


def test_models_are_reloaded_when_the_choice_changes(loaded, room):
    room.until(lambda: loaded == FIRST)
    room.preferences.set("advanced.threads", 1)
    room.until(lambda: loaded == [*FIRST, "load_language_model"])  # the recogniser stays
    room.controller.models_changed()  # other models may have these names now
    room.until(lambda: loaded == [*FIRST, "load_language_model", *FIRST])
