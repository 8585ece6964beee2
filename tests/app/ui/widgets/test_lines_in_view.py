from __future__ import annotations

import random

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.ui.widgets.lines_in_view import lines_in_view

PARAGRAPH = "some words that are long enough to fill more than one line of it " * 8


@pytest.fixture
def edit(qtbot):
    edit = QTextEdit()
    qtbot.addWidget(edit)
    edit.resize(420, 300)
    edit.show()
    return edit


def line_at(edit, position):
    """Return the rectangle of a place, in the viewport."""
    cursor = QTextCursor(edit.document())
    cursor.setPosition(position)
    return edit.cursorRect(cursor)


def test_all_lines_in_view_are_found_and_hardly_any_others(edit):
    edit.setPlainText("\n".join([PARAGRAPH, "", "short"] * 20))
    edit.document().documentLayout().documentSize()  # lay out everything
    bar, chance = edit.verticalScrollBar(), random.Random(1)
    height = edit.viewport().height()
    length = edit.document().characterCount() - 1
    for _ in range(40):
        bar.setValue(chance.randint(0, bar.maximum()))
        first, last = lines_in_view(edit)
        line = line_at(edit, first).height()
        assert -line <= line_at(edit, first).top() <= max(1, line_at(edit, 0).top())
        assert height - 2 * line <= line_at(edit, max(0, last - 1)).top() <= height + 1
        if first:
            assert line_at(edit, first - 1).bottom() <= 1
        if last + 2 < length:
            assert line_at(edit, last + 2).bottom() >= height - 1


def test_an_empty_text_has_an_empty_line(edit):
    assert lines_in_view(edit) == (0, 0)
