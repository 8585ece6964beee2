"""What is really painted, and whether it can be read: by its pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontInfo, QImage, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

LEAST_PX = 13
LEAST = 4.5  # WCAG 2.2, 1.4.3
_SCALE = 2  # so that the thinnest stroke has its own colour somewhere
_EDGE_PX = 5  # borders are not text


def contrast(image: QImage) -> float:
    """Return the contrast between the background and what differs from it most."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(rgb.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    shares = colours[:, None].view(np.uint8)[:, 2::-1] / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    light = linear @ (0.2126, 0.7152, 0.0722) + 0.05
    ground = light[counts.argmax()]
    return float(max(light.max() / ground, ground / light.min()))


def painted(widget: QWidget) -> QImage:
    """Paint a widget as it is seen: over what is behind it."""
    window = widget.window()
    pixmap = QPixmap(window.size() * _SCALE)
    pixmap.setDevicePixelRatio(_SCALE)
    window.render(pixmap)
    return pixmap.toImage()


def _texts(root: QWidget) -> Iterator[tuple[str, QWidget, QRect]]:
    """Yield each visible text, with its place in its widget."""
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisible() and widget.isEnabled():
            yield from ((text, widget, place) for text, place in _texts_of(widget))


def _texts_of(widget: QWidget) -> list[tuple[str, QRect]]:
    inner = widget.rect().adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
    match widget:
        case QLabel() if widget.pixmap().isNull():
            return [(widget.text(), widget.rect())]
        case QAbstractButton() | QLineEdit():
            return [(widget.text() or getattr(widget, "placeholderText", str)(), inner)]
        case QComboBox():
            return [(widget.currentText(), inner)]
        case QTabBar():
            return [(widget.tabText(at), widget.tabRect(at)) for at in range(widget.count())]
        case QMenu():
            actions = [one for one in widget.actions() if one.isEnabled()]
            return [(one.text(), widget.actionGeometry(one)) for one in actions]
    return []


def _items(root: QWidget) -> Iterator[tuple[str, QWidget, QRect]]:
    """Yield the texts of lists and tables."""
    for view in root.findChildren(QAbstractItemView):
        model, top = view.model(), view.rootIndex()
        for row in range(model.rowCount(top) if view.isVisible() and model else 0):
            index = model.index(row, 0, top)
            place = view.visualRect(index).adjusted(_EDGE_PX, 2, -_EDGE_PX, -2)
            yield str(index.data()), view.viewport(), place


def unreadable(root: QWidget) -> Iterator[str]:
    """Yield the texts that are too faint."""
    whole = painted(root)
    for text, widget, place in (*_texts(root), *_items(root)):
        seen = place & widget.visibleRegion().boundingRect()
        if not text.strip() or seen.size() != place.size() or seen.isEmpty():
            continue  # people scroll to what is half hidden
        at = widget.mapTo(widget.window(), QPoint(0, 0)) if widget is not root else QPoint(0, 0)
        area = QRect((seen.topLeft() + at) * _SCALE, seen.size() * _SCALE)
        if (found := contrast(whole.copy(area))) < LEAST:
            yield f"{text!r} at {found:.2f}:1"


def too_small(root: QWidget) -> Iterator[str]:
    """Yield the texts whose letters are too small."""
    for text, widget, _ in _texts(root):
        if QFontInfo(widget.font()).pixelSize() < LEAST_PX:
            yield text
