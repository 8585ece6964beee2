"""What can be reached and how it is named, in any widget."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QWidget


def controls(root: QWidget) -> list[QWidget]:
    """Return every widget that a person can put the focus on, inner parts of others left out."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not _is_inner(widget)
    ]


def _is_inner(widget: QWidget) -> bool:
    """True for a part of a control that has a name of its own, as the list of a combo box."""
    outer = widget.parent()
    while isinstance(outer, QWidget):
        if isinstance(outer, QAbstractSpinBox | QComboBox):
            return True
        outer = outer.parent()
    return False


def spoken_name(widget: QWidget) -> str:
    """Return what a screen reader says."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def unnamed(root: QWidget) -> list[str]:
    """Return the controls that a screen reader has no name for."""
    return [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in controls(root)
        if not spoken_name(widget).strip()
    ]


def is_usable(widget: QWidget, root: QWidget) -> bool:
    """True where a person could use it now."""
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)
    return isinstance(widget, kinds) and widget.isVisibleTo(root) and widget.isEnabled()
