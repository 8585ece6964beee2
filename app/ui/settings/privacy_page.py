"""Settings of what is kept."""

from __future__ import annotations

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsPage


class PrivacyPage(SettingsPage):
    """History, audio, and what never happens."""

    section = "privacy"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(self.tr("Privacy"), preferences)
        promise = self.tr(
            "Nothing you say or write leaves this computer. Fermata uses the network for one thing "
            "only: a model that you download yourself."
        )
        self.group().add(MutedLabel(promise), promise)
        self.group(self.tr("History"))
        self.flag(
            "privacy.keeps_history",
            self.tr("Keep what I dictate"),
            self.tr("Sessions can be searched, reopened, and deleted for good."),
        )
        self.number(
            "privacy.keep_days",
            self.tr("Delete sessions after"),
            self.tr("Older ones are deleted for good when Fermata starts."),
            self.tr("days"),
            self.tr("never"),
        )
        self.group(self.tr("Sound"))
        self.flag(
            "privacy.keeps_audio",
            self.tr("Keep the recording of a session"),
            self.tr("Lets you listen to a word again later. About 60 MB an hour (FLAC)."),
        )
