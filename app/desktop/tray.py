"""The icon in the system tray: Fermata's state, and the most frequent actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.dictation.events import State
from app.ui.appearance.icons import RED, Icons

_SIZES_PX = (16, 22, 24, 32, 48, 64)
_BADGE = 0.64  # of the icon's width: its shape must be recognisable at 16 pixels
_GREY = QColor("#5f6368")


class TrayIcon(QObject):
    """Shows the state by a badge's shape and in words; harmless without a tray.

    Signals:
        record_wanted(): Start or stop dictation.
        show_wanted(): Bring the window to the front.
        quit_wanted(): Quit Fermata.
    """

    record_wanted = Signal()
    show_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.menu = QMenu()
        self.record = self._action(self.record_wanted.emit)
        self._action(self.show_wanted.emit).setText(self.tr("Show the window"))
        self.menu.addSeparator()
        self._action(self.quit_wanted.emit).setText(self.tr("Quit"))
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activate)
        self.show_state(State.STOPPED)

    @property
    def is_there(self) -> bool:
        return self.icon.isVisible() and self.has_place

    @property
    def has_place(self) -> bool:
        return QSystemTrayIcon.isSystemTrayAvailable()

    def set_visible(self, is_visible: bool) -> None:  # noqa: FBT001  Qt's way of saying it
        self.icon.setVisible(is_visible)

    def show_state(self, state: State) -> None:
        self.record.setText(
            self.tr("Record") if state is State.STOPPED else self.tr("Stop recording")
        )
        self.record.setEnabled(state is not State.DRAINING)
        self.icon.setToolTip(f"Fermata: {self._word(state)}")
        self.icon.setIcon(badged(self._icons, _BADGES[state]))

    def say(self, text: str) -> None:
        """Say something beside the icon, for a while."""
        self.icon.showMessage("Fermata", text, self._icons("fermata"))

    def close(self) -> None:
        self.icon.hide()
        self.menu.deleteLater()

    def _action(self, do: Callable[[], None]) -> QAction:
        action = QAction(self.menu)
        action.triggered.connect(do)
        self.menu.addAction(action)
        return action

    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.show_wanted.emit()

    def _word(self, state: State) -> str:
        return {
            State.STOPPED: self.tr("not recording"),
            State.STARTING: self.tr("starting"),
            State.LISTENING: self.tr("listening"),
            State.ASLEEP: self.tr("asleep"),
            State.PAUSED: self.tr("paused"),
            State.DRAINING: self.tr("finishing"),
        }[state]


_BADGES = {
    State.STOPPED: "",
    State.STARTING: "wait",
    State.LISTENING: "record",
    State.ASLEEP: "asleep",
    State.PAUSED: "pause",
    State.DRAINING: "wait",
}


def badged(icons: Icons, badge: str) -> QIcon:
    """Return our icon with another one in its lower right corner; "" for none."""
    if not badge:
        return icons("fermata")
    whole = QIcon()
    for side in _SIZES_PX:
        whole.addPixmap(_drawn(icons, badge, side))
    return whole


def _drawn(icons: Icons, badge: str, side: int) -> QPixmap:
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    icons("fermata").paint(painter, picture.rect())
    part = round(side * _BADGE)
    ring = max(1.0, side / 24)
    corner = QRectF(side - part, side - part, part - ring / 2, part - ring / 2)
    painter.setPen(QPen(Qt.GlobalColor.white, ring))
    painter.setBrush(RED if badge == "record" else _GREY)
    painter.drawEllipse(corner)
    inner = corner.adjusted(part * 0.16, part * 0.16, -part * 0.16, -part * 0.16)
    icons(badge, QColor(Qt.GlobalColor.white)).paint(painter, inner.toAlignedRect())
    painter.end()
    return picture
