"""The small cross in a field that empties it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QToolButton


def offer_clearing(field: QLineEdit | QKeySequenceEdit) -> None:
    """Show a cross in a field that is not empty; a screen reader has a name for it."""
    field.setClearButtonEnabled(True)
    words = QCoreApplication.translate("ClearButton", "Clear")
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(words)
        button.setToolTip(words)
