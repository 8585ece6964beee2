"""Layouts in rows and columns, and buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

Item = QWidget | QLayout | int | tuple[QWidget | QLayout | int, int]
Margins = tuple[int, int, int, int]


def row(
    *items: Item, on: QWidget | None = None, spacing: int = 8, margins: Margins = (0, 0, 0, 0)
) -> QBoxLayout:
    """Lay out from left to right.

    Args:
        items: An int is a space of that many pixels, 0 takes all that is left; in a pair, the
            second value is the stretch factor.
        on: The widget that gets this layout; None for a part of another layout.
        spacing: In pixels.
        margins: Left, top, right and bottom, in pixels.
    """
    return _filled(QHBoxLayout(), on, items, spacing, margins)


def column(
    *items: Item, on: QWidget | None = None, spacing: int = 8, margins: Margins = (0, 0, 0, 0)
) -> QBoxLayout:
    """Lay out from top to bottom; arguments as for `row`."""
    return _filled(QVBoxLayout(), on, items, spacing, margins)


def _filled(
    box: QBoxLayout, on: QWidget | None, items: tuple[Item, ...], spacing: int, margins: Margins
) -> QBoxLayout:
    if on is not None:
        on.setLayout(box)
    box.setSpacing(spacing)
    box.setContentsMargins(*margins)
    for item in items:
        what, share = item if isinstance(item, tuple) else (item, 0)
        if isinstance(what, QWidget):
            box.addWidget(what, share)
        elif isinstance(what, QLayout):
            box.addLayout(what, share)
        elif what:
            box.addSpacing(what)
        else:
            box.addStretch(max(share, 1))
    return box


def button(words: str, do: Callable[[], object] | SignalInstance) -> QPushButton:
    """Return a button that calls `do`; its accessible name omits the …."""
    made = QPushButton(words)
    made.setAccessibleName(words.rstrip("…"))
    made.setAutoDefault(False)
    slot = do if isinstance(do, SignalInstance) else lambda: do()  # noqa: PLW0108  not with `checked`
    made.clicked.connect(slot)
    return made
