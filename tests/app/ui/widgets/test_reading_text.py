from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.widgets.reading_text import ReadingText


@pytest.fixture
def text(qtbot):
    window, text = QWidget(), ReadingText()
    qtbot.addWidget(window)
    text.setPlainText("Good morning, everyone, and thank you for coming. " * 40)
    QVBoxLayout(window).addWidget(text)
    window.setStyleSheet('*[boxed="true"] { border: 1px solid red; padding: 4px; }')
    window.resize(1900, 600)
    window.show()
    yield text
    window.hide()


def test_lines_are_wrapped_in_a_column_whatever_the_window_and_the_letters(text):
    before = text.viewport().width()
    assert before < 1000, "from the first showing on"
    for width in (400, 800, 3000, 1900):
        text.window().resize(width, 600)
        assert text.horizontalScrollBar().maximum() == 0
        assert text.viewport().width() <= 41 * text.fontMetrics().horizontalAdvance("m")
        assert text.viewport().width() > min(width, 400) - 80
    font = text.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    text.setFont(font)
    assert text.viewport().width() > 1.5 * before
    assert text.horizontalScrollBar().maximum() == 0
