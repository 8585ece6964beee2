"""Settings of the window itself."""

from __future__ import annotations

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.settings_page import SettingsNote, SettingsPage


class GeneralPage(SettingsPage):
    """Language, appearance, tray and the keys that work everywhere."""

    section = "general"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(self.tr("General"), preferences)
        self.group(self.tr("Appearance"))
        self.choice(
            "general.language",
            {
                "system": self.tr("As the system"),
                "en": "English",
                "zh_CN": "简体中文",
                "zh_TW": "繁體中文",
            },
            self.tr("Language of the window"),
            self.tr(
                "Another one is used from the next start. Dictation has its own language: "
                "that of its models."
            ),
        )
        self.choice(
            "general.theme",
            {
                "system": self.tr("As the system"),
                "light": self.tr("Light"),
                "dark": self.tr("Dark"),
            },
            self.tr("Colours"),
        )
        self._add_tray_and_keys()

    def _add_tray_and_keys(self) -> None:
        self.group(self.tr("Tray"))
        self.flag("general.shows_tray_icon", self.tr("Show an icon in the system tray"))
        self.flag(
            "general.closes_to_tray",
            self.tr("Closing the window leaves Fermata in the tray"),
            self.tr("A dictation that runs goes on."),
        )
        self.remark = SettingsNote()
        self.group(self.tr("Keys that work in every application")).add(self.remark, "")
        self.keys(
            "general.toggle_keys",
            self.tr("Start and stop dictation"),
            self.tr("On desktops that allow no such keys, bind one to “fermata --toggle”."),
        )
        self.keys(
            "general.push_to_talk_keys",
            self.tr("Dictate while held down"),
            self.tr("Empty: off."),
        )
