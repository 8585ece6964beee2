"""What can be reached in a widget, and how it is named."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QWidget


def controls(root: QWidget) -> list[QWidget]:
    """Return every widget that can get the focus, without the inner parts of others."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not _is_inner(widget)
    ]


def _is_inner(widget: QWidget) -> bool:
    """Return whether it is part of a control with its own name, as the list of a combo box."""
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
    """Return the controls for which a screen reader has no name."""
    return [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in controls(root)
        if not spoken_name(widget).strip()
    ]


def is_usable(widget: QWidget, root: QWidget) -> bool:
    """Return whether it can be used now."""
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)
    return isinstance(widget, kinds) and widget.isVisibleTo(root) and widget.isEnabled()
