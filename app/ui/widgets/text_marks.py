"""Stretches of a text, and marks drawn over them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.ui.appearance.colours import mixed

_FOUND_SHARE = 0.3  # of the accent, so that text is readable on it


class Layer(IntEnum):
    """Whose marks they are; later layers are on top."""

    FADING = 0
    CHANGES = 1
    SPELLING = 2
    FOUND = 3
    WORDS = 4


class MarkLayers:
    """The marks of several owners on one text, each changing only its own."""

    def __init__(self, text: QTextEdit | QPlainTextEdit) -> None:
        self._text = text
        self._layers: dict[Layer, Sequence[QTextEdit.ExtraSelection]] = {}

    def show(self, layer: Layer, marks: Sequence[QTextEdit.ExtraSelection]) -> None:
        """Show these marks, and the other layers' as before."""
        if marks or self._layers.get(layer):
            self._layers[layer] = marks
            self._text.setExtraSelections([one for it in Layer for one in self._layers.get(it, ())])


def stretch(document: QTextDocument, start: int, end: int) -> QTextCursor:
    """Return a cursor with a stretch of a document selected."""
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def mark(
    document: QTextDocument, start: int, end: int, how: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    """Return a mark that gives a stretch this look, whatever its own format."""
    made = QTextEdit.ExtraSelection()
    made.cursor, made.format = stretch(document, start, end), how
    return made


def found_format(palette: QPalette) -> QTextCharFormat:
    """Return the look of a match other than the current one."""
    how = QTextCharFormat()
    accent, paper = palette.highlight().color(), palette.base().color()
    how.setBackground(mixed(accent, paper, _FOUND_SHARE))
    how.setForeground(palette.text())
    return how
