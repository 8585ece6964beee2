"""Stretches of a text, and marks that are drawn over them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.ui.appearance.colours import mixed

_FOUND_SHARE = 0.3  # of the accent, so that text is read on it


class Layer(IntEnum):
    """Whose marks they are; what comes later lies above."""

    FADING = 0
    CHANGES = 1
    FOUND = 2
    WORDS = 3


class MarkLayers:
    """The marks of several on one text, of which each changes its own."""

    def __init__(self, text: QTextEdit | QPlainTextEdit) -> None:
        self._text = text
        self._layers: dict[Layer, Sequence[QTextEdit.ExtraSelection]] = {}

    def show(self, layer: Layer, marks: Sequence[QTextEdit.ExtraSelection]) -> None:
        """Show these marks, and the other layers' as before."""
        if marks or self._layers.get(layer):
            self._layers[layer] = marks
            self._text.setExtraSelections([one for it in Layer for one in self._layers.get(it, ())])


def stretch(document: QTextDocument, start: int, end: int) -> QTextCursor:
    """Return a cursor that has selected a stretch of a document."""
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def mark(
    document: QTextDocument, start: int, end: int, how: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    """Return how a stretch is to look, whatever its own format is."""
    made = QTextEdit.ExtraSelection()
    made.cursor, made.format = stretch(document, start, end), how
    return made


def found_format(palette: QPalette) -> QTextCharFormat:
    """Return how a match looks that is not the current one."""
    how = QTextCharFormat()
    accent, paper = palette.highlight().color(), palette.base().color()
    how.setBackground(mixed(accent, paper, _FOUND_SHARE))
    how.setForeground(palette.text())
    return how
