"""Marks in the text where nothing was heard for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QTextCursor
from PySide6.QtWidgets import QToolTip, QWidget

from app.dictation.events import Gap
from app.document.document import Document, DocumentEvent, Replaced
from app.ui.dictation.dictation_view import DictationView
from app.ui.language.durations import lasting

_WIDTH_PX, _REACH_PX = 2, 6


class GapMarks(QWidget):
    """Draws a dotted line before the first word after each gap; the text is not changed."""

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._gaps: list[tuple[int, Gap]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.viewport().installEventFilter(self)
        document.observe(DocumentEvent, lambda _: self.update())
        document.observe(Replaced, lambda _: self._forget())
        view.verticalScrollBar().valueChanged.connect(self.update)
        self.hide()

    def add(self, recording: int, gap: Gap) -> None:
        """Mark a gap of a recording whose words are in the text, or will be."""
        self._gaps.append((recording, gap))
        self._cover()
        self.show()

    def set_aside(self) -> Callable[[], None]:
        """Return a function that marks the text's gaps again, once it is back."""
        gaps = list(self._gaps)

        def bring_back() -> None:
            for recording, gap in gaps:
                self.add(recording, gap)

        return bring_back

    def _forget(self) -> None:
        self._gaps.clear()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Cover the visible text, and show a tooltip for a mark."""
        if event.type() == QEvent.Type.Resize:
            self._cover()
        if isinstance(event, QHelpEvent) and self._gaps:
            for place, gap in self._places():
                reach = place.adjusted(-_REACH_PX, 0, _REACH_PX, 0)
                if reach.contains(event.pos()):
                    text = self.tr(
                        "Nothing was heard here for %1: the microphone was disconnected."
                    )
                    text = text.replace("%1", lasting(gap.lost_s))
                    QToolTip.showText(event.globalPos(), text, self._view)
                    return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        pen = QPen(self._view.palette().highlight(), _WIDTH_PX, Qt.PenStyle.DotLine)
        painter.setPen(pen)
        for place, _ in self._places():
            if place.intersects(event.rect()):
                painter.drawLine(place.topLeft(), place.bottomLeft())
        painter.end()

    def _places(self) -> Iterator[tuple[QRect, Gap]]:
        view = self._view
        beside = view.fontMetrics().horizontalAdvance(" ") // 2
        for recording, gap in self._gaps:
            word = self._document.words.spoken_from(recording, gap.at_s)
            if word is not None:
                cursor = QTextCursor(view.document())
                cursor.setPosition(view.place_in_document(word.start))
                yield view.cursorRect(cursor).translated(-beside, 0), gap

    def _cover(self) -> None:
        self.setGeometry(self._view.viewport().geometry())
        self.raise_()
