"""The window's keys can be changed, and everything that names them follows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from app.application import DICTATION
from app.ui.help.window import HelpWindow
from app.ui.settings.keys_page import KeysPage
from tests.support.ui.composed_window import composed_window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen
Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def opened(qtbot, tmp_path):
    return lambda: composed_window(qtbot, tmp_path / "data")


def page_of(fermata):
    panel = fermata.settings_panel()
    panel.open_page(KeysPage)
    fermata.until(fermata.window.isActiveWindow)
    return panel.page(KeysPage)


def choose(page, usual, keys):
    edit = page.edits[usual]
    edit.setFocus()
    edit.setKeySequence(QKeySequence(keys))
    edit.editingFinished.emit()


def said(page):
    return [note.text() for note in page._notes.values() if not note.isHidden()]


def menu_of(fermata):
    buttons = fermata.window.navigation.findChildren(QToolButton)
    menu = next(one.menu() for one in buttons if one.menu())
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions()]


def test_a_changed_key_does_what_the_old_one_did_and_is_named_everywhere(opened):
    with opened() as fermata:
        page = page_of(fermata)
        choose(page, "Ctrl+N", "Ctrl+Shift+N")
        choose(page, "F5", "F12")
        choose(page, "F7", "")
        assert said(page) == []
    with opened() as fermata:
        view, bar = fermata.page.view, fermata.page
        assert page_of(fermata).edits["F5"].keySequence() == QKeySequence("F12")
        fermata.window.open_part(DICTATION)
        QTest.keyClicks(view, "One.")
        QTest.keyClick(view, Key.Key_N, Ctrl)
        assert view.model.text == "One."
        QTest.keyClick(view, Key.Key_N, Ctrl | Qt.KeyboardModifier.ShiftModifier)
        assert view.model.text == ""
        assert "F12" in view.placeholderText()
        assert bar.live.record.toolTip() == "Starts dictation. F12"
        assert bar.changes.bar.next.toolTip() == "Next change (–)"
        assert "New text\tCtrl+Shift+N" in menu_of(fermata)
        QTest.keyClick(view, Key.Key_Slash, Ctrl)
        help_ = next(it for it in QApplication.topLevelWidgets() if isinstance(it, HelpWindow))
        assert "Ctrl+Shift+N New text" in " ".join(help_.text.toPlainText().split())
        help_.close()
        page = page_of(fermata)
        page.reset()
        assert page.edits["Ctrl+N"].keySequence() == QKeySequence("Ctrl+N")
        assert bar.live.record.toolTip() == "Starts dictation. F5"
        assert bar.changes.bar.next.toolTip() == "Next change (F7)"


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ("Ctrl+S", "Save"),
        ("Ctrl+C", "Typing and editing"),
        ("A", "Typing and editing"),
        ("Ctrl+Alt+D", "Start and stop dictation"),
    ],
)
def test_keys_already_in_use_are_refused_with_a_reason(shared_fermata, keys, what):
    page = page_of(shared_fermata)
    choose(page, "Ctrl+N", keys)
    assert said(page) == [f"{keys} is taken: {what}."]
    assert page.edits["Ctrl+N"].keySequence() == QKeySequence("Ctrl+N")
    choose(page, "Ctrl+N", "Ctrl+N")
    assert said(page) == []
