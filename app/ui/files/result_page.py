"""The text of a result: filled piece by piece, its changes marked where they are looked at."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QPalette, QTextCharFormat

from app.ui.files.result_text import Change, ShownResult, Span
from app.ui.widgets.reading_text import ReadingText
from app.ui.widgets.text_marks import mark

_Underline = QTextCharFormat.UnderlineStyle


class ResultPage(ReadingText):
    """The text, and what differs from the source where it is looked at."""

    def __init__(self, shown: ShownResult) -> None:
        super().__init__()
        self._shown = shown
        self._marks_changes = False
        self.setAccessibleName(self.tr("Text of %1").replace("%1", shown.result.path.name))
        self.document().setDocumentMargin(16)
        self._marker = QTimer(self, singleShot=True, interval=0)  # within its signals Qt crashes
        self._marker.timeout.connect(self._mark)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._marker.start())
        self.filled.connect(self._mark)
        self.show_lines(shown.lines)

    def mark_changes(self, is_wanted: bool) -> None:  # noqa: FBT001  a slot's argument
        self._marks_changes = is_wanted
        self._mark()

    def marked(self) -> list[Span]:
        """Return the spans that are marked now: those in sight."""
        seen, spans = self.viewport().rect(), self._shown.spans
        corners = map(self.cursorForPosition, (seen.topLeft(), seen.bottomRight()))
        first, last = (self.cuts.place(corner.position()) for corner in corners)
        begin = bisect_left(spans, first, key=lambda it: it.begin)
        stop = bisect_left(spans, last, key=lambda it: it.begin)
        return [s for s in spans[begin:stop] if self._marks_changes or s.change is Change.TIME]

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802
        super().resizeEvent(event)
        self._marker.start()

    def changeEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802
        super().changeEvent(event)
        if event.type() == event.Type.PaletteChange and hasattr(self, "_marker"):
            self._marker.start()

    def _mark(self) -> None:
        formats = {change: self._format(change) for change in Change}
        marks = []
        for span in self.marked():
            begin, last = map(self.cuts.position, (span.begin, span.begin + span.length - 1))
            marks.append(mark(self.document(), begin, last + 1, formats[span.change]))
        self.setExtraSelections(marks)

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
