"""A text of any length: readable lines, short blocks, and the same text when copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.ui.widgets.cut_text import MOST_UNITS
from app.ui.widgets.reading_text import _SLICE_PIECES, _SLICE_UNITS, ReadingText
from tests.support.ui.long_texts import LONG_TEXTS, blocks_of


@pytest.fixture
def text(qtbot):
    window, text = QWidget(), ReadingText()
    qtbot.addWidget(window)
    text.show_lines(["Good morning, everyone, and thank you for coming. " * 40])
    QVBoxLayout(window).addWidget(text)
    window.setStyleSheet('*[boxed="true"] { border: 1px solid red; padding: 4px; }')
    window.resize(1900, 600)
    window.show()
    yield text
    window.hide()


def test_lines_are_wrapped_in_a_column_for_any_window_and_font_size(text):
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


@pytest.mark.parametrize("name", LONG_TEXTS)
def test_a_long_text_comes_in_slices_of_short_blocks_and_is_copied_unchanged(qtbot, text, name):
    lines, slices = LONG_TEXTS[name].split("\n"), []
    text.document().contentsChange.connect(lambda _at, _gone, come: slices.append(come))
    turns = QTimer(text, interval=0)
    seen = []
    turns.timeout.connect(lambda: seen.append(len(slices)))
    turns.start()
    text.show_lines(lines)
    assert text.document().characterCount() > 1  # the first screen is there at once
    qtbot.waitUntil(lambda: text.is_filled)
    assert max(slices) <= _SLICE_UNITS + MOST_UNITS + _SLICE_PIECES
    assert len(set(seen)) >= len([it for it in slices if it]) - 2, "the event loop ran between them"
    assert max(map(len, blocks_of(text))) <= MOST_UNITS
    text.selectAll()
    text.copy()
    assert QApplication.clipboard().text() == LONG_TEXTS[name]
    QApplication.clipboard().clear()


def test_words_are_not_split_and_places_are_found_on_both_sides_of_a_split(qtbot, text):

    text.show_lines(["first", LONG_TEXTS["words"], "last"])
    qtbot.waitUntil(lambda: text.is_filled)
    first, *pieces, last = blocks_of(text)
    assert (first, "".join(pieces), last) == ("first", LONG_TEXTS["words"], "last")
    assert len(pieces) > 10
    assert all(piece.endswith(" ") for piece in pieces[:-1])
    for cut in text.cuts.places:
        position = text.cuts.position(cut)
        assert text.cuts.place(position) == text.cuts.place(position - 1) == cut
        assert text.cuts.position(cut - 1) == position - 2
