"""A small card beside a doubtful word: hear it again, leave it, or type what was said."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.document.word_span import WordSpan
from app.ui.widgets.muted_label import MutedLabel


class RetypePopup(QFrame):
    """Return accepts, Escape leaves the word as it is.

    Signals:
        retyped(str): what is to stand there.
        replay_wanted(): the word is to be heard once more.
        closed(): nothing is asked any more.
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
        self.again = self._button(self.tr("Play again"), self.replay_wanted.emit)
        self.accept = self._button(self.tr("Replace"), self._accept)
        self.accept.setDefault(True)
        self.accept.setToolTip(self.tr("Replace the word (Return)"))
        self.leave = self._button(self.tr("Leave it"), self.close_card)
        self.leave.setToolTip(self.tr("Leave the word as it is (Escape)"))
        self.line.returnPressed.connect(self._accept)
        row = QHBoxLayout()
        for button in (self.again, self.leave, self.accept):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        column.addWidget(self.remark)
        column.addWidget(self.line)
        column.addLayout(row)
        self.hide()

    def ask(self, word: WordSpan, text: str, beside: QRect) -> None:
        """Ask about a word that stands at a place of the parent."""
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
        """Ask no more."""
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

    def _button(self, text: str, do: object) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button
