"""Differences of a page from its file or earlier text: highlighted, visited, rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QTextCharFormat
from PySide6.QtWidgets import QToolButton, QWidget

from app.document.document import Document, DocumentEvent, Replaced
from app.document.earlier_text import Earlier, EarlierText
from app.document.file_text import FileChange, FileText
from app.document.text import from_units
from app.history.edited_text import RECORDING, OpenedFile
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.speakers_dialog import SpeakersDialog
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.lines_in_view import lines_in_view
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.shortcuts import add_shortcut
from app.ui.widgets.text_marks import Layer, mark

_Underline = QTextCharFormat.UnderlineStyle
_DELAY_MS = 60
_TIMES_PX, _BESIDE_PX = 64, 24
_TINT = 0.28  # of the highlight, behind a change


class FileChanges(QObject):
    """The changes of a page from the transcript it came from, or from its earlier text.

    Other pages show nothing.

    Attributes:
        source: Where the page came from, possibly a recording.
        opened: The transcript it came from.
        file: The differences from it.

    Signals:
        marked(bool): The user wants changes highlighted, or no longer.
        accepted(): The text stays as it is.
        rejected(): All changes were reverted.
        none_left(): There is no further change in this direction.
    """

    marked = Signal(bool)
    accepted = Signal()
    rejected = Signal()
    none_left = Signal()

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self.source: Path | None = None
        self.opened: OpenedFile | None = None
        self.file: FileText | None = None
        self._shown: FileText | None = None  # what the page is compared with
        self._model: Callable[[], str] | None = None  # that recognised what differs
        self._are_there: bool | None = None  # None: to be determined
        self.bar = ChangesBar()
        self.times = CueTimes(document, view)
        self.marks_by_default = True
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._mark)
        document.observe(Replaced, lambda _: self._leave())
        document.observe(DocumentEvent, lambda _: self._follow())
        view.verticalScrollBar().valueChanged.connect(self._soon)
        view.verticalScrollBar().rangeChanged.connect(self._soon)
        view.cursorPositionChanged.connect(self._soon)
        self._connect()

    def show(self, source: Path | None, opened: OpenedFile | None) -> None:
        """Compare the page, just opened, with the file it came from, if any."""
        self.source, self.opened = source, opened
        if opened is None:
            return
        self.file = FileText(opened.page, opened.first_words, RECORDING, self._document)
        self.times.follow(opened)
        self._compare(self.file, are_marked=self.marks_by_default and not opened.file.is_accepted)
        self.bar.speakers.setVisible(bool(self.file.names))

    def set_aside(self) -> Callable[[], None]:
        """Return a function that compares the page with the file again, once its text is back."""
        source, opened, are_marked = self.source, self.opened, self.bar.shown.isChecked()

        def bring_back() -> None:
            self.show(source, opened)
            if opened is not None:
                self.bar.shown.setChecked(are_marked)

        return bring_back

    def show_earlier(self, earlier: Earlier, model: Callable[[], str], *, are_marked: bool) -> None:
        """Compare the page with its earlier text; `model` returns the recogniser's title."""
        self._model = model
        self._compare(EarlierText(earlier, self._document), are_marked=are_marked)

    def _compare(self, text: FileText, *, are_marked: bool) -> None:
        self._shown, self._are_there = text, None
        self.bar.speak_of(is_file=self.file is not None)
        self.bar.shown.setChecked(are_marked)
        self.bar.show()
        self._view.select(0, 0)  # it is read from the beginning
        self._mark()

    @property
    def takes_markup(self) -> bool:
        """Whether headings and bold words can be saved where the page came from."""
        return self.opened is None or self.opened.file.format_name == "md"

    @property
    def is_comparing(self) -> bool:
        return self._shown is not None

    def next(self) -> None:
        self._walk(forwards=True)

    def previous(self) -> None:
        self._walk(forwards=False)

    def reject(self) -> None:
        """Restore what the file has for the change at the caret."""
        change = self._current()
        if self._shown is not None and change is not None:
            self._shown.reject([change])
            self._view.select(change.start, change.start)

    def reject_all(self) -> None:
        if self._shown is not None:
            self._shown.reject_all()
            self.rejected.emit()

    def _connect(self) -> None:
        bar = self.bar
        bar.shown.toggled.connect(lambda _: self._mark())
        bar.next.clicked.connect(self.next)
        bar.previous.clicked.connect(self.previous)
        bar.reject.clicked.connect(self.reject)
        bar.reject_all.clicked.connect(self.reject_all)
        bar.accept_all.clicked.connect(self._accept)
        bar.shown.clicked.connect(self.marked)
        bar.speakers.clicked.connect(self._ask_names)
        for keys, name, do in (
            ("Ctrl+D", self.tr("Show changes"), bar.shown.click),
            ("F7", self.tr("Next change"), self.next),
            ("Shift+F7", self.tr("Previous change"), self.previous),
            ("Ctrl+F7", self.tr("Reject change"), self.reject),
        ):
            add_shortcut(self._view, keys, name, do)

    def _leave(self) -> None:
        self.source = self.file = self.opened = self._shown = None
        self._model = None
        self.bar.hide()
        self.times.follow(None)
        self._mark()

    def _accept(self) -> None:
        self.bar.shown.setChecked(False)
        self.marked.emit(False)  # noqa: FBT003  a signal's argument
        self.accepted.emit()

    def _walk(self, *, forwards: bool) -> None:
        if self._shown is None:
            return
        self.bar.shown.setChecked(True)
        cursor = self._view.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        beside = 0 if cursor.hasSelection() else 1  # one at the caret is both next and previous
        if forwards:
            found = self._shown.next(self._view.place_in_text(end) - beside)
        else:
            found = self._shown.previous(self._view.place_in_text(start) + beside)
        if found is None:
            self.none_left.emit()
            return
        self._view.select(*self._seen(found))
        self._view.ensureCursorVisible()
        announce(self._view, self._words(found))

    def _seen(self, change: FileChange) -> tuple[int, int]:
        """Return what to select for a change: for a deletion, the word before it."""
        if change.start < change.end:
            return change.start, change.end
        word = self._document.words.around(change.start)
        return (word.start, change.end) if word is not None else (change.start, change.end)

    def _current(self) -> FileChange | None:
        if self._shown is None:
            return None
        cursor = self._view.textCursor()
        start, end = map(self._view.place_in_text, (cursor.selectionStart(), cursor.selectionEnd()))
        return next(self._shown.changes(start, end), None)

    def _words(self, change: FileChange) -> str:
        now = from_units(self._document.units[change.start : change.end])
        words = self.tr("%1 instead of %2")
        if change.is_own:
            words = self.tr("%1 is what you wrote; %2 was recognised")
        return words.replace("%1", f"“{now}”").replace("%2", f"“{change.source}”")

    def _about(self, change: FileChange | None, model: str) -> str:
        if change is None:
            words = self.tr("Recognised again with %1. Go to a change to see the old text.")
            return words.replace("%1", model)
        if change.is_own:
            words = self.tr("You wrote this yourself. Recognised: “%1”")
        elif not change.source.strip():
            return self.tr("There was nothing here before.")
        else:
            words = self.tr("Before: “%1”")
        return words.replace("%1", change.source.strip())

    def _ask_names(self) -> None:
        if self.file is None:
            return
        dialog = SpeakersDialog(self._view, self.file.names)
        dialog.renamed.connect(self.file.rename)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _follow(self) -> None:
        self._are_there = None
        self._soon()

    def _soon(self) -> None:
        if self._shown is not None and not self._timer.isActive():
            self._timer.start()

    def _mark(self) -> None:
        current = self._current()
        if self._are_there is None:
            self._are_there = self._shown is not None and self._shown.next(-1) is not None
        self.bar.offer(current, are_there=self._are_there)
        if self._model is not None:
            self.bar.about.setText(self._about(current, self._model()))
            self.bar.about.setVisible(self.bar.shown.isChecked())
        view, marks = self._view, []
        if self._shown is not None and self.bar.shown.isChecked():
            first, last = map(view.place_in_text, lines_in_view(view))
            document, place = view.document(), view.place_in_document
            for change in self._shown.changes(first, last):
                for start, end, how in self._looks(self._shown, change):
                    marks.append(mark(document, place(start), place(end), how))
        view.layers.show(Layer.CHANGES, marks)

    def _looks(
        self, file: FileText, change: FileChange
    ) -> Iterator[tuple[int, int, QTextCharFormat]]:
        """Yield stretches and their looks; each kind has its own underline."""
        units = self._document.units
        if change.is_own:
            yield change.start, change.end, self._look(_Underline.DashUnderline)
        for part in change.parts:
            old, new = file.source(part), units[part.start : part.end]
            if not new:
                yield max(0, part.start - 1), part.end, self._look(_Underline.WaveUnderline)
                continue
            is_case = bool(old) and new.lower().startswith(old.lower())
            for at, (one, other) in enumerate(zip(old, new, strict=False)) if is_case else ():
                if one != other:
                    place = part.start + at
                    yield place, place + 1, self._look(_Underline.DotLine)
            added = part.start + (len(old) if is_case else 0)
            if added < part.end:
                yield added, part.end, self._look(_Underline.SingleUnderline)

    def _look(self, underline: _Underline) -> QTextCharFormat:
        how, tint = QTextCharFormat(), QColor(self._view.palette().highlight().color())
        how.setUnderlineColor(tint)
        how.setUnderlineStyle(underline)
        if underline in {_Underline.SingleUnderline, _Underline.DotLine}:
            tint.setAlphaF(_TINT)
            how.setBackground(tint)
        return how


