"""Committed words fade to full colour, if motion is wanted; afterwards nothing runs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimeLine

from app.ui.appearance.colours import dimmed
from engine.types import Update
from tests.app.document.test_document import said
from tests.support.ui.dictation_page import dictation_room


@pytest.fixture
def room(qtbot, tmp_path):
    with dictation_room(qtbot, tmp_path) as room:
        room.view.begin_session()
        yield room


def fading(room):
    marks = room.view.extraSelections()
    return [(it.cursor.selectedText(), it.format.foreground().color()) for it in marks]


def speak(room, *words):
    room.document.apply(Update((said(*words),), "and a tail"))


def test_grey_words_get_full_colour_and_the_animation_ends(room):
    grey, ink = dimmed(room.view.palette()), room.view.palette().text().color()
    speak(room, "One", "two.")
    assert fading(room) == [("One two.", grey)]
    seen = []
    room.page.fading.line.valueChanged.connect(lambda _: seen.append(fading(room)[0]))
    room.until(lambda: room.page.fading.line.state() is QTimeLine.State.NotRunning)
    assert {text for text, _ in seen} == {"One two."}
    lightness = [colour.lightness() for _, colour in seen]
    assert lightness == sorted(lightness, reverse=grey.lightness() > ink.lightness())
    assert len(set(lightness)) > 1
    assert fading(room) == []


def test_only_the_newest_sentence_fades_and_edits_move_along(room):
    speak(room, "One.")
    speak(room, "Two.")
    room.document.replace(0, 3, "Eleven")
    assert [text for text, _ in fading(room)] == [" Two."]
    room.document.replace_all("Another text.")
    assert fading(room) == []
    assert room.page.fading.line.state() is QTimeLine.State.NotRunning


def test_without_animations_nothing_moves(room):
    room.preferences.set("accessibility.reduces_motion", True)
    speak(room, "One", "two.")
    assert fading(room) == []
    assert room.page.fading.line.state() is QTimeLine.State.NotRunning
