"""The text of a result: filled piece by piece, its changes marked where they are looked at."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPalette, QTextCharFormat
from PySide6.QtWidgets import QTextEdit

from app.document.text import from_units
from app.ui.files.result_text import BEHIND_TIME, ShownResult
from app.ui.files.shown_changes import Look, Span
from app.ui.widgets.reading_text import ReadingText
from app.ui.widgets.text_marks import Layer, mark

_Underline = QTextCharFormat.UnderlineStyle
_LABELS = {Look.TIME, Look.SPEAKER}


class ResultPage(ReadingText):
    """The text, and what differs from the source where it is looked at.

    Signals:
        change_met(int): the caret was put into a change, counted from zero.
    """

    change_met = Signal(int)

    def __init__(self, shown: ShownResult) -> None:
        super().__init__()
        self._shown = shown
        self._marks_changes = False
        self._current: int | None = None
        self._is_settled = False
        self.setAccessibleName(self.tr("Text of %1").replace("%1", shown.result.path.name))
        self.document().setDocumentMargin(16)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self._marker = QTimer(self, singleShot=True, interval=0)  # within its signals Qt crashes
        self._marker.timeout.connect(self._mark)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._marker.start())
        self.cursorPositionChanged.connect(self._meet)
        self.filled.connect(self._mark)
        self._show(0)

    def show_again(self, shown: ShownResult) -> None:
        """Show the same result with other names of speakers, where it was looked at."""
        place = self.cuts.place(self.textCursor().position())
        self._shown, self._current = shown, None
        self._show(place)

    def mark_changes(self, is_wanted: bool) -> None:  # noqa: FBT001  a slot's argument
        self._marks_changes = is_wanted
        self._mark()

    def place(self) -> float:
        """Return from where changes are walked: the one that is current, or before the caret."""
        if self._current is not None:
            return self._shown.changes.stretch(self._current)[0]
        return self.cuts.place(self.textCursor().position()) - 0.5

    def show_change(self, rank: int) -> None:
        """Bring a change into sight and put the caret behind it."""
        self._current = rank
        self._go_to(self._shown.changes.stretch(rank)[1])
        self._marker.start()

    def toggle(self, rank: int) -> None:
        """Take a change back, or restore it."""
        for edit in self._shown.changes.toggle(rank):
            self.rewrite(edit)
        self._marker.start()

    def plain_text(self) -> str:
        """Return the whole text without the times beside it."""
        units, kept, end = self.units, [], 0
        for place, length in self._shown.changes.times():
            kept.append(units[end:place])
            end = place + length + len(BEHIND_TIME)
        return from_units("".join((*kept, units[end:])))

    def marked(self) -> list[Span]:
        """Return the spans that are marked now: those in sight."""
        spans = self._shown.changes.spans(*self.in_view())
        return [span for span in spans if self._marks_changes or span.look in _LABELS]

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802
        super().resizeEvent(event)
        self._marker.start()

    def changeEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, N802
        super().changeEvent(event)
        if event.type() == event.Type.PaletteChange and hasattr(self, "_marker"):
            self._marker.start()

    def _show(self, place: int) -> None:
        """Fill in the lines, then put the caret at a place, which Qt would leave at the end."""
        self._is_settled = False
        self.filled.connect(lambda: self._settle(place), Qt.ConnectionType.SingleShotConnection)
        self.show_lines(self._shown.lines)

    def _settle(self, place: int) -> None:
        self._go_to(place)
        self._is_settled = True

    def _go_to(self, place: int) -> None:
        cursor = self.textCursor()
        last = self.document().characterCount() - 1
        cursor.setPosition(min(self.cuts.position(place), last))
        was_blocked = self.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.setTextCursor(cursor)
        self.blockSignals(was_blocked)
        self.ensureCursorVisible()

    def _meet(self) -> None:
        if not self._is_settled:
            return
        rank = self._shown.changes.at(self.cuts.place(self.textCursor().position()))
        if rank != self._current:
            self._current = rank
            self._marker.start()
            if rank is not None:
                self.change_met.emit(rank)

    def _mark(self) -> None:
        formats = {look: self._format(look) for look in Look}
        marks = [
            self._mark_of(span.begin, span.length, formats[span.look]) for span in self.marked()
        ]
        if self._current is not None and self._marks_changes:
            begin, end = self._shown.changes.stretch(self._current)
            marks.append(self._mark_of(begin, end - begin, self._current_format()))
        self.layers.show(Layer.WORDS, marks)

    def _mark_of(self, begin: int, length: int, how: QTextCharFormat) -> QTextEdit.ExtraSelection:
        if not length:
            begin, length = max(0, begin - 1), 1
        first, last = map(self.cuts.position, (begin, begin + length - 1))
        return mark(self.document(), first, last + 1, how)

    def _current_format(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setBackground(self.palette().color(QPalette.ColorRole.Highlight))
        form.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
        return form

    def _format(self, look: Look) -> QTextCharFormat:
        """Each kind has an underline of its own; the tint only helps."""
        palette = self.palette()
        form = QTextCharFormat()
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        if look in {*_LABELS, Look.REJECTED}:
            form.setForeground(muted)
        if look in _LABELS:
            return form
        tint = QColor(palette.color(QPalette.ColorRole.Highlight))
        form.setUnderlineColor(muted if look is Look.REJECTED else tint)
        styles = {
            Look.ADDED: _Underline.SingleUnderline,
            Look.CAPITAL: _Underline.DotLine,
            Look.REMOVED: _Underline.WaveUnderline,
            Look.REJECTED: _Underline.DashUnderline,
        }
        form.setUnderlineStyle(styles[look])
        if look in {Look.ADDED, Look.CAPITAL}:
            tint.setAlphaF(0.28)
            form.setBackground(tint)
        return form
