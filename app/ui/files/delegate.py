"""Paints a file of the queue: its name, folder and progress."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.files.job import FileJob, JobState
from app.ui.appearance.colours import alert_ink, done_ink, doubt_colour
from app.ui.appearance.fonts import bold
from app.ui.appearance.icons import own_icons
from app.ui.files.model import JOB_ROLE, STATE_ROLE, Index, place_of

_MARGIN, _GAP, _BAR, _BAR_WIDTH = 10, 4, 8, 220
_ICON_PX = 16
_QUIET = 0.72
_UNCUT = int(Qt.TextFlag.TextDontClip)  # letters of other scripts may be taller
_ICONS = {
    JobState.WAITING: "wait",
    JobState.RUNNING: "play",
    JobState.FOUND: "question",
    JobState.DONE: "done",
    JobState.CANCELLED: "stop",
}


class FilesDelegate(QStyledItemDelegate):
    """An icon, the name with its folder, a sentence, and a progress bar while it is running."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        icons, ink = own_icons(), QPalette.ColorRole.Text
        self._icons = {state: icons(name, ink) for state, name in _ICONS.items()}
        self._icons[JobState.FAILED] = icons("warning", alert_ink)
        self._icons[JobState.FOUND] = icons(_ICONS[JobState.FOUND], doubt_colour)
        self._icons[JobState.DONE] = icons(_ICONS[JobState.DONE], done_ink)
        self._icons[JobState.RUNNING] = icons(_ICONS[JobState.RUNNING], QPalette.ColorRole.Link)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002, N802
        """Return the size of a row, the same for all, so that the list need not ask for each."""
        height = QFontMetrics(option.font).height()
        return QSize(200, 2 * _MARGIN + 2 * height + _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        job: FileJob = index.data(JOB_ROLE)
        painter.save()
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        area = option.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        area = self._draw_icon(painter, area, option.font, job)
        area = _draw_name(painter, area, option.font, job)
        painter.setOpacity(1.0 if job.state is JobState.FAILED else _QUIET)
        _draw_line(painter, area, option.font, index.data(STATE_ROLE))
        painter.setOpacity(1.0)
        if job.state is JobState.RUNNING:
            painter.setPen(option.palette.color(QPalette.ColorRole.Mid))
            fill = option.palette.color(QPalette.ColorRole.Highlight)
            _draw_bar(painter, _bar_area(area, option.font), job.progress, fill)
        painter.restore()

    def _draw_icon(self, painter: QPainter, area: QRect, font: QFont, job: FileJob) -> QRect:
        side = max(_ICON_PX, QFontMetrics(font).ascent())
        self._icons[job.state].paint(painter, QRect(area.topLeft(), QSize(side, side)))
        return area.adjusted(side + 10, 0, 0, 0)


def _draw_name(painter: QPainter, area: QRect, font: QFont, job: FileJob) -> QRect:
    metrics = QFontMetrics(bold(font))
    painter.setFont(bold(font))
    elide = Qt.TextElideMode.ElideMiddle
    name = metrics.elidedText(job.name, elide, round(area.width() * 0.7))
    painter.drawText(area, _UNCUT, name)
    rest = area.adjusted(metrics.horizontalAdvance(name) + 12, 0, 0, 0)
    painter.setFont(font)
    painter.setOpacity(_QUIET)
    folder = QFontMetrics(font).elidedText(place_of(job), elide, rest.width())
    painter.drawText(rest, int(Qt.AlignmentFlag.AlignRight), folder)
    return area.adjusted(0, metrics.height() + _GAP, 0, 0)


def _draw_line(painter: QPainter, area: QRect, font: QFont, text: str) -> None:
    painter.setFont(font)
    elided = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, _UNCUT, elided)


def _bar_area(area: QRect, font: QFont) -> QRect:
    width = min(_BAR_WIDTH, area.width() // 2)
    top = area.top() + (QFontMetrics(font).height() - _BAR) // 2
    return QRect(area.right() - width, top, width, _BAR)


def _draw_bar(painter: QPainter, area: QRect, progress: float | None, fill: QColor) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, _BAR / 2, _BAR / 2)
    if progress:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        frame.setWidth(max(_BAR, frame.width() * progress))
        painter.drawRoundedRect(frame, _BAR / 2, _BAR / 2)
