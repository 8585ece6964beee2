"""How loud it was in the last seconds."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.widgets.level_meter import loudness

_BARS = 28
_BAR_PX, _STEP_PX = 3, 5


class Waveform(QWidget):
    """One bar a level, the newest at the right; painted only when a level arrives.

    Attributes:
        moves: else only the newest level is shown, as one bar from left to right.
        ink: the colour of the bars; None for that of text.
    """

    def __init__(self) -> None:
        super().__init__()
        self.moves = True
        self.ink: QColor | None = None
        self._shares: deque[float] = deque(maxlen=_BARS)
        self.setFixedSize(self.sizeHint())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Level of the microphone"))

    def show_level(self, level_db: float) -> None:
        """Show a level in dB below full scale beside those before it."""
        self._shares.append(loudness(level_db))
        self.update()

    def clear(self) -> None:
        self._shares.clear()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's own
        return QSize(_BARS * _STEP_PX, 28)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.ink or self.palette().text().color())
        for bar in self._bars() if self.moves else self._plain():
            painter.drawRoundedRect(bar, _BAR_PX / 2, _BAR_PX / 2)

    def _bars(self) -> list[QRectF]:
        shares = [0.0] * (_BARS - len(self._shares)) + list(self._shares)
        heights = [_BAR_PX + share * (self.height() - _BAR_PX) for share in shares]
        return [
            QRectF(at * _STEP_PX + 1, (self.height() - height) / 2, _BAR_PX, height)
            for at, height in enumerate(heights)
        ]

    def _plain(self) -> list[QRectF]:
        share = self._shares[-1] if self._shares else 0.0
        return [QRectF(1, self.height() / 2 - 3, _BAR_PX + share * (self.width() - 5), 6)]
