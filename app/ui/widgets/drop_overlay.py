"""The overlay that lights up while files are dragged over the window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from app.ui.appearance.fonts import Size, bold

_MARGIN_PX, _CORNER_PX, _LINE_PX = 14, 12, 2
_ICON = QSize(48, 48)
_GROUND = 0.94  # what is below still shows through


class DropOverlay(QWidget):
    """Covers a widget; drops fall through to what is below it."""

    def __init__(self, over: QWidget, icon: QIcon) -> None:
        super().__init__(over)
        self._over, self._icon = over, icon
        self.text = self.tr("Drop to transcribe or punctuate")
        self.setAccessibleName(self.text)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def light_up(self) -> None:
        self.setGeometry(self._over.rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter, colour = QPainter(self), self.palette().color
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(colour(QPalette.ColorRole.Base))
        ground.setAlphaF(_GROUND)
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(colour(QPalette.ColorRole.Highlight), _LINE_PX, Qt.PenStyle.DashLine))
        inner = QRectF(self.rect()).adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        painter.drawRoundedRect(inner, _CORNER_PX, _CORNER_PX)
        place = QRect(QPoint(0, 0), _ICON)
        place.moveCenter(self.rect().center() - QPoint(0, _ICON.height()))
        self._icon.paint(painter, place)
        painter.setPen(colour(QPalette.ColorRole.Text))
        painter.setFont(bold(self.font(), Size.TITLE))
        painter.drawText(
            self.rect().adjusted(0, _ICON.height(), 0, 0), Qt.AlignmentFlag.AlignCenter, self.text
        )
