"""A session recognised again by another model: beside the old text, and taken with one click."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION
from app.files.job import JobState
from engine.recognisers.speech_models import BUILT_IN, built_in_model
from tests.support.recognisers.speech import FOX
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window, drop

CLIP = DATA / "speech" / FOX
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def fermata(qtbot, tmp_path):
    if built_in_model() is None:
        pytest.skip("the package with Whisper tiny.en is missing")
    with composed_window(qtbot, tmp_path / "data") as window:
        window.until(lambda: window.again.models)
        yield window


@pytest.fixture
def talk(tmp_path):
    (tmp_path / "files").mkdir()
    return Path(shutil.copy(CLIP, tmp_path / "files" / f"talk{CLIP.suffix}"))


def on_page(fermata, path):
    """Have a recording transcribed, and bring its session to the page."""
    assert drop(fermata.window, path)
    panel = fermata.files_panel()
    fermata.until(lambda: panel.model.done == 1)
    fermata.history_writer.settle(20.0)
    fermata.edit_file()
    fermata.until(lambda: fermata.again.on_page)
    return fermata.document.text


def choose(fermata, name=BUILT_IN):
    """Choose a model in the menu of the page."""
    fermata.window.open_part(DICTATION)
    (menu,) = fermata.page.view.more
    menu.fill()
    title = next(it.title for it in fermata.again.models if it.name == name)
    next(it for it in menu.actions() if it.text().startswith(title)).trigger()


def stored(fermata):
    fermata.document_history.save()
    fermata.history_writer.settle(20.0)
    (info,) = fermata.store.sessions()
    return fermata.store.session(info.number)


def test_it_is_shown_beside_the_old_text_and_taken_with_one_click(fermata, talk):
    before = on_page(fermata, talk)
    choose(fermata)
    bar = fermata.page.changes.bar
    fermata.until(bar.isVisible)
    new = fermata.document.text
    print(before, "|", new)
    assert new != before
    assert stored(fermata).text == before, "nothing is changed before it is taken"
    QTest.mouseClick(bar.accept_all, Qt.MouseButton.LeftButton)
    assert stored(fermata).text == new
