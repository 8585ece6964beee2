"""Esc keeps a dictation; discarding is a separate command, and can be undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.dictation.events import State
from tests.faults.test_killed import words_of
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

FIRST, SECOND = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]
DISCARD = (
    Qt.Key.Key_Delete,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        yield fermata


def said(name):
    return CLIPS[name].split()


def until_stopped(fermata):
    fermata.until(lambda: fermata.controller.state is State.STOPPED)


def test_esc_does_not_end_a_dictation_and_discarding_keeps_the_text_before_it(qtbot, fermata):
    view = fermata.page.view
    fermata.begin(FIRST)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    fermata.until(lambda: words_of(view.seen_text) == said(FIRST))
    assert fermata.controller.state is State.LISTENING
    fermata.controller.stop()
    until_stopped(fermata)
    assert words_of(view.model.text) == said(FIRST)
    fermata.until(lambda: len(fermata.store.sessions()) == 1)
    before = view.model.text
    fermata.begin(SECOND)
    qtbot.keyClick(view, *DISCARD)
    until_stopped(fermata)
    assert view.model.text == before
    fermata.page.bar.undo.trigger()
    assert words_of(view.model.text) == said(FIRST) + said(SECOND)
    assert fermata.store.trash.numbers() == []


def test_a_discarded_dictation_is_in_the_trash_and_can_be_put_back(qtbot, fermata):
    view, live = fermata.page.view, fermata.page.live
    assert not live.discard.isEnabled()
    fermata.begin(FIRST)
    qtbot.mouseClick(live.discard, Qt.MouseButton.LeftButton)
    fermata.until(lambda: live.notice.label.text() == "Dictation moved to the trash.")
    assert fermata.controller.state is State.STOPPED
    assert view.model.text == ""
    assert fermata.store.sessions() == []
    [thrown] = fermata.store.sessions(in_trash=True)
    assert words_of(fermata.store.session(thrown.number).text) == said(FIRST)
    qtbot.mouseClick(live.notice.offer, Qt.MouseButton.LeftButton)
    fermata.until(lambda: words_of(view.seen_text) == said(FIRST))
    assert fermata.store.trash.numbers() == []


def test_discarding_a_dictation_keeps_what_was_typed_into_it(qtbot, fermata):
    view, notice = fermata.page.view, fermata.page.live.notice
    qtbot.keyClicks(view, "Mine. ")
    fermata.begin(FIRST, SECOND, FIRST)
    fermata.until(lambda: len(view.model.words) > 1)
    first = view.model.words.at(0)
    view.model.replace(first.end, first.end, " (typed)")
    qtbot.keyClick(view, *DISCARD)
    until_stopped(fermata)
    assert "(typed)" in view.model.text
    assert words_of(view.model.text.replace("(typed)", "")) == [
        "mine",
        *said(FIRST),
        *said(SECOND),
        *said(FIRST),
    ]
    assert "typed" in notice.label.text()


def test_without_a_history_undo_restores_a_discarded_dictation(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data", privacy__keeps_history=False) as fermata:
        view = fermata.page.view
        fermata.begin(FIRST)
        qtbot.keyClick(view, *DISCARD)
        until_stopped(fermata)
        assert view.model.text == ""
        fermata.page.bar.undo.trigger()
        assert words_of(view.model.text) == said(FIRST)
