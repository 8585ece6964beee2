"""Marks on words in view: those that nobody was sure of, and the one that is being played."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextCharFormat

from app.document.document import Change, Document
from app.document.word_span import WordSpan
from app.ui.appearance.theme import doubt_colour
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.doubt_dots import DoubtDots
from app.ui.widgets.lines_in_view import lines_in_view
from app.ui.widgets.text_marks import Layer, mark

_DELAY_MS = 60


class WordMarks(QObject):
    """Draws marks over the text without changing it; only what is in view costs anything."""

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._doubtful_below = 0.3
        self._marks_doubtful = True
        self._spoken: WordSpan | None = None
        self.dots = DoubtDots(view, self._doubtful_in_view)
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._draw)
        document.observe(Change, lambda _: self._follow())
        view.verticalScrollBar().valueChanged.connect(self._soon)
        view.verticalScrollBar().rangeChanged.connect(self._soon)

    def set_doubtful(self, *, below: float, are_marked: bool) -> None:
        self._doubtful_below = below
        self._marks_doubtful = are_marked
        self._soon()

    def show_spoken(self, word: WordSpan | None) -> None:
        if word != self._spoken:
            self._spoken = word
            self._draw()

    def _follow(self) -> None:
        if self._spoken is not None:
            self._spoken = self._document.words.span_of(self._spoken.spoken)
        self._soon()

    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _draw(self) -> None:
        self.dots.update()
        marks = [(word, self._wavy()) for word in self._doubtful_in_view()]
        if self._spoken is not None:
            marks.append((self._spoken, self._playing()))
        place, document = self._view.place_in_document, self._view.document()
        self._view.layers.show(
            Layer.WORDS,
            [mark(document, place(word.start), place(word.end), how) for word, how in marks],
        )

    def _doubtful_in_view(self) -> list[WordSpan]:
        if not self._marks_doubtful:
            return []
        view = self._view
        first, last = map(view.place_in_text, lines_in_view(view))
        return self._document.words.doubtful_between(first, last, self._doubtful_below)

    def _wavy(self) -> QTextCharFormat:
        how = QTextCharFormat()
        how.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        how.setUnderlineColor(doubt_colour(self._view.palette()))
        return how

    def _playing(self) -> QTextCharFormat:
        how = QTextCharFormat()
        palette = self._view.palette()
        how.setBackground(palette.highlight())
        how.setForeground(palette.highlightedText())
        return how
