"""The tail in Qt's document: uncommitted words, not part of the text yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPalette, QTextCharFormat, QTextDocument

from app.document.edit import exact
from app.ui.appearance.colours import dimmed
from app.ui.widgets.text_marks import stretch


class TailText:
    """Stands at one place in the document and is replaced there.

    Its changes emit none of the document's signals: neither undo nor screen readers follow
    uncommitted words. Places outside are those of the text without the tail.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._format = QTextCharFormat()
        self.place = 0
        self.text = ""

    @property
    def end(self) -> int:
        return self.place + len(self.text)

    def set_palette(self, palette: QPalette) -> None:
        """Use a dimmer colour than text, for this palette."""
        self._format = QTextCharFormat()
        self._format.setForeground(dimmed(palette))

    def outside(self, place: int) -> int:
        if place <= self.place:
            return place
        return max(self.place, place - len(self.text))

    def inside(self, place: int) -> int:
        return place if place <= self.place else place + len(self.text)

    def show(self, place: int, text: str) -> None:
        """Show a tail at a place in the text; only what differs is redrawn."""
        if place != self.place:
            self.remove()
            self.place = place
        same, _, _ = exact(0, self.text, text)
        if same == len(self.text) == len(text):
            return
        with self._quietly():
            cursor = stretch(self._document, self.place + same, self.end)
            gap = len(text) - len(text.lstrip())
            if same < gap:  # white space cannot be dimmed
                cursor.insertText(text[same:gap], QTextCharFormat())
            cursor.insertText(text[max(same, gap) :], self._format)
        self.text = text

    def remove(self) -> None:
        if self.text:
            with self._quietly():
                stretch(self._document, self.place, self.end).removeSelectedText()
            self.text = ""

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        before = self._document.blockSignals(True)  # noqa: FBT003  Qt's signature
        try:
            yield
        finally:
            self._document.blockSignals(before)
