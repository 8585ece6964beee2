"""Below the list of sessions: shows the trash, and empties it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from app.ui.appearance.icons import own_icons
from app.ui.widgets.boxes import button, column, row


class TrashBar(QWidget):
    """Emits signals to open, close or, once the user confirms, empty the trash."""

    opened = Signal(bool)
    empty_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.toggle = QToolButton()
        self.toggle.setText(self.tr("Trash"))
        self.toggle.setAccessibleName(self.tr("Trash"))
        self.toggle.setToolTip(self.tr("Deleted sessions; they can be restored"))
        self.toggle.setCheckable(True)
        self.toggle.setIcon(own_icons()("discard"))
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        self.empty = button(self.tr("Empty…"), lambda: self._ask(is_so=True))
        self.empty.setAccessibleName(self.tr("Empty the trash"))
        self.keep = button(self.tr("Keep"), lambda: self._ask(is_so=False))
        self.really_empty = button(
            self.tr("Delete all permanently"), lambda: self._ask(is_so=False)
        )
        self.question = QLabel(self.tr("Permanently delete everything in the trash?"))
        self.question.setWordWrap(True)
        self._is_useful = False
        answers = row(0, self.keep, self.really_empty)
        column(row(self.toggle, 0, self.empty), self.question, answers, on=self)
        self.toggle.toggled.connect(self._open)
        self.really_empty.clicked.connect(self.empty_wanted)
        self._ask(is_so=False)

    @property
    def is_open(self) -> bool:
        return self.toggle.isChecked()

    def offer_emptying(self, *, is_useful: bool) -> None:
        self._is_useful = is_useful
        self._ask(is_so=False)

    def _open(self, is_open: bool) -> None:  # noqa: FBT001  a slot
        self._ask(is_so=False)
        self.opened.emit(is_open)

    def _ask(self, *, is_so: bool) -> None:
        self.empty.setVisible(self.is_open and self._is_useful and not is_so)
        for widget in (self.question, self.keep, self.really_empty):
            widget.setVisible(is_so)
        if is_so:
            self.keep.setFocus()
