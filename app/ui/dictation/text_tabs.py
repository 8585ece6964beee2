"""The tabs of the open texts, above the page."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from app.ui.appearance.icons import Icons

_WIDEST_PX = 240
_ICON = QSize(14, 14)


class TextTabs(QTabBar):
    """One tab per text; hidden while there is only one.

    Signals:
        close_wanted(int): Close the text of this tab.
    """

    close_wanted = Signal(int)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setDocumentMode(True)
        self.setAutoHide(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(self.tr("Open texts"))

    def insert(self, at: int, title: str) -> None:
        """Add a tab without selecting it."""
        before = self.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.insertTab(at, "")
        close = QToolButton()
        close.setIcon(self._icons("close"))
        close.setIconSize(_ICON)
        close.setProperty("quiet", True)  # noqa: FBT003
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.setAccessibleName(self.tr("Close text"))
        close.setToolTip(self.tr("Close text"))
        close.clicked.connect(lambda: self._want_closed(close))
        self.setTabButton(at, QTabBar.ButtonPosition.RightSide, close)
        self.set_title(at, title)
        self.blockSignals(before)

    def remove(self, at: int) -> None:
        before = self.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.removeTab(at)
        self.blockSignals(before)

    def choose(self, at: int) -> None:
        before = self.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.setCurrentIndex(at)
        self.blockSignals(before)

    def set_title(self, at: int, title: str) -> None:
        shown = title.replace("&", "&&")
        if shown != self.tabText(at):
            self.setTabText(at, shown)
            self.setTabToolTip(at, title)
            self.setAccessibleTabName(at, title)

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802  Qt's name
        hint = super().tabSizeHint(index)
        return QSize(min(hint.width(), _WIDEST_PX), hint.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        super().mouseReleaseEvent(event)
        at = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at >= 0:
            self.close_wanted.emit(at)

    def _want_closed(self, button: QToolButton) -> None:
        side = QTabBar.ButtonPosition.RightSide
        tabs = (at for at in range(self.count()) if self.tabButton(at, side) is button)
        self.close_wanted.emit(next(tabs))
