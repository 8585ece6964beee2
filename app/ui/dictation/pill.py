"""The sign of a running dictation where the page is not visible: small, rounded, alive."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QRectF, QSettings, QSize, Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QWidget

from app.dictation.events import Notice, State
from app.ui.appearance.fonts import bold, with_even_figures
from app.ui.appearance.icons import RED, Icons
from app.ui.language.durations import clock
from app.ui.language.states import state_word
from app.ui.widgets.boxes import row
from app.ui.widgets.level_meter import Waveform
from app.ui.widgets.shortcuts import add_shortcut
from app.ui.widgets.state_mark import StateMark

_HEIGHT_PX = 52
_WORDS_PX = 260
_FROM_BELOW_PX = 96
_PLACE = "pill"
_MANY_WORDS = 8_888


class PillWordCount(QLabel):
    """The number of words; a class of its own, since `tr` finds no plurals for subclasses."""

    def __init__(self) -> None:
        super().__init__()
        widest = self.fontMetrics().horizontalAdvance(self._words(_MANY_WORDS))
        self.setMinimumWidth(widest)

    def show_words(self, count: int) -> None:
        self.setText(self._words(count))

    def _words(self, count: int) -> str:
        return self.tr("%Ln words", "", count)


class Pill(QWidget):
    """State, level, time and words of a dictation, with buttons to pause and stop it.

    Signals:
        stop_pressed(), pause_pressed(): The latter also resumes.
        clicked(): It was clicked outside its buttons.
    """

    stop_pressed = Signal()
    pause_pressed = Signal()
    clicked = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.mark = StateMark(icons)
        self.state = QLabel()
        words = map(state_word, State)  # as wide as the widest, so that nothing moves
        self.state.setMinimumWidth(max(map(self.state.fontMetrics().horizontalAdvance, words)))
        self.elapsed = QLabel()
        self.elapsed.setFont(with_even_figures(self.elapsed.font()))
        self.elapsed.setAccessibleDescription(self.tr("Elapsed time"))
        self.waveform = Waveform()
        self.count = PillWordCount()
        self._count, self._notice, self._problem = 0, Notice.NONE, ""
        self.last = LastWords()
        self.pause = self._button()
        self.pause.clicked.connect(self.pause_pressed)
        self.stop = self._button()
        self.stop.clicked.connect(self.stop_pressed)
        self.stop.setIcon(icons("stop"))
        self.stop.setAccessibleName(self.tr("Stop"))
        self.stop.setToolTip(self.tr("Stops recording; words already spoken still appear. F5"))
        live = (self.mark, self.state, self.elapsed, self.waveform, self.count, self.last)
        row(*live, 0, self.pause, self.stop, on=self, spacing=10, margins=(16, 6, 8, 6))
        self.setFixedHeight(_HEIGHT_PX)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Dictation"))
        self.last.hide()
        self.hide()
        self.show_state(State.STOPPED)
        self.show_elapsed(0.0)
        self.show_count(0)

    def show_state(self, state: State) -> None:
        self.mark.show_state(state)
        self.state.setText(state_word(state))
        is_paused = state is State.PAUSED
        self.pause.setEnabled(state in {State.LISTENING, State.ASLEEP, State.PAUSED})
        self.pause.setIcon(self._icons("play" if is_paused else "pause"))
        text = self.tr("Resume") if is_paused else self.tr("Pause")
        self.pause.setAccessibleName(text)
        self.pause.setToolTip(f"{text} (Shift+F5)")
        self.stop.setEnabled(state is not State.DRAINING)
        self.waveform.ink = RED if state is State.LISTENING else None
        if state is not State.LISTENING:
            self.waveform.clear()

    def show_elapsed(self, elapsed_s: float) -> None:
        self.elapsed.setText(clock(elapsed_s))

    def show_count(self, words: int) -> None:
        self._count = words
        self._draw_count()

    def show_notice(self, notice: Notice) -> None:
        """Show a problem instead of the number of words."""
        self._notice = notice
        self._draw_count()

    def show_problem(self, words: str) -> None:
        """Say in place of the number of words why they do not arrive; "" where they do."""
        self._problem = words
        self._draw_count()

    def add_keys(self) -> None:
        """Make the dictation page's shortcuts work where the pill replaces it."""
        add_shortcut(self, "F5", self.tr("Record or stop"), self.stop.click)
        add_shortcut(self, "Shift+F5", self.tr("Pause or resume"), self.pause.click)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's own
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.clicked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's own
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        painter.drawPath(self._outline())

    def _draw_count(self) -> None:
        wrong = {
            Notice.NO_MICROPHONE: self.tr("No microphone"),
            Notice.NO_RECOGNISER: self.tr("Words will follow"),
            Notice.NO_SOUND: self.tr("Nothing is heard"),
            Notice.NOT_ON_DISK: self.tr("The disk is full"),
            Notice.BEHIND: self.tr("Words are late"),
        }.get(self._notice, self._problem)
        if wrong:
            self.count.setText(wrong)
        else:
            self.count.show_words(self._count)
        self.count.setFont(bold(self.font()) if wrong else self.font())

    def _outline(self) -> QPainterPath:
        path = QPainterPath()
        outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        path.addRoundedRect(outline, outline.height() / 2, outline.height() / 2)
        return path

    def _button(self) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(20, 20))
        button.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        return button


