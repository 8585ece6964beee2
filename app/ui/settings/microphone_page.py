"""Microphone settings, with a live test."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

from app.preferences.live_preferences import LivePreferences
from app.ui.settings.microphone_view import MicrophoneBox, MicrophoneTestView
from app.ui.settings.microphones import MicrophoneList, MicrophoneTest
from app.ui.widgets.settings_page import SettingsPage


class MicrophonePage(SettingsPage):
    """Which microphone, whether it works, and what happens when it is disconnected."""

    TITLE = QT_TRANSLATE_NOOP("MicrophonePage", "Microphone")
    section = "microphone"

    def __init__(
        self, preferences: LivePreferences, microphones: MicrophoneList, test: MicrophoneTest
    ) -> None:
        super().__init__(preferences)
        group = self.group()
        self.devices = MicrophoneBox(preferences, microphones)
        self.add(self.tr("Microphone"), "", self.devices)
        self.test = MicrophoneTestView(preferences, test)
        group.add(self.test, self.tr("test level meter"))
        self.add_section()
