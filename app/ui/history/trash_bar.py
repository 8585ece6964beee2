"""Below the list of sessions: what is in the trash, and how to empty it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget


class TrashBar(QWidget):
    """Opens the trash, and empties it once the person confirms it.

    Signals:
        opened(bool): the trash is to be shown, or no more.
        empty_wanted(): what is in it is to be deleted for good.
    """

    opened = Signal(bool)
    empty_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = QToolButton()
        self.toggle.setText(self.tr("Trash"))
        self.toggle.setAccessibleName(self.tr("Trash"))
        self.toggle.setToolTip(self.tr("Deleted sessions; they can be put back"))
        self.toggle.setCheckable(True)
        self.toggle.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        self.empty = QPushButton(self.tr("Empty…"))
        self.empty.setAccessibleName(self.tr("Empty the trash"))
        self.keep = QPushButton(self.tr("Keep"))
        self.really_empty = QPushButton(self.tr("Delete all for good"))
        self.question = QLabel(self.tr("Delete everything in the trash for good?"))
        self.question.setWordWrap(True)
        self._is_useful = False
        self._lay_out()
        self.toggle.toggled.connect(self._open)
        self.empty.clicked.connect(lambda: self._ask(is_so=True))
        self.keep.clicked.connect(lambda: self._ask(is_so=False))
        self.really_empty.clicked.connect(self._empty)
        self._ask(is_so=False)

    @property
    def is_open(self) -> bool:
        return self.toggle.isChecked()

    def offer_emptying(self, *, is_useful: bool) -> None:
        """Offer to empty it where something is in it."""
        self._is_useful = is_useful
        self._ask(is_so=False)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.toggle)
        first.addStretch(1)
        first.addWidget(self.empty)
        second.addStretch(1)
        second.addWidget(self.keep)
        second.addWidget(self.really_empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(first)
        column.addWidget(self.question)
        column.addLayout(second)

    def _open(self, is_open: bool) -> None:  # noqa: FBT001  a slot
        self._ask(is_so=False)
        self.opened.emit(is_open)

    def _ask(self, *, is_so: bool) -> None:
        self.empty.setVisible(self.is_open and self._is_useful and not is_so)
        for widget in (self.question, self.keep, self.really_empty):
            widget.setVisible(is_so)
        if is_so:
            self.keep.setFocus()

    def _empty(self) -> None:
        self._ask(is_so=False)
        self.empty_wanted.emit()
