"""Asks what the speakers of a text are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from app.ui.widgets.boxes import column

_WIDTH_PX = 260


class SpeakersDialog(QDialog):
    """A line for each speaker; Enter renames all of them.

    Signals:
        renamed(object): the new names by those in the file.
    """

    renamed = Signal(object)

    def __init__(self, parent: QWidget, speakers: Sequence[str], names: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Speakers"))
        self.fields = {speaker: QLineEdit(names.get(speaker, speaker)) for speaker in speakers}
        form = QFormLayout()
        for speaker, field in self.fields.items():
            field.setMinimumWidth(_WIDTH_PX)
            field.setAccessibleName(self.tr("New name of %1").replace("%1", speaker))
            form.addRow(speaker, field)
        words = QLabel(self.tr("The new names stand in the text and in all that is exported."))
        words.setWordWrap(True)
        roles = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(roles.Ok | roles.Cancel)
        self.ok = self.buttons.button(roles.Ok)
        self.ok.setText(self.tr("Rename"))
        self.buttons.button(roles.Cancel).setText(self.tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.renamed.emit(self._names()))
        column(words, form, self.buttons, on=self, spacing=16, margins=(20, 20, 20, 20))

    def _names(self) -> dict[str, str]:
        new = {speaker: field.text().strip() for speaker, field in self.fields.items()}
        return {old: name for old, name in new.items() if name and name != old}
