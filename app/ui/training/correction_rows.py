"""Corrections as list rows: what was written, and below it what the user made of it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import cast

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.history.corrections import Reviewed
from app.ui.widgets.marked_lines import marked_lines, struck_out, underlined
from engine.text.units import unit_spans

Index = QModelIndex | QPersistentModelIndex
Spans = list[tuple[int, int]]

_ROW = int(Qt.ItemDataRole.UserRole) + 1
_STATE = _ROW + 1
_MARGIN, _GAP, _MOST_LINES = 10, 3, 4
_QUIET = 0.72


class CorrectionModel(QAbstractListModel):
    """One row per correction; editing one changes the text to learn.

    Signals:
        edited(object, str): A `Reviewed`, and the text to learn from it.
    """

    edited = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Reviewed] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's own
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return text_of(row)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                parts = (self._state(row), row.correction.text, text_of(row))
                return "\n".join(parts)
        return {_ROW: row, _STATE: self._state(row)}.get(role)

    def setData(self, index: Index, value: object, role: int = 0) -> bool:  # noqa: N802  Qt's own
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.EditRole and value != text_of(row):
            self.edited.emit(row, str(value).strip())
        return True

    def show(self, rows: Sequence[Reviewed]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def _state(self, row: Reviewed) -> str:
        if row.decision is None:
            return self.tr("To review")
        return self.tr("Approved") if row.approved else self.tr("Dropped")


class CorrectionDelegate(QStyledItemDelegate):
    """Paints removed words struck out above, and new words bold and underlined below."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        view = cast("QAbstractItemView", option.widget)
        width = view.viewport().width() - 2 * _MARGIN
        texts = _laid_out(index.data(_ROW), option.font, width)
        lines = QFontMetrics(option.font).height() + sum(map(_height, texts))
        return QSize(0, round(2 * _MARGIN + lines + 2 * _GAP))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        painter.save()
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area = option.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        before, after = _laid_out(index.data(_ROW), option.font, area.width())
        painter.setOpacity(_QUIET)
        painter.setFont(option.font)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignTop), index.data(_STATE))
        place = QPointF(area.topLeft()) + QPointF(0, painter.fontMetrics().height() + _GAP)
        before.draw(painter, place)
        is_dropped = index.data(_ROW).decision is not None and not index.data(_ROW).approved
        painter.setOpacity(_QUIET if is_dropped else 1.0)
        after.draw(painter, place + QPointF(0, _height(before) + _GAP))
        painter.restore()

    def updateEditorGeometry(  # noqa: N802  Qt's own
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Put the editor at the bottom of the row, below what was written."""
        area = option.rect.adjusted(_GAP, 0, -_GAP, -_GAP)
        area.setTop(area.bottom() - editor.sizeHint().height())
        editor.setGeometry(area)


def text_of(row: Reviewed) -> str:
    """Return the text that is to be learnt, or would be."""
    return row.approved or row.correction.corrected


def changed_spans(before: str, after: str) -> tuple[Spans, Spans]:
    """Return the words that only one of the texts has, for each text, in Qt's code units."""
    old, new = list(unit_spans(before)), list(unit_spans(after))
    steps = SequenceMatcher(
        None, [before[a:b] for a, b in old], [after[a:b] for a, b in new], autojunk=False
    ).get_opcodes()
    changed = [step for step in steps if step[0] != "equal"]
    return (
        _in_code_units(
            before, [span for _, begin, end, _, _ in changed for span in old[begin:end]]
        ),
        _in_code_units(after, [span for *_, begin, end in changed for span in new[begin:end]]),
    )


def _in_code_units(text: str, spans: Spans) -> Spans:
    places = [0, *accumulate(1 + (sign > "\uffff") for sign in text)]
    return [(places[begin], places[end]) for begin, end in spans]


def _laid_out(row: Reviewed, font: QFont, width_px: int) -> tuple[QTextLayout, QTextLayout]:
    before, after = row.correction.text, text_of(row)
    gone, come = changed_spans(before, after)
    return (
        marked_lines(before, struck_out(gone), font, width_px, _MOST_LINES),
        marked_lines(after, underlined(come), font, width_px, _MOST_LINES),
    )


def _height(layout: QTextLayout) -> float:
    return layout.boundingRect().height()
