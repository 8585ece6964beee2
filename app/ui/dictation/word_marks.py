"""Marks low-confidence words and the word being played, and puts dots beside their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QTextCharFormat
from PySide6.QtWidgets import QWidget

from app.document.document import Document, DocumentEvent
from app.document.word_span import WordSpan
from app.ui.appearance.colours import doubt_colour
from app.ui.dictation.dictation_view import DictationView
from app.ui.widgets.lines_in_view import lines_in_view
from app.ui.widgets.text_marks import Layer, mark

_DELAY_MS = 60
_WIDTH_PX, _DOT_PX = 16, 6


class DoubtDots(QWidget):
    """Left of the text; the words it points to can also be reached with F8.

    Signals:
        pressed(object): The `WordSpan` of the line whose dot was clicked.
    """

    pressed = Signal(object)

    def __init__(self, view: DictationView, in_view: Callable[[], list[WordSpan]]) -> None:
        super().__init__(view)
        self._view, self._in_view = view, in_view
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(self.tr("Words that were hard to hear (F8)"))
        view.viewport().installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self.update)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            text = self._view.viewport().geometry()
            place = text.topLeft()
            place.setX(max(0, place.x() - _WIDTH_PX - 4))
            self.setGeometry(place.x(), place.y(), _WIDTH_PX, text.height())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(doubt_colour(self._view.palette()))
        for middle, _ in self._lines():
            dot = QRectF((_WIDTH_PX - _DOT_PX) / 2, middle - _DOT_PX / 2, _DOT_PX, _DOT_PX)
            if dot.toAlignedRect().intersects(event.rect()):
                painter.drawEllipse(dot)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        near = [(abs(middle - event.position().y()), word) for middle, word in self._lines()]
        distance, word = min(near, key=lambda pair: pair[0], default=(_WIDTH_PX, None))
        if word is not None and distance < _WIDTH_PX:
            self.pressed.emit(word)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(_WIDTH_PX, 0)

    def _lines(self) -> Iterator[tuple[float, WordSpan]]:
        """Yield the middle of each line with such words, and the first of them."""
        before = None
        for word in self._in_view():
            line = self._view.rect_of(word)
            if line.top() != before:
                before = line.top()
                yield line.center().y(), word


class WordMarks(QObject):
    """Draws marks over the text without changing it; only what is in view takes time."""

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._doubtful_below = 0.3
        self._marks_doubtful = True
        self._spoken: WordSpan | None = None
        self.dots = DoubtDots(view, self._doubtful_in_view)
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._draw)
        document.observe(DocumentEvent, lambda _: self._follow())
        view.verticalScrollBar().valueChanged.connect(self._soon)
        view.verticalScrollBar().rangeChanged.connect(self._soon)
        view.recoloured.connect(self._soon)

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
