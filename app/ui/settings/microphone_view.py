"""Shows the available microphones, and whether one works."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.settings.microphones import MicrophoneList, MicrophoneTest
from app.ui.widgets.boxes import column, row
from app.ui.widgets.controls import NoScrollComboBox
from app.ui.widgets.level_meter import LevelMeter
from app.ui.widgets.muted_label import MutedLabel

_KEY = "microphone.device"


class MicrophoneBox(NoScrollComboBox):
    """Shows the available microphones, and the chosen one even while it is unplugged."""

    def __init__(self, preferences: LivePreferences, microphones: MicrophoneList) -> None:
        super().__init__()
        self._preferences, self._microphones = preferences, microphones
        self.setAccessibleName(self.tr("Microphone"))
        self.setAccessibleDescription(self.accessibleName())
        self.setMinimumWidth(210)
        self.setMaximumWidth(280)
        self._show()
        self.currentIndexChanged.connect(self._choose)
        preferences.changed.connect(self._follow)
        microphones.listed.connect(self._show)
        self.opened.connect(microphones.refresh)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._microphones.refresh()
        super().showEvent(event)

    def _choose(self, at: int) -> None:
        self._preferences.set(_KEY, self.itemData(at))

    def _follow(self, key: str) -> None:
        if key == _KEY:
            self._show()

    def _show(self) -> None:
        chosen = str(self._preferences.get(_KEY))
        names = ["", *self._microphones.names]
        items = [(name or self.tr("System microphone"), name) for name in names]
        if chosen not in names:
            items.append((self.tr("%1 (not found)").replace("%1", chosen), chosen))
        self.offer(items, chosen)


_SILENCE_DB, _SPEECH_DB, _TOO_LOUD_DB = -80.0, -40.0, -3.0


class MicrophoneTestView(QWidget):
    """A button, a level meter, and a sentence that says what is heard.

    Signals:
        heard(): Speech was heard for the first time since the test began.
    """

    heard = Signal()

    def __init__(self, preferences: LivePreferences, test: MicrophoneTest) -> None:
        super().__init__()
        self._preferences, self._test = preferences, test
        self._loudest_db = _SILENCE_DB
        self.button = QPushButton(self.tr("Test"))
        self.button.setCheckable(True)
        self.button.setAccessibleName(self.tr("Test the microphone"))
        self.button.toggled.connect(self._toggle)
        self.meter = LevelMeter()
        self.words = MutedLabel(self.tr("Your voice should peak between the two marks."))
        above = row(self.button, (self.meter, 1), spacing=14)
        column(above, self.words, on=self, margins=(0, 8, 0, 8))
        test.level_changed.connect(self._show_level)
        test.started.connect(self._show_started)
        test.stopped.connect(self._show_stopped)
        preferences.changed.connect(self._follow)

    def _follow(self, key: str) -> None:
        if key == _KEY and self.button.isChecked():
            self._start()

    def _start(self) -> None:
        self._test.start(str(self._preferences.get(_KEY)))

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  Qt's own
        """Release the microphone when hidden."""
        self.button.setChecked(False)
        super().hideEvent(event)

    def _toggle(self, is_on: bool) -> None:  # noqa: FBT001  a slot
        if is_on:
            self._loudest_db = _SILENCE_DB
            self.words.setText(self.tr("Opening the microphone…"))
            self._start()
        else:
            self._test.stop()
        self.button.setText(self.tr("Stop") if is_on else self.tr("Test"))

    def _show_started(self) -> None:
        if self.button.isChecked():
            self.words.setText(self.tr("Listening. Say something."))

    def _show_level(self, level_db: float) -> None:
        if not self.button.isChecked():
            return
        self.meter.show_level(level_db)
        was_db, self._loudest_db = self._loudest_db, max(self._loudest_db, level_db)
        if self._loudest_db > _TOO_LOUD_DB:
            self.words.setText(self.tr("Too loud: turn the microphone down, or move further away."))
        elif was_db <= _SPEECH_DB < self._loudest_db:
            self.words.setText(self.tr("Your voice comes through well."))
            self.heard.emit()

    def _show_stopped(self, reason: str) -> None:
        if reason:
            self.button.setChecked(False)
            self.words.setText(reason)
        elif not self.button.isChecked():
            quiet = self._loudest_db <= _SPEECH_DB
            self.words.setText(
                self.tr("Nothing was heard.") if quiet else self.tr("The microphone works.")
            )
        if not self.button.isChecked():
            self.meter.show_level(_SILENCE_DB)
