"""All texts of a window that people read or hear, and which of them do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QTabWidget,
    QToolButton,
    QWidget,
)

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]+")
_HEARD = ("toolTip", "statusTip", "accessibleName", "accessibleDescription", "placeholderText")
_ROUNDING_PX = 1


def texts(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield place and text; also of what is hidden now."""
    for widget in [root, *root.findChildren(QWidget)]:
        place = f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for text in [*_heard(widget), *read(widget)]:
            yield place, text
    for action in root.findChildren(QAction):
        yield "QAction", action.text()
        yield "QAction", action.toolTip()


def _heard(widget: QWidget) -> Iterator[str]:
    for name in _HEARD:
        if hasattr(widget, name):
            yield getattr(widget, name)()


def read(widget: QWidget) -> Iterator[str]:
    """Yield what a widget shows: its words, its choices, its lines."""
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QAbstractSpinBox):
        yield widget.specialValueText() + getattr(widget, "suffix", str)()
    elif isinstance(widget, QTabWidget):
        yield from (widget.tabText(at) for at in range(widget.count()))
    elif isinstance(widget, QListView) and widget.model() is not None:
        model = widget.model()
        yield from (str(model.index(row, 0).data() or "") for row in range(model.rowCount()))


def latin_words(text: str, allowed: set[str]) -> list[str]:
    """Return the words in Latin letters that are not allowed."""
    return [word for word in _WORD.findall(text) if word not in allowed]


def does_not_fit(root: QWidget) -> list[str]:
    """Return the visible buttons, labels and choices whose words are cut off or out of sight."""
    kinds = QPushButton | QToolButton | QLabel
    widgets = [it for it in root.findChildren(QWidget) if it.isVisibleTo(root)]
    return [
        f"{type(it).__name__} “{it.text()}”: {it.width()}×{it.height()}, needs {_needs(it)}"
        for it in widgets
        if isinstance(it, kinds) and it.text() and _is_cut(it)
    ]


def _needs(widget: QWidget) -> str:
    return f"{widget.sizeHint().width()}×{widget.heightForWidth(widget.width())}"


def _is_cut(widget: QWidget) -> bool:
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() + _ROUNDING_PX < widget.heightForWidth(widget.width())
    return widget.width() + _ROUNDING_PX < widget.sizeHint().width()


def lines_cut(root: QWidget) -> list[str]:
    """Return the visible fields whose placeholder is wider than they are."""
    return [
        line.placeholderText()
        for line in root.findChildren(QLineEdit)
        if line.isVisibleTo(root)
        and line.fontMetrics().horizontalAdvance(line.placeholderText()) > line.width()
    ]
