"""Walks from one doubtful word to the next: hear it, and type what it was."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from app.document.document import Document
from app.document.text import from_units
from app.document.word_span import WordSpan
from app.ui.dictation.dictation_view import DictationView
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.muted_label import MutedLabel


class DoubtfulWords(QObject):
    """F8 and Shift+F8.

    Signals:
        word_reached(object): a `WordSpan` word that is to be heard.
        none_left(): there is no doubtful word in this direction.
    """

    word_reached = Signal(object)
    none_left = Signal()

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._word: WordSpan | None = None
        self.below = 0.6
        self.popup = RetypePopup(view.viewport())
        self.popup.retyped.connect(self._retype)
        self.popup.replay_wanted.connect(self._replay)
        self.popup.closed.connect(view.setFocus)

    def next(self) -> None:
        self._go(forwards=True)

    def previous(self) -> None:
        self._go(forwards=False)

    def _go(self, *, forwards: bool) -> None:
        view = self._view
        cursor = view.textCursor()
        place = view.place_in_text(cursor.selectionStart())
        if forwards and not cursor.hasSelection():
            place -= 1  # a word that begins at the caret is the next one
        word = self._document.words.doubtful(place, self.below, forwards=forwards)
        self.popup.close_card()
        if word is None:
            self.none_left.emit()
            return
        self._word = word
        view.select(word.start, word.end)
        cursor.setPosition(view.place_in_document(word.start))
        self.popup.ask(word, self._text_of(word), view.cursorRect(cursor))
        self.word_reached.emit(word)

    def _text_of(self, word: WordSpan) -> str:
        return from_units(self._document.units[word.start : word.end])

    def _replay(self) -> None:
        if self._word is not None:
            self.word_reached.emit(self._word)

    def _retype(self, text: str) -> None:
        """Write it in the word's place, wherever that is by now."""
        words, word = self._document.words, self._word
        if word is None or text == "":
            return
        selection = self._view.textCursor()
        start = self._view.place_in_text(selection.selectionStart())
        now = next((w for w in words.between(start, start + 1) if w.spoken is word.spoken), None)
        if now is not None and self._text_of(now) != text:
            self._document.replace(now.start, now.end, text)


class RetypePopup(QFrame):
    """A small card beside a word: hear it again, leave it (Escape), or type what was said (Return).

    Signals:
        retyped(str): what is to stand there.
    """

    retyped = Signal(str)
    replay_wanted = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)  # noqa: FBT003  Qt's signature
        self.setFont(QGuiApplication.font())  # not the text's, which may be very large
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Doubtful word"))
        self.remark = MutedLabel()
        self.line = QLineEdit()
        self.line.setAccessibleName(self.tr("What was said"))
        self.again = button(self.tr("Play again"), self.replay_wanted)
        self.accept = button(self.tr("Replace"), self._accept)
        self.accept.setDefault(True)
        self.accept.setToolTip(self.tr("Replace the word (Return)"))
        self.leave = button(self.tr("Leave it"), self.close_card)
        self.leave.setToolTip(self.tr("Leave the word as it is (Escape)"))
        self.line.returnPressed.connect(self._accept)
        buttons = row(self.again, self.leave, self.accept)
        column(self.remark, self.line, buttons, on=self, margins=(16, 12, 16, 16))
        self.hide()

    def ask(self, word: WordSpan, text: str, beside: QRect) -> None:
        sure = word.spoken.word.confidence
        percent = (
            self.tr("%1 % sure").replace("%1", f"{100 * sure:.0f}") if sure is not None else ""
        )
        heard = self.tr("Recognised as “%1”").replace("%1", word.spoken.word.text)
        self.remark.setText(" · ".join(part for part in (heard, percent) if part))
        self.line.setText(text)
        self.line.selectAll()
        self.adjustSize()
        self._stand(beside)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_card(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Escape leaves the word; no key goes on to the text below."""
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()

    def _accept(self) -> None:
        self.hide()
        self.retyped.emit(self.line.text())
        self.closed.emit()

    def _stand(self, beside: QRect) -> None:
        """Below the word, or above it where there is no room; always within the parent."""
        parent = self.parentWidget()
        room = self.screen().geometry() if parent is None else parent.rect()
        y = beside.bottom() + 8
        if y + self.height() > room.bottom():
            y = beside.top() - self.height() - 8
        x = min(beside.left(), room.right() - self.width() - 8)
        self.move(QPoint(max(8, x), max(8, y)))
