"""The text of a result: filled piece by piece, its changes marked where they are looked at."""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QPalette, QTextCharFormat, QTextCursor

from app.ui.files.result_text import Change, ShownResult, Span
from app.ui.widgets.reading_text import ReadingText
from app.ui.widgets.text_marks import mark

_LINES_A_SLICE = 40
_CHARACTERS_A_SLICE = 8_000
_Underline = QTextCharFormat.UnderlineStyle


class ResultPage(ReadingText):
    """Read-only text of any length; no slice of the work takes longer than a frame or two.

    Signals:
        filled(): the whole text is there.
    """

    filled = Signal()

    def __init__(self, shown: ShownResult) -> None:
        super().__init__()
        self._shown = shown
        self._marks_changes = False
        self._left = iter(shown.lines)
        self.setAccessibleName(self.tr("Text of %1").replace("%1", shown.result.path.name))
        self.document().setDocumentMargin(16)
        self.verticalScrollBar().valueChanged.connect(self._mark)
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._fill)
        self._filler.start()

    @property
    def is_filled(self) -> bool:
        return not self._filler.isActive()

    def mark_changes(self, is_wanted: bool) -> None:  # noqa: FBT001  a slot's argument
        self._marks_changes = is_wanted
        self._mark()

    def marked(self) -> list[Span]:
        """Return the spans that are marked now: those in sight."""
        first = self.firstVisibleBlock().position()
        bottom = self.viewport().rect().bottomRight()
        last = self.cursorForPosition(bottom).block()
        end = min(last.position() + last.length(), self.document().characterCount() - 1)
        spans = self._shown.spans
        begin, stop = (bisect_left(spans, at, key=lambda it: it.begin) for at in (first, end))
        return [s for s in spans[begin:stop] if self._marks_changes or s.change is Change.TIME]

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802
        super().resizeEvent(event)
        self._mark()

    def changeEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802
        super().changeEvent(event)
        if event.type() == event.Type.PaletteChange and hasattr(self, "_filler"):
            self._mark()

    def _fill(self) -> None:
        lines = []
        room = _CHARACTERS_A_SLICE
        for line in islice(self._left, _LINES_A_SLICE):
            lines.append(line)
            room -= len(line)
            if room < 0:
                break
        if not lines:
            self._filler.stop()
            self._mark()
            self.filled.emit()
            return
        is_first = self.document().isEmpty()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(("" if is_first else "\n") + "\n".join(lines))
        if is_first:
            self._mark()

    def _mark(self) -> None:
        formats = {change: self._format(change) for change in Change}
        self.setExtraSelections(
            [
                mark(self.document(), span.begin, span.begin + span.length, formats[span.change])
                for span in self.marked()
            ]
        )

    def _format(self, change: Change) -> QTextCharFormat:
        """Each kind has an underline of its own; the tint only helps."""
        palette = self.palette()
        form = QTextCharFormat()
        if change is Change.TIME:
            form.setForeground(palette.color(QPalette.ColorRole.PlaceholderText))
            return form
        tint = QColor(palette.color(QPalette.ColorRole.Highlight))
        form.setUnderlineColor(tint)
        styles = {
            Change.ADDED: _Underline.SingleUnderline,
            Change.CAPITAL: _Underline.DotLine,
            Change.REMOVED: _Underline.WaveUnderline,
        }
        form.setUnderlineStyle(styles[change])
        if change is not Change.REMOVED:
            tint.setAlphaF(0.28)
            form.setBackground(tint)
        return form
