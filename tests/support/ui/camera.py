"""Waits while a window lives, and photographs it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

_COPY = Qt.DropAction.CopyAction
_NO_KEYS = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


class Camera:
    """Numbers its pictures, so that they tell a story in their order."""

    def __init__(self, window: QWidget, folder: Path) -> None:
        self._window = window
        self._folder = folder
        self._count = 0

    def photograph(self, name: str) -> None:
        """Save what is seen once everything is drawn."""
        self.wait(0.25)
        self._count += 1
        self._folder.mkdir(parents=True, exist_ok=True)
        self._window.grab().save(str(self._folder / f"{self._count:02}-{name}.png"))

    def keep(self, name: str) -> None:
        """Save a picture under its name alone."""
        self.wait(0.25)
        self._window.grab().save(str(self._folder / f"{name}.png"))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        end_s = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end_s)

    def until(self, is_so: Callable[[], bool], timeout_s: float = 300.0) -> None:
        """Let the window live until something is so.

        Raises:
            TimeoutError: it never was; a last picture shows what was instead.
        """
        deadline_s = time.monotonic() + timeout_s
        while not is_so():
            if time.monotonic() > deadline_s:
                self._window.grab().save(str(self._folder / "too-late.png"))
                raise TimeoutError(str(self._folder))
            QApplication.processEvents()
            time.sleep(0.005)


def drop(widget: QWidget, paths: list[Path]) -> None:
    """Drop files on a widget: Qt looks for who takes them, as with a mouse."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place = QPoint(widget.width() // 2, widget.height() // 2)
    QApplication.sendEvent(widget, QDragEnterEvent(place, _COPY, data, *_NO_KEYS))
    QApplication.sendEvent(widget, QDropEvent(QPointF(place), _COPY, data, *_NO_KEYS))
