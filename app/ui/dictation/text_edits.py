"""Reads from a document what a person did to it."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor, QTextDocument

from app.document.code_units import to_units
from app.document.edit import exact

_LINE_ENDS = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\xa0": " "})


def text_between(document: QTextDocument, start: int, end: int) -> str:
    """Return a part of the document in code units; paragraphs end with a line feed."""
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return to_units(cursor.selectedText().translate(_LINE_ENDS))


def length_of(document: QTextDocument) -> int:
    """Return the length of its text in code units."""
    return document.characterCount() - 1  # Qt counts the last paragraph's end


def edit_of(document: QTextDocument, before: str, place: int, added: int) -> tuple[int, str, str]:
    """Return what really happened: where, what went, what came.

    Qt says which stretch changed, and that may be longer than the change, even than the text.

    Args:
        document: as it is now.
        before: its text as it was.
        place: where the stretch begins.
        added: how long it is now, about.
    """
    now = length_of(document)
    place = min(place, now, len(before))
    end = min(place + added, now)
    end_before = end - (now - len(before))
    if end_before < place:  # Qt's stretch is too short to hold what was removed
        end_before, end = len(before), now
    return exact(place, before[place:end_before], text_between(document, place, end))
