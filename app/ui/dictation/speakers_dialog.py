"""Asks for the names of a text's speakers."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from app.ui.widgets.boxes import column

_WIDTH_PX = 260
_MOST_LETTERS = 30  # of a name beside its field; its tooltip has all of it
_MOST_ROWS = 10  # visible at once
_GAP_PX = 8


class SpeakersDialog(QDialog):
    """A field for each speaker; Enter renames all of them.

    Signals:
        renamed(object): The new names, by the names in the file.
    """

    renamed = Signal(object)

    def __init__(self, parent: QWidget, names: Mapping[str, str]) -> None:
        """Ask; `names` are the current names, by the names in the file."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Speakers"))
        self._before = names
        self.fields = {speaker: QLineEdit(name) for speaker, name in names.items()}
        self.labels = {speaker: _label(speaker) for speaker in names}
        self.area = QScrollArea()
        words = QLabel(self.tr("The new names appear in the text and in everything you export."))
        words.setWordWrap(True)
        roles = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(roles.Ok | roles.Cancel)
        self.ok = self.buttons.button(roles.Ok)
        self.ok.setText(self.tr("Rename"))
        self.buttons.button(roles.Cancel).setText(self.tr("Cancel"))
        for one in self.buttons.buttons():
            one.setIcon(QIcon())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.renamed.emit(self._names()))
        self._lay_out_rows()
        column(words, (self.area, 1), self.buttons, on=self, spacing=16, margins=(20, 20, 20, 20))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own
        """Scroll a field into view when it gets the focus by Tab, also from outside the area."""
        if event.type() is QEvent.Type.FocusIn and isinstance(watched, QLineEdit):
            self.area.ensureWidgetVisible(watched)
        return super().eventFilter(watched, event)

    def _lay_out_rows(self) -> None:
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, _GAP_PX, 0)
        grid.setVerticalSpacing(_GAP_PX)
        for at, (speaker, field) in enumerate(self.fields.items()):
            field.setCursorPosition(0)
            field.setMinimumWidth(_WIDTH_PX)
            field.setAccessibleName(self.tr("New name for %1").replace("%1", speaker))
            field.installEventFilter(self)
            grid.addWidget(self.labels[speaker], at, 0)
            grid.addWidget(field, at, 1)
        self.area.setWidget(rows)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(self.windowTitle())
        seen = list(self.fields.values())[:_MOST_ROWS]
        row_px = max((field.sizeHint().height() for field in seen), default=0) + _GAP_PX
        self.area.setFixedHeight(len(seen) * row_px)
        room_px = self.area.verticalScrollBar().sizeHint().width()
        self.area.setMinimumWidth(rows.sizeHint().width() + room_px)

    def _names(self) -> dict[str, str]:
        new = {speaker: field.text().strip() for speaker, field in self.fields.items()}
        return {old: name for old, name in new.items() if name and name != self._before[old]}


def _label(speaker: str) -> QLabel:
    is_long = len(speaker) > _MOST_LETTERS
    label = QLabel(f"{speaker[: _MOST_LETTERS - 1].rstrip()}…" if is_long else speaker)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setToolTip(escape(speaker) if is_long else "")
    return label
