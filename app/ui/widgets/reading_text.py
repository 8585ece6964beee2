"""Read-only text, such as sessions of the history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QMimeData, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from app.document.text import from_units, to_units
from app.ui.widgets.cut_text import Cuts, cuts_of
from app.ui.widgets.text_marks import Layer, MarkLayers, found_format, mark, stretch

_COLUMN_EM = 40
_SLICE_UNITS, _SLICE_PIECES = 50_000, 1_500


class ReadingText(QPlainTextEdit):
    """Read-only text of any length, with lines no longer than is comfortable to read.

    It is filled piece by piece, each in no more than a frame or two. Places are those of the text,
    positions those of Qt's document, in which long lines are cut.

    Signals:
        filled(): The whole text is there.
    """

    filled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.setTabChangesFocus(True)
        self.layers = MarkLayers(self)
        self.cuts, self._length = Cuts(), -1
        self._lines: Sequence[str] = ()
        self._units: str | None = None  # the whole text, once asked for
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._fill)

    @property
    def is_filled(self) -> bool:
        return not self._filler.isActive()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show paragraphs instead of the current ones."""
        self._lines, self._units = lines, None
        self.cuts, self._length = Cuts(), -1
        self._left = _pieces(lines)
        self.clear()
        self._filler.start()
        self._fill()

    @property
    def units(self) -> str:
        """The text without its cuts, in UTF-16 code units."""
        if self._units is None:
            self._units = to_units("\n".join(self._lines))
        return self._units

    def selected(self) -> tuple[int, int]:
        """Return where the selection starts and ends."""
        cursor = self.textCursor()
        return self.cuts.place(cursor.selectionStart()), self.cuts.place(cursor.selectionEnd())

    def select(self, start: int, end: int) -> None:
        """Select a stretch and scroll it into view."""
        self.setTextCursor(stretch(self.document(), *map(self.cuts.position, (start, end))))
        self.ensureCursorVisible()

    def in_view(self) -> tuple[int, int]:
        """Return the first and the last visible place."""
        seen = self.viewport().rect()
        corners = map(self.cursorForPosition, (seen.topLeft(), seen.bottomRight()))
        first, last = (self.cuts.place(corner.position()) for corner in corners)
        return first, last

    def show_found(self, stretches: Sequence[tuple[int, int]]) -> None:
        """Highlight search matches, once all of the text is there."""
        if not self.is_filled:
            return
        how, place = found_format(self.palette()), self.cuts.position
        made = [mark(self.document(), place(start), place(end), how) for start, end in stretches]
        self.layers.show(Layer.FOUND, made)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802  Qt's own
        """Copy the text without its cuts."""
        start, end = self.selected()
        data = QMimeData()
        data.setText(from_units(self.units[start:end]))
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's own
        self._keep_column()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's own
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_column()

    def _fill(self) -> None:
        pieces, room = [], _SLICE_UNITS
        is_first = self._length < 0
        for piece, is_after_cut in self._left:
            if is_after_cut:
                self.cuts.places.append(self._length)
            else:
                self._length += 1  # the line break before it; the first has none
            self._length += len(piece)
            pieces.append(piece)
            room -= len(piece)
            if room <= 0 or len(pieces) == _SLICE_PIECES:
                break
        else:
            self._filler.stop()
        if pieces:
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(("" if is_first else "\n") + from_units("\n".join(pieces)))
        if self.is_filled:
            self.filled.emit()

    def _keep_column(self) -> None:
        column = round(_COLUMN_EM * self.fontMetrics().horizontalAdvance("m"))
        side = max(0, (self.width() - column) // 2)
        if self.viewportMargins().left() != side:
            self.setViewportMargins(side, 0, side, 0)


def _pieces(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the text of each block, and whether a cut rather than a line break precedes it."""
    for line in map(to_units, lines):
        begin = 0
        for end in cuts_of(line):
            yield line[begin:end], begin > 0
            begin = end
        yield line[begin:], begin > 0
