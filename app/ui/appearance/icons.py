"""Our own icons, drawn in the colour of the text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.paths import default_paths

Ink = QPalette.ColorRole | QColor | Callable[[QPalette], QColor]
_INK = b"currentColor"
RED = QColor("#c8372d")  # only for recording


class Icons:
    """Icons by name, from a folder of SVG files.

    They are drawn for the current size, scale and palette, so that they stay sharp and follow light
    and dark.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, name: str, ink: Ink | None = None) -> QIcon:
        """Return an icon, drawn in the colour of button text unless `ink` is given."""
        drawing = (self._folder / f"{name}.svg").read_bytes()
        return QIcon(_InkEngine(drawing, ink or QPalette.ColorRole.ButtonText))


def own_icons() -> Icons:
    """Return the icons that come with Fermata."""
    return Icons(default_paths().assets / "icons")


class _InkEngine(QIconEngine):
    """Draws an SVG file with `currentColor` replaced by a colour of the application's palette."""

    def __init__(self, drawing: bytes, ink: Ink) -> None:
        super().__init__()
        self._drawing = drawing
        self._ink = ink

    def paint(self, painter: QPainter, rect, mode: QIcon.Mode, _state: QIcon.State) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
        colour = self._colour(mode)
        renderer = QSvgRenderer(QByteArray(self._drawing.replace(_INK, colour.name().encode())))
        renderer.render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, picture.rect(), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        return _InkEngine(self._drawing, self._ink)

    def _colour(self, mode: QIcon.Mode) -> QColor:
        if isinstance(self._ink, QColor):
            return self._ink
        if not isinstance(self._ink, QPalette.ColorRole):
            return self._ink(QPalette())
        group = (
            QPalette.ColorGroup.Disabled
            if mode == QIcon.Mode.Disabled
            else (QPalette.ColorGroup.Active)
        )
        return QPalette().color(group, self._ink)
