"""A plot of a training run: mistakes (the loss) on the left, held-out F1 on the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.training.values import Step

_MARGIN_PX = (52, 14, 52, 10)  # left, top, right, bottom
_LEGEND_LINE_PX = 20
_SMOOTHING = 0.85
_DOT_PX = 4.0


class TrainingPlot(QWidget):
    """Draws steps as they come; the two lines differ in colour, dashes and dots."""

    def __init__(self) -> None:
        super().__init__()
        self._losses: list[tuple[float, float]] = []
        self._f1s: list[tuple[float, float]] = []
        self._smoothed = 0.0
        self._newest: Step | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Training curve"))

    def clear(self) -> None:
        self._losses.clear()
        self._f1s.clear()
        self.update()

    def add(self, step: Step) -> None:
        share = step.step / max(1, step.steps)
        is_first = not self._losses
        old = step.loss if is_first else self._smoothed
        self._smoothed = _SMOOTHING * old + (1 - _SMOOTHING) * step.loss
        self._losses.append((share, self._smoothed))
        if step.held_out_f1 is not None:
            self._f1s.append((share, step.held_out_f1))
        self._newest = step
        self.setAccessibleDescription(self._in_words(step))
        self.update()

    def end(self, f1: float) -> None:
        """End the line at the new model's score, a mixture of the old model and what was learnt."""
        if self._newest is not None and self._f1s:
            self._f1s[-1] = (1.0, f1)
            self.setAccessibleDescription(self._in_words(self._newest))
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's own
        return QSize(520, 190)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, top, right, bottom = _MARGIN_PX
        legend = self._legend_places(left)
        bottom += _LEGEND_LINE_PX * (1 + legend[-1][1])
        area = QRectF(self.rect()).adjusted(left, top, -right, -bottom)
        self._frame(painter, area)
        loss_colour, f1_colour = self._colours()
        if self._losses:
            bounds = _bounds([value for _, value in self._losses], 0.02)
            self._line(painter, area, self._losses, bounds, QPen(loss_colour, 2))
            self._scale(painter, area, bounds, "{:.2f}", is_left=True)
        if self._f1s:
            bounds = _bounds([value for _, value in self._f1s], 1.0)
            pen = QPen(f1_colour, 2, Qt.PenStyle.DashLine)
            self._line(painter, area, self._f1s, bounds, pen)
            self._dots(painter, area, bounds, f1_colour)
            self._scale(painter, area, bounds, "{:.1f} %", is_left=False)
        pens = (QPen(loss_colour, 2), QPen(f1_colour, 2, Qt.PenStyle.DashLine))
        for pen, (x, line, words) in zip(pens, legend, strict=True):
            y = area.bottom() + 16 + _LEGEND_LINE_PX * line
            self._legend(painter, QPointF(x, y), pen, words)

    def _in_words(self, step: Step) -> str:
        text = self.tr("Step %1 of %2").replace("%1", str(step.step)).replace("%2", str(step.steps))
        text += ", " + self.tr("mistakes while learning: %1").replace("%1", f"{self._smoothed:.3f}")
        if self._f1s:
            text += ", " + self.tr("marks right: %1").replace("%1", f"{self._f1s[-1][1]:.1f} %")
        return text

    def _colours(self) -> tuple[QColor, QColor]:
        is_dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        return (
            (QColor("#6cb6ff"), QColor("#f0a35e"))
            if is_dark
            else (QColor("#0b63b0"), QColor("#a84300"))
        )

    def _frame(self, painter: QPainter, area: QRectF) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(area, 4, 4)
        if not self._losses:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(
                area,
                Qt.AlignmentFlag.AlignCenter,
                self.tr("The training curve appears here."),
            )

    def _line(
        self,
        painter: QPainter,
        area: QRectF,
        points: Sequence[tuple[float, float]],
        bounds: tuple[float, float],
        pen: QPen,
    ) -> None:
        path = QPainterPath(_place(area, points[0], bounds))
        for point in points[1:]:
            path.lineTo(_place(area, point, bounds))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _dots(
        self, painter: QPainter, area: QRectF, bounds: tuple[float, float], colour: QColor
    ) -> None:
        painter.setPen(QPen(colour, 2))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        for point in self._f1s:
            painter.drawEllipse(_place(area, point, bounds), _DOT_PX, _DOT_PX)

    def _scale(
        self,
        painter: QPainter,
        area: QRectF,
        bounds: tuple[float, float],
        words: str,
        *,
        is_left: bool,
    ) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        side = Qt.AlignmentFlag.AlignRight if is_left else Qt.AlignmentFlag.AlignLeft
        x = 0.0 if is_left else area.right() + 6
        for value, y in ((bounds[1], area.top()), (bounds[0], area.bottom() - 16)):
            place = QRectF(x, y, _MARGIN_PX[0] - 6, 16)
            painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, words.format(value))

    def _legend_places(self, left: int) -> list[tuple[int, int, str]]:
        """Return where the legend of each line goes; in a second row if the first is too short."""
        loss = self.tr("Mistakes while learning (fewer is better)")
        f1 = self.tr("Marks right on texts it has not seen (more is better)")
        advance = self.fontMetrics().horizontalAdvance
        after = left + 30 + advance(loss) + 24
        fits = after + 30 + advance(f1) <= self.width()
        return [(left, 0, loss), (after, 0, f1) if fits else (left, 1, f1)]

    def _legend(self, painter: QPainter, place: QPointF, pen: QPen, words: str) -> None:
        painter.setPen(pen)
        painter.drawLine(place, place + QPointF(24, 0))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(place + QPointF(30, 4), words)


def _bounds(values: Sequence[float], least_span: float) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = max(high - low, least_span) * 0.12
    return low - room, high + room


def _place(area: QRectF, point: tuple[float, float], bounds: tuple[float, float]) -> QPointF:
    low, high = bounds
    height = (point[1] - low) / (high - low)
    return QPointF(area.left() + area.width() * point[0], area.bottom() - area.height() * height)
