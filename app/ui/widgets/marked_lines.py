"""Lines of text with marked stretches, as a list paints them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout

Formats = list[QTextLayout.FormatRange]


def marked_lines(
    text: str, formats: Formats, font: QFont, width_px: int, most_lines: int
) -> QTextLayout:
    """Lay out the first lines of a text."""
    layout = QTextLayout(text, font)
    layout.setFormats(formats)
    layout.beginLayout()
    for at in range(most_lines if text else 0):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width_px)
        line.setPosition(QPointF(0, at * line.height()))
    layout.endLayout()
    return layout


def underlined(spans: Iterable[tuple[int, int]]) -> Formats:
    form = QTextCharFormat()
    form.setFontWeight(QFont.Weight.Bold)
    form.setFontUnderline(True)
    return [_range(begin, end, form) for begin, end in spans]


def struck_out(spans: Iterable[tuple[int, int]]) -> Formats:
    form = QTextCharFormat()
    form.setFontStrikeOut(True)
    return [_range(begin, end, form) for begin, end in spans]


def _range(begin: int, end: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = begin, end - begin, form
    return made
