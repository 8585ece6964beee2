"""The window: its parts, files dropped on it, its position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QByteArray, QMargins, QSettings, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QStatusBar,
    QWidget,
)

from app.files.job import may_have_words
from app.ui.appearance.icons import Icons
from app.ui.navigation import Navigation
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import column, row
from app.ui.widgets.drop_overlay import DropOverlay

_DEFAULT = QSize(1080, 720)
_LEAST = QSize(360, 240)  # below this, parts scroll
_TITLE_BAR = QMargins(0, 40, 0, 0)  # an estimate; the real one is unknown until the window is shown
_COMPACT = QSize(720, 400)
_SAID_MS = 8_000


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the window; its widget is created when first shown."""

    icon: str
    title: str
    make: Callable[[], QWidget]


class Asker(Protocol):
    """Asks before closing the window loses something."""

    close_wanted: Any

    def may_close(self) -> bool:
        """Whether closing loses nothing, or the user wants it anyway."""
        ...


class MainWindow(QMainWindow):
    """A stack of parts, with the navigation beside it.

    Attributes:
        only_hides: Whether closing the window leaves Fermata running.
        announces: Whether passing messages are announced to screen readers.

    Signals:
        files_dropped(object): Paths of files dropped anywhere on it.
        part_opened(int): Index of the part now shown.
        closing(): The window is about to close for good.
    """

    files_dropped = Signal(object)
    part_opened = Signal(int)
    closing = Signal()

    def __init__(self, icons: Icons, settings: QSettings, parts: Sequence[Part]) -> None:
        super().__init__()
        self._settings = settings
        self._parts = list(parts)
        self._made: dict[int, QWidget] = {}
        self.announces = True
        self.only_hides: Callable[[], bool] = lambda: False
        self._askers: tuple[Asker, ...] = ()
        self.setWindowTitle("Fermata")
        self.setMinimumSize(_LEAST)
        self.setAcceptDrops(True)
        self.navigation = Navigation(icons, self)
        self.stack = QStackedWidget()
        self._whole = QStackedWidget()
        self._over: QWidget | None = None
        self._lay_out()
        self.drop_overlay = DropOverlay(self, icons("files"))
        for part in self._parts:
            self.navigation.add(part.icon, part.title)
            self.stack.addWidget(QWidget())
        self.navigation.chosen.connect(self.open_part)
        self._come_back()
        self.open_part(0)

    def part(self, number: int) -> QWidget:
        if number not in self._made:
            widget = self._parts[number].make()
            widget.setAutoFillBackground(True)  # a blinking caret need not repaint what is behind
            self._made[number] = widget
            placeholder = self.stack.widget(number)
            self.stack.insertWidget(number, _scrollable(widget))
            if placeholder is not None:
                self.stack.removeWidget(placeholder)
                placeholder.deleteLater()
        return self._made[number]

    def open_part(self, number: int) -> None:
        self.part(number)
        self.stack.setCurrentIndex(number)
        self.navigation.mark(number)
        self.part_opened.emit(number)

    @property
    def over(self) -> QWidget | None:
        return self._over

    def show_over(self, widget: QWidget | None) -> None:
        before = self._whole.widget(1)
        self._over = widget
        if widget is not None:
            self._whole.addWidget(_scrollable(widget))
        self._whole.setCurrentIndex(self._whole.count() - 1 if widget else 0)
        if before is not None:
            self._whole.removeWidget(before)
            before.deleteLater()

    def show_below(self, widget: QWidget) -> None:
        """Show a widget below the current part, centred."""
        self._beside.addLayout(row(0, widget, 0, margins=(8, 8, 8, 8)))

    def ask_before_closing(self, *askers: Asker) -> None:
        """Close for good only if all of them agree, asked in this order."""
        self._askers = askers
        for asker in askers:
            asker.close_wanted.connect(self.close)

    def come_to_front(self) -> None:
        """Show the window and ask the desktop for focus, as the user requested it."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def say(self, text: str) -> None:
        self.statusBar().showMessage(text, _SAID_MS)
        self.announce(text)

    def announce(self, text: str) -> None:
        """Have a screen reader say what is shown elsewhere."""
        if self.announces:
            announce(self, text)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        if any(map(may_have_words, _files(event))):
            event.acceptProposedAction()
            self.drop_overlay.light_up()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802  Qt's name
        self.drop_overlay.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        self.drop_overlay.hide()
        if paths := _files(event):
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        super().showEvent(event)
        if handle := self.windowHandle():
            handle.screenChanged.connect(self.fit, Qt.ConnectionType.UniqueConnection)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        size = event.size()
        is_small = size.width() < _COMPACT.width() or size.height() < _COMPACT.height()
        self.navigation.set_compact(is_small)
        super().resizeEvent(event)

    @Slot()
    def fit(self) -> None:
        """Fit the window to the screen's size and area."""
        if self.isMaximized() or self.isFullScreen():
            return
        handle = self.windowHandle()
        frame = handle.frameMargins() if handle else QMargins()
        room = self.screen().availableGeometry().marginsRemoved(frame | _TITLE_BAR)
        place = self.geometry()
        place.setSize(place.size().boundedTo(room.size()))
        place.moveRight(min(place.right(), room.right()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        place.moveLeft(max(place.left(), room.left()))
        place.moveTop(max(place.top(), room.top()))
        if place != self.geometry():
            self.setGeometry(place)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        """Remember the position; only hide if the user prefers that."""
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.sync()
        if event.spontaneous() and self.only_hides():  # by the user, not on quitting
            event.ignore()
            self.hide()
            return
        if not all(asker.may_close() for asker in self._askers):
            event.ignore()
            self.open_part(0)
            self.show()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setFrameShape(QFrame.Shape.VLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setForegroundRole(line.palette().ColorRole.Midlight)
        whole = QWidget()
        self._beside = column((self.stack, 1), spacing=0)
        row(self.navigation, line, (self._beside, 1), on=whole, spacing=0)
        self._whole.addWidget(whole)
        self.setCentralWidget(self._whole)
        line_below = QStatusBar()
        line_below.setSizeGripEnabled(False)
        line_below.messageChanged.connect(lambda text: line_below.setVisible(bool(text)))
        line_below.hide()
        self.setStatusBar(line_below)

    def _come_back(self) -> None:
        self.resize(_DEFAULT)
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        self.fit()


def _scrollable(part: QWidget) -> QScrollArea:
    """Make a part scrollable if the window is smaller than its minimum."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(part)
    return area


def _files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
