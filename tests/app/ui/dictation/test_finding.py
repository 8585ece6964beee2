"""Ctrl+F on the dictation page: with keys only, during a dictation, in a long text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.document.document import Document
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from engine.paths import default_paths
from engine.types import Update
from tests.app.document.test_document import said
from tests.support.ui.long_texts import LONG_TEXTS

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
Control = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(qtbot):
    page = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    qtbot.addWidget(page)
    page.resize(800, 560)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.view.setFocus()
    return page


def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def find(page, text):
    press(Key.Key_F, Control)
    assert page.finder.field.hasFocus()
    QTest.keyClicks(page.finder.field, text)


def marked(page):
    return [it.cursor.selectedText() for it in page.view.extraSelections()]


def test_matches_are_stepped_through_and_esc_leads_back(page):
    page.view.model.replace_all("The cat and the dog and the bird.")
    page.view.select(0, 0)
    find(page, "the")
    assert page.finder.count.text() == "1 of 3"
    assert marked(page) == ["The", "the", "the"]
    seen = []
    for keys in ((Key.Key_Return,), (Key.Key_F3,), (Key.Key_F3,), (Key.Key_Return, Shift)):
        press(*keys)
        seen.append((page.finder.count.text(), page.view.selected()))
    assert seen == [
        *(("2 of 3", (12, 15)), ("3 of 3", (24, 27))),
        *(("1 of 3", (0, 3)), ("3 of 3", (24, 27))),
    ]
    press(Key.Key_F3, Shift)
    assert page.finder.count.text() == "2 of 3"
    press(Key.Key_Escape)
    assert page.view.hasFocus()
    assert not page.finder.isVisible()
    assert page.view.selected() == (12, 15)
    assert marked(page) == []
    press(Key.Key_F3)
    assert page.view.selected() == (24, 27)


def test_esc_in_the_text_closes_the_bar(page):
    page.view.model.replace_all("Something.")
    find(page, "thing")
    page.view.setFocus()
    press(Key.Key_Escape)
    assert not page.finder.isVisible()


def test_case_whole_words_and_missing_words_are_handled(page):
    page.view.model.replace_all("Cat, concat, 我養cat。")
    find(page, "cat")
    assert page.finder.count.text() == "1 of 3"
    page.finder.whole_words.click()
    assert page.finder.count.text() == "1 of 2"
    page.finder.minds_case.click()
    assert page.finder.count.text() == "1 of 1"
    assert page.view.selected()[0] == page.view.model.text.rindex("cat")
    page.finder.field.setText("dog")
    assert page.finder.count.text() == "Not found"
    assert not page.finder.forth.isEnabled()
    page.finder.field.clear()
    assert page.finder.count.text() == ""


def test_the_selection_is_searched_for(page):
    page.view.model.replace_all("one two one")
    page.view.select(8, 11)
    press(Key.Key_F, Control)
    assert page.finder.field.selectedText() == "one"
    assert page.finder.count.text() == "2 of 2"


def test_replacing_goes_from_match_to_match(page):
    page.view.model.replace_all("a cat, a cat, a cat")
    press(Key.Key_R, Control)
    QTest.keyClicks(page.finder.field, "cat")
    page.finder.new.setFocus()
    QTest.keyClicks(page.finder.new, "cat!")
    press(Key.Key_Return)
    press(Key.Key_Return)
    assert page.view.model.text == "a cat!, a cat!, a cat"
    assert page.view.selected() == (18, 21)
    page.view.undo()
    assert page.view.model.text == "a cat!, a cat, a cat"


def test_all_are_replaced_in_one_step_during_a_dictation(qtbot, page):
    model = page.view.model
    page.view.begin_session()
    model.apply(Update((said("One", "and", "one."),), "and one more"))
    press(Key.Key_R, Control)
    QTest.keyClicks(page.finder.field, "one")
    page.finder.new.setText("two")
    assert page.finder.count.text() in {"1 of 2", "2 of 2"}
    model.apply(Update((said("And", "one", "more.", first_id=3),), "one"))
    page.finder.replace_all.click()  # including new ones; the tail is not text yet
    assert model.text == "two and two. And two more."
    qtbot.waitUntil(lambda: not page.finder.replace.isEnabled())
    page.finder._search_again()
    assert page.finder.count.text() == "3 replaced"
    assert page.view.toPlainText().endswith("more. one")
    assert [model.words.at(at).spoken.word.id for at in range(6)] == [*range(6)]
    press(Key.Key_Escape)
    page.bar.undo.trigger()
    assert model.text == "One and one. And one more."
    find(page, "one")
    model.apply(Update((said("One.", first_id=6),), ""))
    qtbot.waitUntil(lambda: page.finder.count.text().endswith("of 4"))


def test_only_matches_in_view_are_marked_in_a_long_text(qtbot, page):
    text = LONG_TEXTS["words"]
    page.view.model.replace_all(f"{text}needle")
    assert not page.view.is_filled
    find(page, "needle")
    assert page.finder.count.text() == "1 of 1"
    qtbot.waitUntil(lambda: page.view.selected() == (len(text), len(text) + 6), timeout=60_000)
    page.finder.field.setText("shop")
    page.finder.previous()
    qtbot.waitUntil(lambda: 0 < len(marked(page)) < 400 and set(marked(page)) == {"shop"})
