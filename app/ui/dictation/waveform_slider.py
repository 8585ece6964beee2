"""The waveform of a recording as a slim strip, for seeking."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle

from app.dictation.sound_peaks import Peaks
from app.ui.appearance.colours import mixed

_BAR_PX, _STEP_PX = 2, 3
_HEIGHT_PX, _CURSOR_PX = 32, 2
_AHEAD_SHARE = 0.52  # of the text colour: contrast over 3 to 1 on any background
_QUIETEST = 0.05  # anything quieter stays low: it is noise


class WaveformSlider(QSlider):
    """A slider that shows the sound; seeks on a click and at the end of a drag."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._peaks: Peaks | None = None
        self.setTracking(False)  # no playback while dragging
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_peaks(self, peaks: Peaks | None) -> None:
        """Show levels from 0 to 1; None for a line while they are unknown."""
        self._peaks = peaks
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(200, _HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(60, _HEIGHT_PX)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if self.isSliderDown():
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, middle = self.palette(), self.height() / 2
        text = palette.color(QPalette.ColorRole.WindowText)
        ahead = mixed(text, palette.color(QPalette.ColorRole.Window), _AHEAD_SHARE)
        share = (self.sliderPosition() - self.minimum()) / max(1, self.maximum() - self.minimum())
        here = share * (self.width() - _CURSOR_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        for at, height in enumerate(self._heights()):
            left = at * _STEP_PX
            painter.setBrush(palette.highlight() if left < here else ahead)
            painter.drawRoundedRect(QRectF(left, middle - height / 2, _BAR_PX, height), 1, 1)
        painter.setBrush(text)
        painter.drawRect(QRectF(here, 0, _CURSOR_PX, self.height()))
        if self.hasFocus():
            painter.setPen(text)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def _heights(self) -> list[float]:
        """Return the height of each bar in pixels."""
        count = max(1, (self.width() - _BAR_PX) // _STEP_PX + 1)
        if self._peaks is None:
            return [_BAR_PX] * count
        edges = np.arange(count) * len(self._peaks) // count
        loud = np.maximum.reduceat(self._peaks, edges)
        shares = np.sqrt(loud / max(_QUIETEST, float(self._peaks.max())))
        heights: list[float] = (_BAR_PX + shares * (self.height() - 2 - _BAR_PX)).tolist()
        return heights

    def _go(self, event: QMouseEvent) -> None:
        place = round(event.position().x())
        value = QStyle.sliderValueFromPosition(
            self.minimum(), self.maximum(), place, self.width() - _CURSOR_PX
        )
        self.setSliderPosition(value)
        self.update()
