"""Words, time and speed below the page; text size and line width by wheel and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import DICTATION, HISTORY
from engine.types import Sentence, Update, Word
from tests.app.document.test_document import said
from tests.support.ui.composed_window import composed_window
from tests.support.ui.dictation_page import dictation_room

Control, Shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def room(qtbot, tmp_path):
    with dictation_room(qtbot, tmp_path) as room:
        yield room


def figures(room, text):
    room.until(lambda: room.page.figures.text() == text)


def turn(view, notches, modifiers):
    middle = QPointF(view.viewport().rect().center())
    turned = QPoint(0, round(120 * notches))
    event = QWheelEvent(
        *(middle, view.viewport().mapToGlobal(middle), QPoint(), turned),
        *(Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase),
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_words_time_and_speed_are_shown_also_for_a_selection(room):
    assert room.page.figures.text() == ""
    room.view.begin_session()
    room.document.apply(Update((said("One", "two", "three."),), "tail"))
    figures(room, "3 words")
    room.page.figures.show_elapsed(12.0)
    figures(room, "3 words · 0:12 dictated · 15 words a minute")
    room.page.figures.show_elapsed(4.0)  # of the next recording
    room.document.apply(Update((said("Four.", first_id=3),), ""))
    figures(room, "4 words · 0:16 dictated · 15 words a minute")
    room.view.select(0, 7)
    figures(room, "2 of 4 words · 0:16 dictated · 15 words a minute")
    room.view.select(7, 7)
    QTest.keyClicks(room.view, " more")
    figures(room, "5 words · 0:16 dictated · 15 words a minute")
    room.document.replace_all("An old text.")
    figures(room, "3 words")
    room.document.replace_all("")
    figures(room, "")


def test_chinese_is_counted_by_characters(room):
    room.view.begin_session()
    units = tuple("我們去旺角用")
    words = tuple(Word(one, id=at) for at, one in enumerate(units))
    room.document.apply(Update((Sentence((*units, "iPad。"), (*words, Word("iPad", id=9))),), ""))
    room.page.figures.show_elapsed(60.0)
    figures(room, "7 characters · 1:00 dictated · 7 characters a minute")


def test_the_wheel_changes_text_size_and_line_width_and_they_are_kept(room):
    value = lambda: room.preferences.value.accessibility  # noqa: E731
    turn(room.view, 2, Control)
    assert value().text_size_pt == 15
    assert room.view.font().pointSize() == 15
    turn(room.view, -0.5, Control)
    turn(room.view, -0.5, Control)
    assert value().text_size_pt == 14
    for key, size in ((Qt.Key.Key_Plus, 15), (Qt.Key.Key_Equal, 16), (Qt.Key.Key_Minus, 15)):
        QTest.keyClick(room.view, key, Control)
        assert value().text_size_pt == size
    QTest.keyClick(room.view, Qt.Key.Key_0, Control)
    assert value().text_size_pt == 13
    turn(room.view, -90, Control)
    assert value().text_size_pt == 8
    wide = room.view.viewport().width()
    turn(room.view, -3, Control | Shift)
    assert value().line_letters == 60
    assert room.view.viewport().width() < wide
    scrolled = room.view.verticalScrollBar().value()
    turn(room.view, 1, Control)
    assert room.view.verticalScrollBar().value() == scrolled


def test_the_wheel_also_enlarges_text_that_is_only_read(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.window.open_part(HISTORY)
        text = fermata.window.part(HISTORY).preview.text
        assert text.font().pointSize() == 13
        turn(text, 3, Control)
        assert text.font().pointSize() == 16
        turn(text, 3, Control | Shift)
        assert fermata.preferences.value.accessibility.line_letters == 72
        fermata.window.open_part(DICTATION)
        assert fermata.page.view.font().pointSize() == 16
