"""One setting on a page: what it is, a line that explains it, and its control."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.ui.widgets.muted_label import MutedLabel


class SettingRow(QWidget):
    """A label with an explanation on the left, the control on the right."""

    def __init__(self, label: str, explanation: str, control: QWidget) -> None:
        super().__init__()
        self.label = QLabel(label)
        self.label.setWordWrap(True)
        self.label.setBuddy(control)
        self.control = control
        self._explanation = explanation
        name_all(control, label.replace("&", ""), explanation)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.label)
        if explanation:
            words.addWidget(MutedLabel(explanation))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 7, 0, 7)
        layout.setSpacing(20)
        layout.addLayout(words, 1)
        layout.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)

    def search_text(self) -> str:
        """What the search looks through."""
        parts = [self.label.text(), self._explanation]
        if isinstance(self.control, QComboBox):
            parts += [self.control.itemText(at) for at in range(self.control.count())]
        return " ".join(parts)


def name_all(control: QWidget, name: str, explanation: str) -> None:
    """Name a control, and what it is made of, for screen readers."""
    control.setAccessibleName(name)
    control.setAccessibleDescription(explanation)
    for part in control.findChildren(QWidget):
        if part.focusPolicy() != Qt.FocusPolicy.NoFocus and not part.accessibleName():
            text = getattr(part, "text", str)()
            part.setAccessibleName(
                f"{name}: {text}" if text and part.inherits("QAbstractButton") else name
            )
