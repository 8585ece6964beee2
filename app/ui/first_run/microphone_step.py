"""First run, step two: does the microphone work?"""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.settings.microphone_view import MicrophoneBox, MicrophoneTestView
from app.ui.settings.microphones import MicrophoneList, MicrophoneTest
from app.ui.widgets.boxes import column, row
from app.ui.widgets.muted_label import MutedLabel


class MicrophoneStep(QWidget):
    """A choice and a test; nothing is recorded."""

    def __init__(
        self, preferences: LivePreferences, microphones: MicrophoneList, test: MicrophoneTest
    ) -> None:
        super().__init__()
        words = self.tr(
            "Choose a microphone and see whether it is heard. Nothing is recorded here."
        )
        self.devices = MicrophoneBox(preferences, microphones)
        self.test = MicrophoneTestView(preferences, test)
        label = QLabel(self.tr("Microphone"))
        label.setBuddy(self.devices)
        choice = row(label, (self.devices, 1), 0, spacing=16)
        column(MutedLabel(words), choice, self.test, 0, on=self, spacing=12)
