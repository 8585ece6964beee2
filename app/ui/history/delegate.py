"""Paints a session in the list: title, facts, and the words around a match."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.history.records import Found, Snippet
from app.ui.history.model import FACTS_ROLE, FOUND_ROLE, Index
from app.ui.widgets.fonts import bold
from app.ui.widgets.marked_lines import marked_lines, underlined

_MARGIN, _GAP, _SNIPPET_LINES = 12, 3, 2
_QUIET = 0.72


class HistoryDelegate(QStyledItemDelegate):
    """Two lines, and one or two more with what was searched for in bold and underlined."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        metrics = QFontMetrics(option.font)
        found: Found = index.data(FOUND_ROLE)
        view = cast("QAbstractItemView", option.widget)
        width = view.viewport().width() - 2 * _MARGIN
        lines = 2 + _laid_out(found.snippet, option.font, width).lineCount()
        return QSize(0, 2 * _MARGIN + lines * metrics.height() + 2 * _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        title, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        painter.save()
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area = option.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        area = _line(painter, area, title, bold(option.font))
        painter.setOpacity(_QUIET)
        area = _line(painter, area, index.data(FACTS_ROLE), option.font)
        painter.setOpacity(1.0)
        _draw_snippet(painter, area, index.data(FOUND_ROLE).snippet, option.font)
        painter.restore()


def _line(painter: QPainter, area: QRect, text: str, font: QFont) -> QRect:
    """Draw one line that ends in … where it is too long; return what is left of the area."""
    metrics = QFontMetrics(font)
    painter.setFont(font)
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), elided)
    return area.adjusted(0, metrics.height() + _GAP, 0, 0)


def _draw_snippet(painter: QPainter, area: QRect, snippet: Snippet, font: QFont) -> None:
    _laid_out(snippet, font, area.width()).draw(painter, QRectF(area).topLeft())


def _laid_out(snippet: Snippet, font: QFont, width_px: int) -> QTextLayout:
    return marked_lines(snippet.text, underlined(snippet.spans), font, width_px, _SNIPPET_LINES)
