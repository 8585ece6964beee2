"""Which lines of a text are in view, without shaping them."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtGui import QTextBlock, QTextDocument
from PySide6.QtWidgets import QTextEdit


def lines_in_view(edit: QTextEdit) -> tuple[int, int]:
    """Return the document positions where the first line in view starts and the last one ends.

    `cursorForPosition` would shape both paragraphs to find a character, and Qt caches such shapes.
    """
    top = edit.verticalScrollBar().value()
    document = edit.document()
    first, _ = _line_at(document, top)
    _, last = _line_at(document, top + edit.viewport().height())
    return first, last


def _line_at(document: QTextDocument, y: float) -> tuple[int, int]:
    """Return where the line at a height starts and ends, or else the last line above it."""
    numbers = range(document.blockCount())
    number = bisect_right(numbers, y, key=lambda one: _top(document.findBlockByNumber(one))) - 1
    block = document.findBlockByNumber(max(0, number))
    layout = block.layout()
    top = layout.position().y()
    lines = range(layout.lineCount())
    line = bisect_right(lines, y, key=lambda one: top + layout.lineAt(one).y()) - 1
    if not lines:
        return block.position(), block.position()
    found = layout.lineAt(max(0, line))
    start = block.position() + found.textStart()
    return start, start + found.textLength()


def _top(block: QTextBlock) -> float:
    """Return the top of a paragraph; infinity if it is not laid out yet."""
    layout = block.layout()
    return layout.position().y() if layout.lineCount() else float("inf")
