"""A text editor that mirrors a document, with a tail in it that no edit can touch."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDropEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.document.code_units import from_units
from app.document.document import Document
from app.document.edit import Edit, exact
from app.ui.dictation.tail_text import TailText
from app.ui.dictation.text_edits import edit_of, length_of, text_between

_MOVES = frozenset(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        *("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"),
        *("Shift", "Control", "Alt", "AltGr", "Meta", "Escape"),
    )
)


def _formats() -> tuple[QTextCharFormat, QTextCharFormat]:
    """Return two formats that look the same; sentences take them in turn.

    Qt shapes what has one format in one go, and since 6.10 each paragraph keeps a buffer for the
    longest it has shaped: 300 bytes a word where that is the whole paragraph, 20 so.
    """
    other = QTextCharFormat()
    other.setProperty(QTextFormat.Property.UserProperty, 1)
    return QTextCharFormat(), other


class DocumentEdit(QTextEdit):
    """Ordinary editing, of which the document is told.

    The tail is taken out of the document before a person's edit and put back behind it, so that no
    edit can touch it and no update an edit. Undo is the document's: Qt's own would hold the tail.

    Signals:
        text_edited(): the document changed, whoever changed it.
    """

    text_edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = Document()
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self._formats = deque(_formats())
        self._tail = TailText(self.document())
        self._newest_tail = ""
        self._is_tail_wanted = False
        self._needs_repair = False
        self._is_own = False
        self._is_lifted = False
        self._unmarked = range(0)
        self.document().contentsChange.connect(self._follow_edit)
        self.document().contentsChanged.connect(self._repair)

    @property
    def text(self) -> str:
        """The whole text without the tail."""
        return from_units(self.model.text)

    @property
    def shown_tail(self) -> str:
        """The tail as it is seen now, with the spaces around it."""
        return from_units(self._tail.text)

    def undo(self) -> None:
        """Take back the last utterance, or the last thing that was typed."""
        with self._lifted():
            self._step(self.model.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        with self._lifted():
            self._step(self.model.redo())

    def replace_stretch(self, start: int, end: int, text: str) -> None:
        """Write something in place of a stretch of the text, as a person would, in one step."""
        with self._lifted():
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self.model.end_step()
            cursor.insertText(text, QTextCharFormat())
            self.model.end_step()

    def select(self, start: int, end: int) -> None:
        """Select a stretch of the text and bring it into view."""
        self._set_caret(self._tail.inside(start), self._tail.inside(end))
        self.ensureCursorVisible()

    def caret(self) -> int:
        """Return the caret's place in the text."""
        return self._tail.outside(self.textCursor().position())

    def place_in_document(self, place: int) -> int:
        """Return where a place of the text is in Qt's document, which holds the tail too."""
        return self._tail.inside(place)

    def place_in_text(self, position: int) -> int:
        """Return the place in the text of one in Qt's document."""
        return self._tail.outside(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Undo and redo by the document; edit beside the tail."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo()
        elif event.key() in _MOVES or event.matches(QKeySequence.StandardKey.Copy):
            self.model.end_step()
            super().keyPressEvent(event)
        else:
            with self._lifted():
                super().keyPressEvent(event)
            if event.isAccepted() and event.text():
                self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802  Qt's name
        """Compose beside the tail, which is hidden meanwhile."""
        self._take_tail_out()
        super().inputMethodEvent(event)
        self._is_lifted = bool(event.preeditString())
        if not self._is_lifted:
            self._put_tail_back()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        """End a composition that was left."""
        super().focusOutEvent(event)
        if self._is_lifted:
            self._put_tail_back()

    def cut(self) -> None:
        """Move the selection to the clipboard."""
        with self._lifted():
            super().cut()

    def paste(self) -> None:
        """Insert the clipboard's text."""
        with self._lifted():
            super().paste()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Insert what was dropped."""
        with self._lifted():
            super().dropEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  Qt's name
        """Insert text only, as one step."""
        with self._lifted():
            self.model.end_step()
            self.textCursor().insertText(source.text(), QTextCharFormat())
            self.model.end_step()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802  Qt's name
        """Files are the window's."""
        return source.hasText() and not source.hasUrls()

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802  Qt's name
        """Leave the tail out of what is copied."""
        cursor = self.textCursor()
        start = self._tail.outside(cursor.selectionStart())
        end = self._tail.outside(cursor.selectionEnd())
        data = QMimeData()
        data.setText(from_units(self.model.text[start:end]))
        return data

    @contextmanager
    def _lifted(self) -> Iterator[None]:
        """Work on the document without the tail; what is seen changes once, at the end."""
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

    def _take_tail_out(self) -> None:
        self._is_lifted = True
        self._tail.remove()

    def _put_tail_back(self) -> None:
        self._is_lifted = False
        self._show_tail(self._newest_tail)

    def _show_tail(self, tail: str) -> None:
        """Show a tail at the dictation cursor; the caret stays before it."""
        self._newest_tail = tail
        if self._is_lifted:
            return
        caret = self.textCursor()
        anchor, position = map(self._tail.outside, (caret.anchor(), caret.position()))
        wanted = self.model.shown_tail(tail) if self._is_tail_wanted else ""
        self._tail.show(self.model.cursor, wanted)
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

    def _step(self, edit: Edit | None) -> None:
        if edit is not None:
            self._make(edit)
            caret = edit.place + len(edit.added)
            self._set_caret(caret, caret)
            self.ensureCursorVisible()
            self.text_edited.emit()

    def _make(self, edit: Edit) -> None:
        """Make an edit of the document in the document too; the tail is out of it."""
        caret = self.textCursor()
        is_selected_up_to_it = caret.hasSelection() and caret.selectionEnd() == edit.place
        self._replace(edit.place, edit.place + len(edit.removed), edit.added)
        if is_selected_up_to_it:  # what is new was not selected
            self._set_caret(caret.selectionStart(), edit.place)

    def _replace(self, start: int, end: int, units: str) -> None:
        self._is_own = True
        self._formats.rotate()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(from_units(units), self._formats[0])
        self._is_own = False

    def _follow_edit(self, place: int, _removed: int, added: int) -> None:
        """Qt's document changed; if it was not us, a person did it."""
        if self._is_own:
            return
        tail, text = self._tail, self.model.text
        shown = text[: tail.place] + tail.text + text[tail.place :] if tail.text else text
        start, gone, new = edit_of(self.document(), shown, place, added)
        if not gone and not new:
            return
        end = tail.outside(start + len(gone))
        start = tail.outside(start)
        if tail.text:  # an edit by drag and drop, or by a screen reader
            first = tail.outside(place)  # Qt's edit may be larger than what differs
            stop = max(start + len(new), first + added)
            self._unmarked = range(min(start, first), stop)
            self._needs_repair = True
        self.model.edited(start, end - start, new)
        self.text_edited.emit()

    def _repair(self) -> None:
        """Put the tail right behind an edit that was made with it in the document."""
        if not self._needs_repair or self._is_own:
            return
        self._needs_repair = False
        document = self.document()
        shown = text_between(document, 0, length_of(document))
        place, gone, new = exact(0, shown, self.model.text)
        self._tail.text = ""
        self._replace(place, place + len(gone), new)
        start, end = self._unmarked.start, min(self._unmarked.stop, len(self.model.text))
        self._replace(start, end, self.model.text[start:end])  # it may look like the tail
        self._show_tail(self._newest_tail)
