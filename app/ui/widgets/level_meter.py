"""The sound level as a bar, and a waveform of the last seconds."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

_QUIETEST_DB, _LOUD_DB = -60.0, -6.0
_SPEECH_DB = (-40.0, -12.0)
_BARS = 28
_BAR_PX, _STEP_PX = 3, 5


class LevelMeter(QWidget):
    """Shows a level in dB below full scale, with ticks for speech; too loud is another colour."""

    def __init__(self) -> None:
        super().__init__()
        self._level_db = _QUIETEST_DB
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Microphone level"))

    @property
    def level_db(self) -> float:
        return self._level_db

    def show_level(self, level_db: float) -> None:
        """Show a new level; anything below -60 dB is silence."""
        self._level_db = level_db
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's own
        return QSize(240, 18)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        groove = QRectF(0.5, 4.5, self.width() - 1, self.height() - 9)
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.setBrush(palette.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(groove, 4, 4)
        painter.setPen(QColor(0, 0, 0, 0))
        is_too_loud = self._level_db > _LOUD_DB
        role = QPalette.ColorRole.WindowText if is_too_loud else QPalette.ColorRole.Highlight
        painter.setBrush(palette.color(role))
        filled = groove.adjusted(1, 1, -1, -1)
        filled.setWidth(filled.width() * loudness(self._level_db))
        painter.drawRoundedRect(filled, 3, 3)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        for mark_db in _SPEECH_DB:
            x = groove.left() + groove.width() * loudness(mark_db)
            painter.drawLine(round(x), 0, round(x), self.height())


def loudness(level_db: float) -> float:
    """Return a level's perceived loudness, from 0 (silence) to 1."""
    return min(1.0, max(0.0, 1.0 - level_db / _QUIETEST_DB))


class Waveform(QWidget):
    """One bar per level, the newest on the right; repainted only when a level arrives.

    Attributes:
        moves: If False, only the newest level is shown, as one horizontal bar.
        ink: Colour of the bars; None for the text colour.
    """

    def __init__(self) -> None:
        super().__init__()
        self.moves = True
        self.ink: QColor | None = None
        self._shares: deque[float] = deque(maxlen=_BARS)
        self.setFixedSize(self.sizeHint())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Microphone level"))

    def show_level(self, level_db: float) -> None:
        """Add a level in dB below full scale."""
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
