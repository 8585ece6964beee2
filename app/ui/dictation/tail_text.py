"""The tail in a document: ordinary letters that are nobody's text yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QColor, QPalette, QTextCharFormat, QTextCursor, QTextDocument


class TailText:
    """Stands at one place of the document and is replaced in place.

    Its changes emit none of the document's signals: neither undo nor a screen reader follows what
    is only being considered. Places outside are those of the text without the tail.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._format = QTextCharFormat()
        self.place = 0
        self.text = ""

    @property
    def end(self) -> int:
        """Where it ends, in the document."""
        return self.place + len(self.text)

    def set_palette(self, palette: QPalette) -> None:
        """Look right on this palette: dimmer than text, and dotted below."""
        self._format = QTextCharFormat()
        self._format.setForeground(dimmed(palette))
        self._format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)

    def outside(self, place: int) -> int:
        """Return the place in the text of a place in the document."""
        if place <= self.place:
            return place
        return max(self.place, place - len(self.text))

    def inside(self, place: int) -> int:
        """Return the place in the document of a place in the text."""
        return place if place <= self.place else place + len(self.text)

    def show(self, place: int, text: str) -> None:
        """Show a tail at a place of the text; only what differs is drawn anew."""
        if place != self.place:
            self.remove()
            self.place = place
        same = _common_length(self.text, text)
        if same == len(self.text) == len(text):
            return
        with self._quietly():
            cursor = QTextCursor(self._document)
            cursor.setPosition(self.place + same)
            cursor.setPosition(self.end, QTextCursor.MoveMode.KeepAnchor)
            gap = len(text) - len(text.lstrip())
            if same < gap:  # there is nothing to underline
                cursor.insertText(text[same:gap], QTextCharFormat())
            cursor.insertText(text[max(same, gap) :], self._format)
        self.text = text

    def remove(self) -> None:
        """Take it away."""
        if self.text:
            with self._quietly():
                cursor = QTextCursor(self._document)
                cursor.setPosition(self.place)
                cursor.setPosition(self.end, QTextCursor.MoveMode.KeepAnchor)
                cursor.removeSelectedText()
            self.text = ""

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        before = self._document.blockSignals(True)  # noqa: FBT003  Qt's signature
        try:
            yield
        finally:
            self._document.blockSignals(before)


def dimmed(palette: QPalette) -> QColor:
    """Return the colour between text and paper that is still read easily (contrast over 4.5)."""
    text, paper = palette.text().color(), palette.base().color()
    share = 0.64

    def mixed(one: int, other: int) -> int:
        return round(share * one + (1 - share) * other)

    return QColor(
        mixed(text.red(), paper.red()),
        mixed(text.green(), paper.green()),
        mixed(text.blue(), paper.blue()),
    )


def _common_length(one: str, other: str) -> int:
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return length
