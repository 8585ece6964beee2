"""The two typefaces that come with Fermata: Inter for the window, Literata for the text.

What they lack, as Chinese letters, is taken from the system's fonts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

INTERFACE, READING = "Inter", "Literata"
_BASE_PX = 13
_PT_PER_PX = 1.0 if sys.platform == "darwin" else 0.75  # at the scale that is usual there


def use_typefaces(application: QGuiApplication, folder: Path) -> None:
    """Let the window be written in our typeface, as large as the system's font at least."""
    for file in sorted(folder.glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(file))
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPointSizeF(max(_BASE_PX * _PT_PER_PX, font.pointSizeF()))
    font.setFamilies([INTERFACE, *font.families()])
    application.setFont(font)


def reading_font(family: str, size_pt: float) -> QFont:
    """Return the font of the text; our own where no family is named."""
    rest = [name for name in QGuiApplication.font().families() if name != INTERFACE]
    font = QFont([family or READING, *rest])
    font.setPointSizeF(size_pt)
    return font
