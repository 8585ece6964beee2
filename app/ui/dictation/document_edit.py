"""A text editor that shows a document, including the tail, which no edit can touch."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.document.document import (
    Committed,
    DictationMoved,
    Document,
    Edited,
    MarkChanged,
    Replaced,
    Selected,
    TailChanged,
)
from app.document.edit import Edit, exact, place_after
from app.document.text import from_units, to_units
from app.ui.dictation.shown_text import (
    CUT,
    ShownText,
    edit_of,
    is_after_cut,
)
from app.ui.dictation.tail_text import TailText
from app.ui.widgets.lines_in_view import lines_in_view
from app.ui.widgets.text_marks import Layer, MarkLayers, found_format, mark

_SLICE_UNITS, _SLICE_LINES = 20_000, 400
_MOST_PARTS = 200  # more are made as one edit, slice by slice
_LINE_END = re.compile("\r\n|[\r\u2028\u2029]")
_MOVES = frozenset(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        *("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"),
        *("Shift", "Control", "Alt", "AltGr", "Meta", "Escape"),
    )
)


def _formats() -> tuple[QTextCharFormat, QTextCharFormat]:
    """Return two formats that look the same; sentences alternate between them.

    Qt shapes text of one format at once, and since 6.10 each paragraph keeps a buffer for the
    longest run it has shaped: 300 bytes per word for a whole paragraph, 20 this way.
    """
    other = QTextCharFormat()
    other.setProperty(QTextFormat.Property.UserProperty, 1)
    return QTextCharFormat(), other


class DocumentEdit(QTextEdit):
    """Ordinary editing, reported to the document; other changes of the document show up here.

    The tail is removed from Qt's document before a user's edit and put back afterwards, so that no
    edit can touch it and no update an edit. Undo is the document's, as Qt's own would include the
    tail. Long paragraphs are cut in Qt's document, and long text is inserted slice by slice.

    Signals:
        nothing_undone(): Undo was requested, but there is nothing to undo.

    Attributes:
        model: The document; Qt's own is a copy of it, with the tail.
        layers: The marks over the text.
    """

    nothing_undone = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = document
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self._formats = deque(_formats())
        self.layers = MarkLayers(self)
        self._text = ShownText(self.document())
        self._tail = TailText(self.document())
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._fill)
        self._touched: tuple[int, int] | None = None
        self._shows_tail = True
        self._needs_repair = False
        self._is_own = False
        self._is_telling = False
        self._is_lifted = self._is_dropping = False
        self._unmarked = range(0)
        self._comes_back_to: list[int] | None = None
        self.document().contentsChange.connect(self._follow_person)
        self.document().contentsChanged.connect(self._repair)
        document.observe(Committed, self._follow_committed)
        document.observe(MarkChanged, self._follow_mark)
        document.observe(Edited, self._follow_edited)
        document.observe(Replaced, self._follow_replaced)
        document.observe(TailChanged, lambda _: self._show_tail())
        document.observe(DictationMoved, lambda _: self._show_tail())
        document.observe(Selected, self._follow_selected)

    @property
    def units(self) -> str:
        return self.model.units

    @property
    def shown_tail(self) -> str:
        """The tail as now shown, with the spaces around it."""
        return from_units(self._tail.text)

    @property
    def seen_text(self) -> str:
        """The text, with the tail if that is shown."""
        units, place = self.model.units, self.model.tail_place
        return from_units(units[:place] + self._tail.text + units[place:])

    def set_shows_tail(self, shows: bool) -> None:  # noqa: FBT001
        self._shows_tail = shows
        self._show_tail()

    def undo(self) -> None:
        if self.model.can_undo:
            self.model.undo()
        else:
            self.nothing_undone.emit()

    def redo(self) -> None:
        self.model.redo()

    def select(self, start: int, end: int) -> None:
        self._set_caret(self.place_in_document(start), self.place_in_document(end))
        self.ensureCursorVisible()

    def set_aside(self) -> Callable[[], None]:
        """Return a function that restores selection and scroll position, once the text is back."""
        (start, end), scrolled = self.selected(), self.verticalScrollBar().value()

        def bring_back() -> None:
            self.select(start, end)
            if self.is_filled:
                self.verticalScrollBar().setValue(scrolled)
            else:
                self._comes_back_to = [start, end]

        return bring_back

    def in_view(self) -> tuple[int, int]:
        """Return the places where the first line in view starts and the last one ends."""
        first, last = map(self.place_in_text, lines_in_view(self))
        return first, last

    def show_found(self, stretches: Sequence[tuple[int, int]]) -> None:
        """Highlight search matches."""
        how, place = found_format(self.palette()), self.place_in_document
        made = [mark(self.document(), place(start), place(end), how) for start, end in stretches]
        self.layers.show(Layer.FOUND, made)

    def caret(self) -> int:
        return self.place_in_text(self.textCursor().position())

    def place_in_document(self, place: int) -> int:
        """Convert a place in the text to a position in Qt's document, with tail and cuts."""
        return self._tail.inside(self._text.position(place))

    def place_in_text(self, position: int) -> int:
        return self._text.place(self._tail.outside(position))

    @property
    def is_filled(self) -> bool:
        """Whether the whole text is in Qt's document."""
        return not self._text.waiting

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        self._comes_back_to = None
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo()
        elif event.matches(QKeySequence.StandardKey.InsertParagraphSeparator):
            with self._lifted():  # Qt would copy the format of an empty paragraph
                self.textCursor().insertBlock()
            self.ensureCursorVisible()
        elif event.key() in _MOVES:
            self.model.end_step()
            super().keyPressEvent(event)
            self._leave_selected()
        else:
            with self._lifted():
                self._step_over_cut(event.key())
                super().keyPressEvent(event)
            if event.isAccepted() and event.text():
                self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802  Qt's name
        """Compose next to the tail, which is hidden meanwhile."""
        self._take_tail_out()
        super().inputMethodEvent(event)
        self._is_lifted = bool(event.preeditString())
        if not self._is_lifted:
            self._put_tail_back()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        super().focusOutEvent(event)
        if self._is_lifted:
            self._put_tail_back()

    def copy(self) -> None:
        """Copy what is visible, including the tail if it is selected."""
        self.model.end_step()
        start, end = self.selected()
        cursor, tail = self.textCursor(), self._tail
        is_in_it = cursor.selectionStart() <= tail.place and tail.end <= cursor.selectionEnd()
        units, place = self.model.units, self.model.tail_place
        if start < end and tail.text and is_in_it:
            seen = units[start:place] + tail.text + units[place:end]
            QGuiApplication.clipboard().setText(from_units(seen))
        else:
            super().copy()

    def cut(self) -> None:
        with self._lifted():
            super().cut()

    def paste(self) -> None:
        with self._lifted():
            super().paste()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        self._is_dropping = True  # the dragged text is removed in the same edit
        with self._lifted():
            super().dropEvent(event)
        self._is_dropping = False

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  Qt's name
        text = source.text()
        self.model.end_step()
        with self._lifted():
            if len(text) <= _SLICE_UNITS or self._is_dropping:
                self.textCursor().insertText(text, QTextCharFormat())
            else:
                self._insert_much(_LINE_END.sub("\n", text).replace("\xa0", " "))
        self.model.end_step()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802  Qt's name
        """Accept text only: the window handles files."""
        return source.hasText() and not source.hasUrls()

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802  Qt's name
        start, end = self.selected()
        data = QMimeData()
        data.setText(from_units(self.model.units[start:end]))
        return data

    @contextmanager
    def _lifted(self) -> Iterator[None]:
        """Work on the document without the tail; the view updates once, at the end."""
        if self._is_lifted:
            yield
            return
        layout = self.document().documentLayout()
        layout.blockSignals(True)  # noqa: FBT003  Qt's signature
        self._take_tail_out()
        try:
            yield
        finally:
            self._put_tail_back()
            layout.blockSignals(False)  # noqa: FBT003  Qt's signature
            layout.documentSizeChanged.emit(layout.documentSize())
            self.viewport().update()

    def selected(self) -> tuple[int, int]:
        """Return where the selection starts and ends."""
        cursor, outside = self.textCursor(), self._tail.outside
        return self._text.selection(
            outside(cursor.selectionStart()), outside(cursor.selectionEnd())
        )

    def _insert_much(self, text: str) -> None:
        start, end = self.selected()
        self.model.replace(start, end, text)
        caret = self.place_in_document(start + len(to_units(text)))
        self._set_caret(caret, caret)

    def _step_over_cut(self, key: int) -> None:
        """Let Backspace and Delete skip a cut, which is no character."""
        cursor, move = self.textCursor(), QTextCursor.MoveOperation
        block = cursor.block()
        if cursor.hasSelection():
            return
        if key == Qt.Key.Key_Backspace and cursor.atBlockStart() and is_after_cut(block):
            cursor.movePosition(move.PreviousCharacter)
        elif key == Qt.Key.Key_Delete and cursor.atBlockEnd() and is_after_cut(block.next()):
            cursor.movePosition(move.NextCharacter)
        self.setTextCursor(cursor)

    def _take_tail_out(self) -> None:
        self._is_lifted = True
        self._tail.remove()

    def _put_tail_back(self) -> None:
        self._settle()
        self._is_lifted = False
        self._show_tail()

    def _show_tail(self) -> None:
        """Show the tail at the dictation cursor, if wanted; the caret stays before it."""
        if self._is_lifted:
            return
        caret = self.textCursor()
        anchor, position = map(self._tail.outside, (caret.anchor(), caret.position()))
        is_wanted = self._shows_tail and self.model.is_dictating
        place = self._text.position(self.model.tail_place)
        self._tail.show(place, self.model.shown_tail if is_wanted else "")
        self._set_caret(self._tail.inside(anchor), self._tail.inside(position))

    def _set_caret(self, anchor: int, position: int) -> None:
        """Move the caret without scrolling to it, as Qt would."""
        cursor = self.textCursor()
        if (cursor.anchor(), cursor.position()) != (anchor, position):
            bar = self.verticalScrollBar()
            scrolled = bar.value()
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
            bar.setValue(scrolled)

    def _follow_committed(self, event: Committed) -> None:
        with self._lifted():
            for edit in event.edits:
                self._make(edit)

    def _follow_mark(self, event: MarkChanged) -> None:
        with self._lifted():
            self._make(event.edit)

    def _follow_edited(self, event: Edited) -> None:
        if self._is_telling:
            return
        with self._lifted():
            if len(event.parts) > 1:
                self._make_each(event)
                return
            self._make(event.edit)
            caret = self.place_in_document(event.edit.place + len(event.edit.added))
            self._set_caret(caret, caret)
            self.ensureCursorVisible()

    def _follow_selected(self, event: Selected) -> None:
        one = event.selection
        if one is not None and one.returns_to is not None:
            self.select(one.start, one.end)

    def _leave_selected(self) -> None:
        """Drop the voice selection if the user has selected something else."""
        one = self.model.selection
        if one is not None and self.selected() != (one.start, one.end):
            self.model.deselect()

    def _make_each(self, event: Edited) -> None:
        """Make many edits without scrolling away."""
        selected = [place_after(place, event.parts) for place in self.selected()]
        if len(event.parts) <= _MOST_PARTS:
            for part in reversed(event.parts):
                self._make(part)
        else:
            self._make(event.edit)
        self._comes_back_to = selected if self._text.waiting else None
        self._set_caret(*map(self.place_in_document, selected))

    def _follow_replaced(self, event: Replaced) -> None:
        with self._lifted():
            self._make(event.edit)

    def _make(self, edit: Edit) -> None:
        """Apply an edit of the document to Qt's document, from which the tail has been removed.

        Of long text only the first slice is inserted at once.
        """
        start, end = edit.place, edit.place + len(edit.removed)
        caret = self.textCursor()
        begin = caret.selectionStart()
        is_selected_up_to_it = caret.hasSelection() and caret.selectionEnd() == self._text.position(
            start
        )
        is_much = len(edit.added) > _SLICE_UNITS or edit.added.count("\n") > _SLICE_LINES
        gone = self._text.wait(start, end, edit.growth, is_much=is_much)
        if gone is None:
            self._replace(*self._text.edited(start, end, edit.growth), edit.added)
        else:
            self._replace(*gone, "")
            self._fill()
        if is_selected_up_to_it:  # the new text was not selected
            self._set_caret(begin, self._text.position(start))

    def _fill(self) -> None:
        """Insert the next slice of waiting text into Qt's document."""
        with self._lifted():
            place, units = self._text.next_slice(self.model.units, _SLICE_UNITS, _SLICE_LINES)
            self._replace(place, place, units)
        if self._text.waiting:
            self._filler.start()
            return
        self._filler.stop()
        if self._comes_back_to is not None:
            self.select(*self._comes_back_to)
            self._comes_back_to = None

    def _replace(self, start: int, end: int, units: str) -> None:
        """Replace a stretch of what is shown."""
        self._is_own = True
        self._formats.rotate()
        self._text.replace(start, end, units, self._formats[0])
        self._is_own = False

    def _settle(self) -> None:
        """Cut paragraphs that the user made too long, and join those made short."""
        if self._touched is not None:
            (start, end), self._touched = self._touched, None
            self._is_own = True
            self._text.bind(start, end)
            self._is_own = False

    def _follow_person(self, place: int, _removed: int, added: int) -> None:
        """Handle a change of Qt's document; if it was not ours, it was the user's."""
        if self._is_own:
            return
        tail, text = self._tail, self._text
        text.mend(place, added, tail.outside)
        shown = text.laid_out(self.model.units)
        if tail.text:
            shown = shown[: tail.place] + tail.text + shown[tail.place :]
        at, removed, new = edit_of(self.document(), shown, place, added)
        if not removed and not new:
            return
        first, last = tail.outside(at), tail.outside(at + len(removed))
        start, end = text.selection(first, last)
        touched = text.follow(first, last, new, is_alone=not tail.text)
        new = new.replace(CUT, "")
        if tail.text:  # an edit by drag and drop, or by a screen reader
            place = text.shown_at(tail.outside(place))  # Qt's edit may be larger than needed
            self._unmarked = range(min(touched[0], place), max(touched[1], place + added))
            self._needs_repair = True
        else:
            self._touched = touched
        if start == end and not new:
            return
        self._is_telling = True
        self.model.edited(start, end - start, new)
        self._is_telling = False

    def _repair(self) -> None:
        """Put the tail after an edit that was made while it was in Qt's document."""
        if self._is_own or self._is_lifted:
            return
        self._settle()
        if self._needs_repair:
            self._needs_repair = False
            units, tail = self._text.shown(self.model.units), self._tail.text
            self._tail.text = ""
            place, removed, new = exact(0, self._text.read_again(), units)
            self._replace(place, place + len(removed), new)
            self._undim(units, self._unmarked.start, min(self._unmarked.stop, len(units)))
            self._undim(units, max(0, place - len(tail)), place)  # it may begin as what follows it
            self._show_tail()

    def _undim(self, units: str, start: int, end: int) -> None:
        """Give a stretch the look of text; it may look like the tail."""
        start -= "\udc00" <= units[start : start + 1] <= "\udfff"  # do not split a surrogate pair
        end += "\udc00" <= units[end : end + 1] <= "\udfff"
        self._replace(start, end, units[start:end])
