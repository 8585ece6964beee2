"""Settings that few people need."""

from __future__ import annotations

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.settings_page import SettingsPage


class AdvancedPage(SettingsPage):
    """How the punctuation model runs, where models come from, and the log."""

    section = "advanced"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(self.tr("Advanced"), preferences)
        self.group(self.tr("Punctuation model"))
        self.choice(
            "advanced.backend",
            {
                "auto": self.tr("Best that works"),
                "onnx": self.tr("Processor (ONNX)"),
                "torch": self.tr("Graphics card (torch)"),
            },
            self.tr("Run it on"),
        )
        self.number(
            "advanced.threads",
            self.tr("Processor threads"),
            self.tr("Two are enough; more rarely help and leave less for the recogniser."),
        )
        self.number(
            "advanced.cap_words",
            self.tr("Longest open sentence"),
            self.tr("Words that may stay unfinished before some are committed all the same."),
            self.tr("words"),
        )
        self.group(self.tr("Downloads"))
        self.text(
            "advanced.download_base_url",
            self.tr("Server of models"),
            self.tr("A mirror that holds the same files; used in place of the publisher’s."),
            self.tr("The publisher’s own"),
        )
        self.group(self.tr("Reports"))
        self.flag(
            "advanced.writes_log",
            self.tr("Write a log"),
            self.tr("Counts and timings only, never what was said."),
        )
