"""The live controls of a dictation, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from app.dictation.events import Notice, State
from app.ui.appearance.fonts import Size, make_bold, sized, with_even_figures
from app.ui.appearance.icons import Icons
from app.ui.language.durations import clock
from app.ui.language.states import state_word
from app.ui.widgets.boxes import column, row
from app.ui.widgets.controls import NoScrollComboBox
from app.ui.widgets.level_meter import LevelMeter
from app.ui.widgets.notice_line import NoticeLine
from app.ui.widgets.shortcuts import shown_keys
from app.ui.widgets.state_mark import StateMark

_QUIET_DBFS = -90.0
_LIST_MARGIN_PX = 40
_AROUND_PX = 54  # margins of a button or choice, plus its icon
_BUTTON = QSize(40, 40)
_METER_PX, _GAP_PX, _EDGE_PX = 80, 8, 16
_PILL_PX, _PILL_EDGE_PX, _PILL_ICON_PX, _PILL_GAP_PX = 44, 18, 20, 8
_KEY_EDGE_PX = 6
_LIVE = {State.STARTING, State.LISTENING}
_ON_RED = QColor("#ffffff")


class BottomBar(QWidget):
    """Record, pause, time, level, microphone and language model; a quiet notice above them.

    Signals:
        record_pressed(), pause_pressed(): Each toggles.
        discard_pressed(): The current dictation is not wanted.
        microphone_chosen(str): Name of another microphone, "" for the system's default.
        language_chosen(str): Name of another language model.
        said(str, bool): A new state or notice in words, and whether it is an error.
    """

    record_pressed = Signal()
    pause_pressed = Signal()
    discard_pressed = Signal()
    microphone_chosen = Signal(str)
    language_chosen = Signal(str)
    said = Signal(str, bool)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.notice = NoticeLine()
        self.notice.said.connect(self.said)
        self.record = RecordButton(icons)
        self.pause = QToolButton()
        self.pause.setIconSize(QSize(20, 20))
        self.pause.setMinimumSize(_BUTTON)
        self.pause.setToolTip(self.tr("Turns the microphone off until you resume. Shift+F5"))
        self.discard = QToolButton()
        self.discard.setIcon(icons("discard"))
        self.discard.setIconSize(QSize(20, 20))
        self.discard.setMinimumSize(_BUTTON)
        self.discard.setAccessibleName(self.tr("Discard this dictation"))
        self.discard.setToolTip(
            self.tr("Stop and discard this dictation; it can be restored. Ctrl+Shift+Delete")
        )
        self.mark = StateMark(icons)
        self.state = QLabel()
        words = map(state_word, State)  # as wide as the widest, so that nothing moves
        self.state.setMinimumWidth(max(map(self.state.fontMetrics().horizontalAdvance, words)))
        self.elapsed = QLabel()
        self.elapsed.setFont(with_even_figures(self.elapsed.font()))
        self.elapsed.setAccessibleDescription(self.tr("Elapsed time"))  # a name would hide it
        self.level = LevelMeter()
        self.level.setMinimumWidth(_METER_PX)
        self.level.setMaximumWidth(260)
        self.microphone = self._picker(self.tr("Microphone"))
        self.microphone.addItem(self.tr("System microphone"), "")
        own = self.microphone.fontMetrics().horizontalAdvance(self.microphone.currentText())
        self.microphone.setMinimumWidth(own + _AROUND_PX)  # others may be elided, but not this one
        self.language = self._picker(self.tr("Language model"))
        self._lay_out()
        self.record.clicked.connect(self.record_pressed)
        self.pause.clicked.connect(self.pause_pressed)
        self.discard.clicked.connect(self.discard_pressed)
        self.microphone.activated.connect(
            lambda at: self.microphone_chosen.emit(self.microphone.itemData(at))
        )
        self.language.activated.connect(
            lambda at: self.language_chosen.emit(self.language.itemData(at))
        )
        self._state = State.STOPPED
        self.show_state(State.STOPPED)
        self.show_elapsed(0.0)

    def show_state(self, state: State) -> None:
        if state is not self._state:
            self._state = state
            self.said.emit(state_word(state), False)  # noqa: FBT003  a signal's argument
        self.record.show_state(state)
        is_paused = state is State.PAUSED
        self.pause.setEnabled(state in {State.LISTENING, State.ASLEEP, State.PAUSED})
        self.discard.setEnabled(state is not State.STOPPED)
        text = self.tr("Resume") if is_paused else self.tr("Pause")
        self.pause.setText(text)
        self.pause.setAccessibleName(text)
        self.pause.setIcon(self._icons("play" if is_paused else "pause"))
        self.mark.show_state(state)
        self.state.setText(state_word(state))
        if state is not State.LISTENING:
            self.level.show_level(_QUIET_DBFS)
        if state is State.STOPPED:
            self.notice.show_notice(Notice.NONE)

    def show_level(self, level_dbfs: float) -> None:
        """Show the level, unless the sound was captured before a stop."""
        if self._state is State.LISTENING:
            self.level.show_level(level_dbfs)

    def show_elapsed(self, elapsed_s: float) -> None:
        self.elapsed.setText(clock(elapsed_s))

    def show_microphones(self, names: Sequence[str], chosen: str) -> None:
        items = [(self.tr("System microphone"), ""), *((name, name) for name in names)]
        _fill(self.microphone, items, chosen)

    def show_languages(self, items: Sequence[tuple[str, str]], chosen: str) -> None:
        _fill(self.language, items, chosen)

    def _picker(self, name: str) -> NoScrollComboBox:
        picker = NoScrollComboBox()
        picker.setAccessibleName(name)
        picker.setAccessibleDescription(name)  # Qt uses the choice as its name on Linux
        picker.currentTextChanged.connect(lambda text: _tell_in_full(picker, name, text))
        picker.setMinimumWidth(96)
        picker.setMaximumWidth(240)
        picker.setMinimumContentsLength(6)
        picker.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        return picker

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Show as many controls beside the buttons as fit, most important first."""
        room = event.size().width() - self._narrowest()
        for part in (self._clock, self.language, self.microphone, self.level):
            room -= max(part.minimumWidth(), part.minimumSizeHint().width()) + _GAP_PX
            part.setVisible(room >= 0)
        super().resizeEvent(event)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Let the window be as narrow as the buttons."""
        return QSize(self._narrowest(), super().minimumSizeHint().height())

    def _narrowest(self) -> int:
        buttons = (self.mark, self.pause, self.record, self.discard)
        widths = (max(it.minimumWidth(), it.minimumSizeHint().width()) for it in buttons)
        return sum(widths) + 4 * _GAP_PX + 2 * _EDGE_PX

    def _lay_out(self) -> None:
        self._clock = QWidget()
        column(0, self.state, self.elapsed, 0, on=self._clock, spacing=0)
        rest = (0, 1)  # what the meter does not need
        left = row(self.mark, self._clock, (self.level, 100), rest, spacing=_GAP_PX)
        right = row(0, self.microphone, self.language, spacing=_GAP_PX)
        parts = ((left, 1), self.pause, self.record, self.discard, (right, 1))
        live = row(*parts, spacing=_GAP_PX)
        column(self.notice, live, on=self, margins=(_EDGE_PX, 12, _EDGE_PX, 12))


def _fill(picker: NoScrollComboBox, items: Sequence[tuple[str, str]], chosen: str) -> None:
    is_there = any(data == chosen for _, data in items)
    picker.offer(items if is_there else [*items, (chosen, chosen)], chosen)
    picker.currentTextChanged.emit(picker.currentText())


def _tell_in_full(picker: NoScrollComboBox, name: str, text: str) -> None:
    picker.setToolTip(f"{name}: {text}")
    picker.setAccessibleDescription(text)
    picker.view().setMinimumWidth(picker.view().sizeHintForColumn(0) + _LIST_MARGIN_PX)


class RecordButton(QPushButton):
    """The large button that starts and stops; shows the state and its shortcut."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._shortcut: QShortcut | None = None
        self.setObjectName("record")
        make_bold(self, Size.LEAD)
        self._key_font = sized(self.font(), Size.TEXT)
        self.show_state(State.STOPPED)

    def show_state(self, state: State) -> None:
        text, icon, tip = self._words(state)
        self.setProperty("live", state in _LIVE)
        self.style().unpolish(self)
        self.style().polish(self)
        self._icon = icon
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(text)
        self.setAccessibleDescription(tip)
        self.setEnabled(state is not State.DRAINING)

    def show_key_of(self, shortcut: QShortcut) -> None:
        self._shortcut = shortcut

    @property
    def _key(self) -> str:
        return shown_keys(self._shortcut.key()) if self._shortcut is not None else ""

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's own
        """Return the width of the widest state, so that nothing moves."""
        words = (self._words(state)[0] for state in State)
        widest = max(map(self.fontMetrics().horizontalAdvance, words))
        inside = _PILL_ICON_PX + widest + self._key_width() + 2 * _PILL_GAP_PX
        return QSize(inside + 2 * _PILL_EDGE_PX, _PILL_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's own
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        """Draw the pill in the current style, then icon, word and shortcut."""
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        text, option.text = option.text, ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self._ink()
        icon = self._icons(self._icon, ink)
        metrics, height = self.fontMetrics(), self.height()
        inside = _PILL_ICON_PX + metrics.horizontalAdvance(text) + self._key_width()
        left = (self.width() - inside - 2 * _PILL_GAP_PX) // 2
        icon.paint(painter, left, (height - _PILL_ICON_PX) // 2, _PILL_ICON_PX, _PILL_ICON_PX)
        left += _PILL_ICON_PX + _PILL_GAP_PX
        painter.setPen(ink)
        painter.drawText(left, 0, self.width(), height, Qt.AlignmentFlag.AlignVCenter, text)
        left += metrics.horizontalAdvance(text) + _PILL_GAP_PX
        key = QRectF(left + 0.5, height / 2 - 10.5, self._key_width() - 1, 20)
        if self._key:
            painter.setFont(self._key_font)
            painter.drawText(key, Qt.AlignmentFlag.AlignCenter, self._key)
            painter.setPen(QPen(ink, 1.0))
            painter.setOpacity(0.5)
            painter.drawRoundedRect(key, 4, 4)
        painter.end()

    def _ink(self) -> QColor:
        if self.property("live"):
            return _ON_RED
        is_on = self.isEnabled()
        role = QPalette.ColorRole.HighlightedText if is_on else QPalette.ColorRole.PlaceholderText
        return self.palette().color(role)

    def _key_width(self) -> int:
        return QFontMetrics(self._key_font).horizontalAdvance(self._key) + 2 * _KEY_EDGE_PX

    def _words(self, state: State) -> tuple[str, str, str]:
        stop = self.tr("Stops recording; words already spoken still appear. F5")
        return {
            State.STOPPED: (self.tr("Record"), "record", self.tr("Starts dictation. F5")),
            State.STARTING: (self.tr("Starting…"), "stop", stop),
            State.LISTENING: (self.tr("Stop"), "stop", stop),
            State.ASLEEP: (self.tr("Stop"), "stop", stop),
            State.PAUSED: (self.tr("Stop"), "stop", stop),
            State.DRAINING: (
                self.tr("Finishing…"),
                "wait",
                self.tr("The last words are being recognised; the microphone is closed."),
            ),
        }[state]