class ChangesBar(QWidget):
    """The buttons for changes; each has its shortcut in its tooltip.

    Attributes:
        about: Says what the page is compared with, and what was at the caret before.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shown = QToolButton()
        self.shown.setText(self.tr("Show changes"))
        self.shown.setCheckable(True)
        self.shown.setAccessibleName(self.shown.text())
        self.previous = button(self.tr("Previous"), lambda: None)
        self.next = button(self.tr("Next"), lambda: None)
        self.reject = button(self.tr("Reject"), lambda: None)
        self.accept_all = button(self.tr("Accept all"), lambda: None)
        self.reject_all = button(self.tr("Reject all"), lambda: None)
        self.speakers = button(self.tr("Speakers…"), lambda: None)
        self.about = MutedLabel()
        self.previous.setToolTip(self.tr("Previous change (Shift+F7)"))
        self.next.setToolTip(self.tr("Next change (F7)"))
        self.speakers.setToolTip(self.tr("Rename the speakers"))
        all_ = (self.previous, self.next, self.reject, 8, self.accept_all, self.reject_all)
        buttons = row(self.shown, 8, *all_, 0, self.speakers)
        column(buttons, self.about, on=self, spacing=6, margins=(16, 0, 16, 8))
        self.speak_of(is_file=True)
        self.hide()

    def speak_of(self, *, is_file: bool) -> None:
        """Explain the buttons: the page is compared with a file, or with its earlier text."""
        self.about.setVisible(not is_file)
        self.speakers.hide()
        if is_file:
            self.shown.setToolTip(
                self.tr(
                    "Highlight what differs from the file (Ctrl+D). Underlined: added; "
                    "dotted: capitals; wavy: removed"
                )
            )
            self.accept_all.setToolTip(
                self.tr("Keep the text as it is and stop highlighting changes")
            )
            self.reject_all.setToolTip(self.tr("Restore what the file says, everywhere"))
            self._here = self.tr("Restore what the file says here (Ctrl+F7)")
        else:
            self.shown.setToolTip(
                self.tr(
                    "Highlight what differs from the text before (Ctrl+D). Underlined: another "
                    "word; dotted: capitals; wavy: left out; dashed: what you wrote yourself"
                )
            )
            self.accept_all.setToolTip(self.tr("Accept the new text"))
            self.reject_all.setToolTip(self.tr("Keep the old text"))
            self._here = self.tr("Restore the old text here (Ctrl+F7)")

    def offer(self, change: FileChange | None, *, are_there: bool) -> None:
        """Enable what can be done with the change at the caret, and with all changes."""
        self.reject.setEnabled(change is not None)
        is_own = change is not None and change.is_own
        self.reject.setText(self.tr("Use it") if is_own else self.tr("Reject"))
        own = self.tr("Use the recognised words instead of yours (Ctrl+F7)")
        self.reject.setToolTip(own if is_own else self._here)
        for one in (self.previous, self.next, self.accept_all, self.reject_all):
            one.setEnabled(are_there)


class CueTimes(QWidget):
    """Left of the text: the start time of each subtitle."""

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.viewport().installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self.update)
        document.observe(DocumentEvent, lambda _: self.update())
        self.hide()

    def follow(self, opened: OpenedFile | None) -> None:
        """Show the times of a page, if it has any."""
        is_timed = opened is not None and opened.is_timed
        self._view.set_left_margin(_TIMES_PX if is_timed else 0)
        self.setVisible(is_timed)
        self._cover()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  Qt's name
        painter = QPainter(self)
        painter.setPen(self._view.palette().color(QPalette.ColorRole.PlaceholderText))
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        view = self._view
        first, last = map(view.place_in_text, lines_in_view(view))
        place = self._document.units.rfind("\n", 0, first) + 1
        while place <= last:
            end = self._document.units.find("\n", place)
            end = len(self._document.units) if end < 0 else end
            word = self._document.words.after(place)
            if word is not None and word.start < end and word.spoken.word.start_s is not None:
                line = view.rect_of(word)
                line.setRect(0, line.top(), self.width(), line.height())
                painter.drawText(line, align, _clock(word.spoken.word.start_s))
            place = end + 1
        painter.end()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(_TIMES_PX, 0)

    def _cover(self) -> None:
        text = self._view.viewport().geometry()
        left = max(0, text.left() - _TIMES_PX - _BESIDE_PX)
        self.setGeometry(left, text.top(), text.left() - _BESIDE_PX - left, text.height())


def _clock(time_s: float) -> str:
    minutes, seconds = divmod(int(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
