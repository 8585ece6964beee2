"""A text that Qt would lay out for minutes: opened, pasted, edited at its splits, and copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.document.document import Document
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.document_edit import _SLICE_UNITS
from app.ui.widgets.cut_text import MOST_UNITS
from tests.app.ui.dictation.test_dictation_view_property import check
from tests.support.ui.long_texts import LONG_TEXTS, blocks_of

Key = Qt.Key


@pytest.fixture
def view(qtbot):
    view = DictationView(Document())
    qtbot.addWidget(view)
    view.resize(700, 420)
    view.show()
    view.setFocus()
    yield view
    QApplication.clipboard().clear()


@pytest.mark.parametrize("is_pasted", [False, True])
@pytest.mark.parametrize("name", LONG_TEXTS)
def test_it_comes_in_slices_of_short_blocks_and_stays_the_same_text(qtbot, view, name, is_pasted):
    text, slices = LONG_TEXTS[name], []
    view.document().contentsChange.connect(lambda _at, _gone, come: slices.append(come))
    if is_pasted:
        QApplication.clipboard().setText(text)
        view.paste()
    else:
        view.model.replace_all(text)
    assert view.model.text == text
    assert view.document().characterCount() > 1000  # the first screen is there at once
    assert not view.is_filled
    check(view)
    turns = 0
    while not view.is_filled:
        before = len(slices)
        QApplication.processEvents()
        turns += 1
        assert len(slices) - before <= 2
    assert turns > 5
    assert max(slices) <= _SLICE_UNITS + 3 * MOST_UNITS
    assert max(map(len, blocks_of(view))) <= MOST_UNITS
    check(view)
    view.selectAll()
    view.copy()
    assert QApplication.clipboard().text() == text
    view.undo()
    assert view.model.text == ("" if is_pasted else text)
    view.model.replace_all("One.\nTwo.")
    formats = [view.document().findBlockByNumber(at).blockFormat() for at in range(2)]
    assert all(it.lineHeight() > 100 for it in formats)
    check(view)


def test_keys_do_not_notice_a_split(view):
    text = LONG_TEXTS["signs"].replace("😀", "a")
    view.model.replace_all(text)
    cursor = view.textCursor()
    for key, is_behind in ((Key.Key_Backspace, 1), (Key.Key_Delete, 0), (Key.Key_Backspace, 1)):
        before, cut = view.model.text, view.document().firstBlock().length() - 1
        cursor.setPosition(cut + is_behind)
        view.setTextCursor(cursor)
        QTest.keyClick(view, key)
        assert view.model.text == before[: cut - is_behind] + before[cut - is_behind + 1 :]
    QTest.keyClick(view, Key.Key_Return)
    check(view)
    while view.model.can_undo:
        view.undo()
    assert view.model.text == text


def test_long_typed_lines_are_split_and_short_ones_joined(view):
    view.model.replace_all("x" * 1900)
    view.select(1900, 1900)
    QTest.keyClicks(view, "x" * 200)
    check(view)
    assert [len(block) for block in blocks_of(view)] == [1500, 600]
    view.select(100, 1800)
    QTest.keyClick(view, Key.Key_Delete)
    assert blocks_of(view) == ["x" * 400]


def test_selecting_all_while_it_comes_selects_everything(view):
    view.model.replace_all(LONG_TEXTS["words"])
    view.selectAll()
    view.copy()
    assert QApplication.clipboard().text() == LONG_TEXTS["words"]
    QTest.keyClick(view, Key.Key_Delete)
    assert view.model.text == ""
    assert view.is_filled
