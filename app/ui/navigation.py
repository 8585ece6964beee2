"""The narrow strip at the side that leads to each part of the window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeySequence, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.appearance.colours import mixed
from app.ui.appearance.icons import Icons
from app.ui.widgets.shortcuts import add_shortcut

_ICON = QSize(24, 24)
_EDGE_PX, _GAP_PX = 8, 3
_HOVER = 0.06  # of the ink


class Navigation(QWidget):
    """One button per part; Ctrl+1, Ctrl+2 … select them too.

    Signals:
        chosen(int): Index of the part to show.
    """

    chosen = Signal(int)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 14, 8, 14)
        self._layout.setSpacing(6)
        self._layout.addStretch()
        self.setMinimumWidth(96)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Parts of the window"))

    def add(self, icon: str, title: str) -> None:
        number = len(self._group.buttons())
        keys = QKeySequence(f"Ctrl+{number + 1}")
        button = PartButton(self._icons(icon), title)
        button.setChecked(number == 0)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(f"{title} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")
        button.setAccessibleName(title)
        self._group.addButton(button, number)
        self._layout.insertWidget(number, button)
        add_shortcut(self, f"Ctrl+{number + 1}", title, button.click)

    def add_menu(self, icon: str, title: str, menu: QMenu) -> QToolButton:
        """Add a button below the others that opens a menu; so does F10."""
        button = QToolButton()
        button.setText(title)
        button.setIcon(self._icons(icon))
        button.setIconSize(_ICON)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setToolTip(f"{title} (F10)")
        button.setAccessibleName(title)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._layout.addWidget(button)
        add_shortcut(self, "F10", title, button.showMenu)
        return button

    def set_compact(self, is_compact: bool) -> None:  # noqa: FBT001  Qt's way
        """Show only icons where space is short."""
        beside = Qt.ToolButtonStyle
        style = beside.ToolButtonIconOnly if is_compact else beside.ToolButtonTextUnderIcon
        for button in self.findChildren(QToolButton):
            button.setToolButtonStyle(style)
        for part in self.findChildren(PartButton):
            part.set_compact(is_compact)
        edge, top = (4, 4) if is_compact else (8, 14)
        self._layout.setContentsMargins(edge, top, edge, top)
        self.setMinimumWidth(0 if is_compact else 96)

    def choose(self, number: int) -> None:
        self._group.button(number).click()

    def mark(self, number: int) -> None:
        self._group.button(number).setChecked(True)
        for button in self._group.buttons():  # Tab leads to it, arrow keys to the others
            by_tab, by_click = Qt.FocusPolicy.StrongFocus, Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(by_tab if button.isChecked() else by_click)


class PartButton(QPushButton):
    """One of several buttons, one of which is chosen; screen readers announce a radio button.

    A `QToolButton` would look the same, but be announced as a check box.
    """

    def __init__(self, icon: QIcon, title: str) -> None:
        super().__init__(icon, title)
        self._is_compact = False
        self.setIconSize(_ICON)
        self.setCheckable(True)
        self.setAutoExclusive(True)

    def set_compact(self, is_compact: bool) -> None:  # noqa: FBT001  Qt's way
        self._is_compact = is_compact
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's own
        if self._is_compact:
            return _ICON + QSize(2 * _EDGE_PX, 2 * _EDGE_PX)
        words = self.fontMetrics().size(0, self.text())
        width = max(words.width(), _ICON.width()) + 2 * _EDGE_PX
        return QSize(width, _ICON.height() + _GAP_PX + words.height() + 2 * _EDGE_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's own
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter, role = QPainter(self), QPalette.ColorRole
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self.palette().color
        tint = mixed(colour(role.WindowText), colour(role.Window), _HOVER)
        painter.setBrush(tint if self.underMouse() else Qt.BrushStyle.NoBrush)
        accent = QPen(colour(role.Highlight), 2.0)
        painter.setPen(accent if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        if self.isChecked():
            painter.setPen(accent)
            left, right, below = _EDGE_PX, self.width() - _EDGE_PX, self.height() - 3
            painter.drawLine(left, below, right, below)
        place = QRect(QPoint(0, 0), _ICON)
        place.moveCenter(self.rect().center())
        if not self._is_compact:
            place.moveTop(_EDGE_PX)
            words = self.rect().adjusted(0, place.bottom() + _GAP_PX, 0, -_EDGE_PX)
            painter.setPen(colour(role.ButtonText))
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self.text())
        self.icon().paint(painter, place)
