"""Dots in the margin beside lines with words that nobody was sure of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.document.word_span import WordSpan
from app.ui.appearance.theme import doubt_colour
from app.ui.dictation.dictation_view import DictationView

_WIDTH_PX, _DOT_PX = 16, 6


class DoubtDots(QWidget):
    """Stands left of the text; what it shows can be reached by F8, too.

    Signals:
        pressed(object): the `WordSpan` whose line's dot was clicked on.
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
        """Yield the middle of each line that has such words, and the first of them."""
        before = None
        for word in self._in_view():
            line = self._view.rect_of(word)
            if line.top() != before:
                before = line.top()
                yield line.center().y(), word
