"""Stretches of a text, and marks that are drawn over them."""

from __future__ import annotations

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit


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
