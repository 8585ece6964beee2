"""What stands out: titles and headings."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget


def bold(font: QFont, size: float = 1.0) -> QFont:
    """Return a font in bold, so many times as large."""
    changed = QFont(font)
    changed.setWeight(QFont.Weight.DemiBold)
    if size != 1.0:
        changed.setPointSizeF(font.pointSizeF() * size)
    return changed


def make_bold(widget: QWidget, size: float = 1.0) -> None:
    widget.setFont(bold(widget.font(), size))
