from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.widgets.reading_text import ReadingText


@pytest.fixture
def text(qtbot):
    text = ReadingText()
    qtbot.addWidget(text)
    text.setPlainText("Good morning, everyone, and thank you for coming. " * 40)
    text.show()
    return text


@pytest.mark.parametrize("width", [400, 800, 1900, 3000])
def test_lines_are_wrapped_in_a_column(text, width):
    text.resize(width, 600)
    assert text.horizontalScrollBar().maximum() == 0
    assert text.viewport().width() <= 41 * text.fontMetrics().horizontalAdvance("m")
    assert text.viewport().width() > min(width, 400) - 40


def test_lines_are_wrapped_from_the_first_showing_on(qtbot):
    window, text = QWidget(), ReadingText()
    qtbot.addWidget(window)
    text.setPlainText("Good morning, everyone, and thank you for coming. " * 40)
    QVBoxLayout(window).addWidget(text)
    window.setStyleSheet('*[boxed="true"] { border: 1px solid red; padding: 4px; }')
    window.resize(1900, 600)
    window.show()
    assert text.viewport().width() < 1000
    assert text.horizontalScrollBar().maximum() == 0


def test_the_column_follows_the_letters(text):
    text.resize(1900, 600)
    before = text.viewport().width()
    font = text.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    text.setFont(font)
    assert text.viewport().width() > 1.5 * before
    assert text.horizontalScrollBar().maximum() == 0
