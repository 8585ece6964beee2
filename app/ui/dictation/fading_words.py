"""Fades committed words from the grey of what may change to the text colour."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimeLine
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QStyle, QTextEdit

from app.document.document import Committed, Document, Replaced
from app.ui.appearance.colours import dimmed, mixed
from app.ui.dictation.document_edit import DocumentEdit
from app.ui.widgets.text_marks import Layer, stretch

_LASTS_MS, _FRAME_MS = 320, 40


class FadingWords(QObject):
    """Fades what was committed last; idle between sentences.

    Attributes:
        moves: False to turn off animations here; the system's setting counts too.
    """

    def __init__(self, document: Document, view: DocumentEdit) -> None:
        super().__init__(view)
        self._view = view
        self._words: QTextCursor | None = None
        self.moves = True
        self.line = QTimeLine(_LASTS_MS, self)
        self.line.setUpdateInterval(_FRAME_MS)
        self.line.valueChanged.connect(self._draw)
        self.line.finished.connect(self._end)
        document.observe(Committed, self._begin)
        document.observe(Replaced, lambda _: self._end())

    def _begin(self, event: Committed) -> None:
        self._end()
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        if not self.moves or self._view.style().styleHint(hint) <= 0:
            return
        start = event.edits[0].place
        end = start + sum(len(edit.added) for edit in event.edits)
        places = map(self._view.place_in_document, (start, end))
        self._words = stretch(self._view.document(), *places)
        self._words.setKeepPositionOnInsert(True)  # the tail that follows is grey anyway
        self._draw(0.0)
        self.line.start()

    def _draw(self, share: float) -> None:
        if self._words is None:
            return
        palette = self._view.palette()
        mark = QTextEdit.ExtraSelection()
        mark.cursor, mark.format = self._words, QTextCharFormat()
        mark.format.setForeground(mixed(palette.text().color(), dimmed(palette), share))
        self._view.layers.show(Layer.FADING, [mark])

    def _end(self) -> None:
        self.line.stop()
        self._words = None
        self._view.layers.show(Layer.FADING, [])
