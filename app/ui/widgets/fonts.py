"""The sizes of letters in the window, and what stands out among them."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QWidget


class Size(IntEnum):
    """Sizes in pixels where the system's font is not larger than `TEXT`; else all grow with it."""

    TEXT = 13
    LEAD = 15
    TITLE = 20
    DISPLAY = 28


def sized(font: QFont, size: Size) -> QFont:
    """Return a font in one of the sizes."""
    changed = QFont(font)
    changed.setPointSizeF(QGuiApplication.font().pointSizeF() * size / Size.TEXT)
    return changed


def bold(font: QFont, size: Size = Size.TEXT) -> QFont:
    """Return a font in bold."""
    changed = sized(font, size)
    changed.setWeight(QFont.Weight.DemiBold)
    return changed


def with_even_figures(font: QFont) -> QFont:
    """Return a font whose figures are all as wide, so that a clock does not tremble."""
    changed = QFont(font)
    changed.setFeature(QFont.Tag("tnum"), 1)
    return changed


def make_bold(widget: QWidget, size: Size = Size.TEXT) -> None:
    widget.setFont(bold(widget.font(), size))
