"""The window as a whole during a dictation: other models, other parts, closing."""

from __future__ import annotations

import json
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION, HISTORY
from app.dictation.events import State
from app.files.job import JobState
from app.history.store import HistoryStore
from engine.models.active import active_model
from tests.support.bundles import bundle_folder
from tests.support.ui.composed_window import composed_window, drop
from tests.support.ui.dictation_page import NAMES, words_of

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
OTHER = "writer"


@pytest.fixture
def folder(tmp_path):
    """A user's folder with their own language model."""
    folder = tmp_path / "data"
    own = folder / "models" / OTHER
    shutil.copytree(bundle_folder(), own)
    description = json.loads((own / "bundle.json").read_text())
    (own / "bundle.json").write_text(json.dumps(description | {"name": OTHER}))
    return folder


@pytest.fixture
def fermata(qtbot, folder):
    with composed_window(qtbot, folder) as fermata:
        yield fermata


def said(view):
    words = view.model.words
    return [words.at(index).spoken.word.text for index in range(len(words))]


def test_the_language_model_can_be_changed_during_a_dictation(fermata):
    live = fermata.page.live
    fermata.until(lambda: live.language.findData(OTHER) >= 0)
    used = []
    fermata.worker.models_changed.connect(lambda choice: used.append(choice.punctuation.model))
    fermata.begin(NAMES[0])
    fermata.until(lambda: bool(used))
    live.language.setFocus()
    target = live.language.findData(OTHER)
    step = Key.Key_Down if target > live.language.currentIndex() else Key.Key_Up
    while live.language.currentIndex() != target:
        QTest.keyClick(live.language, step)
    fermata.until(lambda: used[-1] == OTHER)
    assert fermata.controller.state is State.LISTENING
    fermata.spoken.append([fermata.microphones[-1]._paths[0].with_name(NAMES[1])])
    fermata.preferences.set("microphone.device", "another")  # opens what is spoken next
    fermata.until(lambda: len(fermata.microphones) == 2)
    fermata.until(fermata.microphones[-1].is_played.is_set)
    QTest.keyClick(fermata.window, Key.Key_F5)
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    assert said(fermata.page.view) == words_of(*NAMES[:2])
    assert live.language.currentData() == OTHER
    assert active_model(fermata.paths) == OTHER
    assert fermata.files.queue.settings.settings.punctuation.model == OTHER


def test_dictation_goes_on_while_another_part_is_open_and_files_are_processed(fermata, tmp_path):
    (tmp_path / "notes.txt").write_text("so i went to the shop\n" * 40)
    fermata.until(fermata.window.isActiveWindow)
    fermata.begin(NAMES[0])
    QTest.keyClick(fermata.window, Key(Key.Key_1 + HISTORY), Ctrl)
    assert fermata.window.stack.currentIndex() == HISTORY
    assert drop(fermata.window, tmp_path / "notes.txt")
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    QTest.keyClick(fermata.window, Key(Key.Key_1 + DICTATION), Ctrl)
    assert said(fermata.page.view) == words_of(NAMES[0])
    assert fermata.page.view.hasFocus()
    files = fermata.start_files().model
    assert files.job(0).state is JobState.DONE


def test_closing_during_a_dictation_keeps_every_word(qtbot, folder):
    with composed_window(qtbot, folder) as fermata:
        fermata.begin(NAMES[0])
        fermata.page.view.setFocus()
        data = fermata.paths.data
    store = HistoryStore(data)
    try:
        (info,) = store.sessions()
        text = store.session(info.number).text
    finally:
        store.close()
    assert [word.strip(".,?!").lower() for word in text.split()] == words_of(NAMES[0])