class FloatingPill(Pill):
    """Stays over other applications and never takes the focus from them.

    It appears on the display with the mouse. Once dragged it stays where it was put; the position
    is stored in `settings`.
    """

    def __init__(self, icons: Icons, settings: QSettings) -> None:
        super().__init__(icons)
        self._settings = settings
        self._grip: QPoint | None = None
        self._is_dragged = False
        self._display = QRect()
        self.setWindowFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowDoesNotAcceptFocus
        )
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        for button in (self.pause, self.stop):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(self.tr("Click to return to Fermata. Drag to move."))

    def show_state(self, state: State) -> None:
        super().show_state(state)
        self.setWindowTitle(f"Fermata: {state_word(state)}")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        """Return to its old position, if there still is a screen there."""
        super().showEvent(event)
        display = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        self._display = display.availableGeometry()
        self.adjustSize()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's own
        """Be round even where windows are not blended."""
        super().resizeEvent(event)
        self.setMask(QRegion(self._outline().toFillPolygon().toPolygon()))
        if self.isVisible() and not self._is_dragged:
            self._place()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's own
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip, self._is_dragged = event.position().toPoint(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's own
        if self._grip is None:
            return
        way = event.position().toPoint() - self._grip
        if not self._is_dragged and way.manhattanLength() < QApplication.startDragDistance():
            return
        self._is_dragged = True
        if QGuiApplication.platformName().startswith("wayland"):  # there only the desktop moves it
            self.windowHandle().startSystemMove()
        else:
            self.move(event.globalPosition().toPoint() - self._grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's own
        was_dragged, self._grip, self._is_dragged = self._is_dragged, None, False
        if was_dragged:
            self._settings.setValue(_PLACE, self.pos())
            self._place()
        else:
            super().mouseReleaseEvent(event)

    def _place(self) -> None:
        middle = self._display.center().x() - self.width() // 2
        usual = QPoint(middle, self._display.bottom() - self.height() - _FROM_BELOW_PX)
        kept = self._settings.value(_PLACE, usual)
        wanted = QRect(kept if isinstance(kept, QPoint) else usual, self.size())
        screens = [it.availableGeometry() for it in QGuiApplication.screens()]
        self.move(clamped(wanted, screens))


def clamped(wanted: QRect, screens: Iterable[QRect]) -> QPoint:
    """Return a position where all of a window is visible, on the screen nearest to its centre."""
    middle = wanted.center()

    def distance(screen: QRect) -> int:
        return (_into(middle, screen) - middle).manhattanLength()

    screen = min(screens, key=distance)
    room = QRect(screen.topLeft(), screen.size() - wanted.size() + QSize(1, 1))
    return _into(wanted.topLeft(), room)


def _into(point: QPoint, room: QRect) -> QPoint:
    right, bottom = max(room.left(), room.right()), max(room.top(), room.bottom())
    return QPoint(min(max(point.x(), room.left()), right), min(max(point.y(), room.top()), bottom))


class LastWords(QWidget):
    """The end of what was said, on one line of constant width."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.setFixedSize(_WORDS_PX, _HEIGHT_PX - 12)

    def show_text(self, text: str) -> None:
        self.text = " ".join(text.split())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        cut = self.fontMetrics().elidedText(self.text, Qt.TextElideMode.ElideLeft, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, cut)
