"""Controls for listening to a recording while reading and correcting its text."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from app.ui.appearance.fonts import with_even_figures
from app.ui.appearance.icons import Icons
from app.ui.dictation.waveform_slider import WaveformSlider
from app.ui.language.durations import clock
from app.ui.widgets.boxes import row
from app.ui.widgets.controls import NoScrollComboBox

BACK_S = 3.0
_SPEEDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
_TENTHS = 10  # of a second: the slider's unit
_STEP_S, _PAGE_S = 5, 30


class PlayerBar(QWidget):
    """Play, skip back a little, position, and speed.

    Signals:
        dragged(float): A place was passed while dragging, in seconds.
        sought(float): A place was chosen.
        back_pressed(): Repeat the last few seconds.
        speed_chosen(float): 2.0 is twice as fast.
    """

    dragged = Signal(float)
    sought = Signal(float)
    back_pressed = Signal()
    speed_chosen = Signal(float)

    def __init__(self, icons: Icons, play: QAction) -> None:
        super().__init__()
        self._length_s = 0.0
        self.play = self._button()
        self.play.setDefaultAction(play)
        self.play.setAccessibleName(play.text())
        self.back = self._button()
        self.back.setIcon(icons("back"))
        words = self.tr("Back %1 seconds").replace("%1", f"{BACK_S:.0f}")
        self.back.setAccessibleName(words)
        self.back.setToolTip(f"{words} (Shift+F9)")
        self.slider = WaveformSlider()
        self.slider.setSingleStep(_STEP_S * _TENTHS)
        self.slider.setPageStep(_PAGE_S * _TENTHS)
        self.slider.setAccessibleName(self.tr("Position in the recording"))
        self.time = QLabel()
        self.time.setFont(with_even_figures(self.time.font()))
        self.speed = NoScrollComboBox()
        self.speed.setAccessibleName(self.tr("Playback speed"))
        self.speed.setAccessibleDescription(self.speed.accessibleName())  # Linux reads the choice
        self.speed.setToolTip(self.speed.accessibleName())
        for speed in _SPEEDS:
            self.speed.addItem(f"{QLocale().toString(speed, 'g', 3)} ×", speed)
        self.speed.setCurrentIndex(_SPEEDS.index(1.0))
        parts = (self.play, self.back, (self.slider, 1), self.time, self.speed)
        row(*parts, on=self, margins=(16, 4, 16, 4))
        self.back.clicked.connect(self.back_pressed)
        self.slider.sliderMoved.connect(lambda value: self._tell(value / _TENTHS))
        self.slider.sliderMoved.connect(lambda value: self.dragged.emit(value / _TENTHS))
        self.slider.valueChanged.connect(lambda value: self.sought.emit(value / _TENTHS))
        self.speed.activated.connect(lambda at: self.speed_chosen.emit(_SPEEDS[at]))
        self.hide()

    def show_length(self, length_s: float) -> None:
        """Show the player at the start of a recording; hide it if the length is 0."""
        self._length_s = length_s
        self.slider.blockSignals(True)  # noqa: FBT003  Qt's signature
        self.slider.setRange(0, round(length_s * _TENTHS))
        self.slider.blockSignals(False)  # noqa: FBT003
        self.show_position(0.0)
        self.setVisible(length_s > 0)

    def show_position(self, time_s: float) -> None:
        if not self.slider.isSliderDown():
            self.slider.blockSignals(True)  # noqa: FBT003  the user did not move it
            self.slider.setValue(round(time_s * _TENTHS))
            self.slider.blockSignals(False)  # noqa: FBT003
            self._tell(time_s)

    def _tell(self, time_s: float) -> None:
        self.time.setText(f"{clock(min(time_s, self._length_s))} / {clock(self._length_s)}")

    def _button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        button.setIconSize(QSize(20, 20))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
