"""The typefaces that come with Fermata, and the font sizes of the window.

Inter is for the interface, Literata for the text. Characters they lack, such as Chinese, come from
the system's fonts.
"""

from __future__ import annotations

import sys
from enum import IntEnum
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QWidget

INTERFACE, READING = "Inter", "Literata"
_BASE_PX = 13
_PT_PER_PX = 1.0 if sys.platform == "darwin" else 0.75  # at the usual scale there


def use_typefaces(application: QGuiApplication, folder: Path) -> None:
    """Use our typeface for the interface, at least as large as the system's font."""
    for file in sorted(folder.glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(file))
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPointSizeF(max(_BASE_PX * _PT_PER_PX, font.pointSizeF()))
    font.setFamilies([INTERFACE, *font.families()])
    application.setFont(font)


def reading_font(family: str, size_pt: float) -> QFont:
    """Return the font for the text; our own if no family is named."""
    rest = [name for name in QGuiApplication.font().families() if name != INTERFACE]
    font = QFont([family or READING, *rest])
    font.setPointSizeF(size_pt)
    return font


class Size(IntEnum):
    """Sizes in pixels if the system's font is no larger than `TEXT`; otherwise all grow with it."""

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
    """Return a font with figures of equal width, so that a clock does not jitter."""
    changed = QFont(font)
    changed.setFeature(QFont.Tag("tnum"), 1)
    return changed


def make_bold(widget: QWidget, size: Size = Size.TEXT) -> None:
    widget.setFont(bold(widget.font(), size))
