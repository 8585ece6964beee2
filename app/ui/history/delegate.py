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

from app.history.records import SearchHit, Snippet
from app.ui.appearance.fonts import bold
from app.ui.history.model import DAY_ROLE, FOUND_ROLE, LINE_ROLE, Index, without_title
from app.ui.widgets.marked_lines import marked_lines, underlined

_MARGIN, _GAP, _SNIPPET_LINES = 12, 3, 2
_ABOVE_DAY = 12
_QUIET = 0.72


class HistoryDelegate(QStyledItemDelegate):
    """Title, facts, and two lines of the text: those with the match, if there is a search.

    The day is shown above its first session.
    """

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        metrics = QFontMetrics(option.font)
        view = cast("QAbstractItemView", option.widget)
        width = view.viewport().width() - 2 * _MARGIN
        _, snippet = _without_title(index, option.font, width)
        lines = 2 + _laid_out(snippet, option.font, width).lineCount()
        above = _heading_height(option.font) if index.data(DAY_ROLE) else 0
        return QSize(0, above + 2 * _MARGIN + lines * metrics.height() + 2 * _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        if day := index.data(DAY_ROLE):
            above = _heading_height(option.font)
            painter.setPen(option.palette.color(QPalette.ColorRole.WindowText))
            _line(painter, option.rect.adjusted(4, _ABOVE_DAY, 0, 0), day, bold(option.font))
            option.rect.setTop(option.rect.top() + above)
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        painter.save()
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area = option.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        title, snippet = _without_title(index, option.font, area.width())
        area = _line(painter, area, title, bold(option.font))
        painter.setOpacity(_QUIET)
        area = _line(painter, area, index.data(LINE_ROLE), option.font)
        painter.setOpacity(1.0)
        painter.setOpacity(1.0 if snippet.spans else _QUIET)
        _draw_snippet(painter, area, snippet, option.font)
        painter.restore()


def _without_title(index: Index, font: QFont, width_px: int) -> tuple[str, Snippet]:
    """Return title and excerpt; the excerpt continues where a title too long for its line ends."""
    title, snippet = index.data(), cast("SearchHit", index.data(FOUND_ROLE)).snippet
    if snippet.spans:
        return title, snippet
    elided = QFontMetrics(bold(font)).elidedText(title, Qt.TextElideMode.ElideRight, width_px)
    title, text = without_title(
        title, snippet.text, len(title) if elided == title else len(elided) - 1
    )
    return title, Snippet(text)


def _heading_height(font: QFont) -> int:
    return _ABOVE_DAY + QFontMetrics(bold(font)).height() + _GAP


def _line(painter: QPainter, area: QRect, text: str, font: QFont) -> QRect:
    """Draw one line, elided if too long; return what is left of the area."""
    metrics = QFontMetrics(font)
    painter.setFont(font)
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), elided)
    return area.adjusted(0, metrics.height() + _GAP, 0, 0)


def _draw_snippet(painter: QPainter, area: QRect, snippet: Snippet, font: QFont) -> None:
    _laid_out(snippet, font, area.width()).draw(painter, QRectF(area).topLeft())


def _laid_out(snippet: Snippet, font: QFont, width_px: int) -> QTextLayout:
    return marked_lines(snippet.text, underlined(snippet.spans), font, width_px, _SNIPPET_LINES)
