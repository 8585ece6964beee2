"""The pages that consist only of setting rows."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QFontDatabase

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import WINDOW_LANGUAGES
from app.ui.widgets.export_dialog import format_title
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsNote, SettingsPage
from engine.transcripts.registry import WRITTEN_OPTIONS

_FONT_WIDTH_PX = 260


class GeneralPage(SettingsPage):
    """Language, appearance, tray and global shortcuts."""

    TITLE = QT_TRANSLATE_NOOP("GeneralPage", "General")
    section = "general"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.remark = SettingsNote()
        self.add_section({"general.language": WINDOW_LANGUAGES}, self.remark, "general.toggle_keys")


class FilesSettingsPage(SettingsPage):
    """Formats, folders and the queue."""

    TITLE = QT_TRANSLATE_NOOP("FilesSettingsPage", "Files")
    section = "files"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        formats = {name: f"{format_title(name)} ({name})" for name in WRITTEN_OPTIONS}
        self.add_section({"files.export_format": formats})


class PrivacyPage(SettingsPage):
    """History, audio, and what never happens."""

    TITLE = QT_TRANSLATE_NOOP("PrivacyPage", "Privacy")
    section = "privacy"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        promise = self.tr(
            "Nothing you say or write leaves this computer. Fermata uses the network for one thing "
            "only: a model that you download yourself."
        )
        self.group().add(MutedLabel(promise), promise)
        self.add_section()


class AccessibilityPage(SettingsPage):
    """Size, contrast, motion and screen readers."""

    TITLE = QT_TRANSLATE_NOOP("AccessibilityPage", "Accessibility")
    section = "accessibility"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        font = "accessibility.font_family"
        rows = self.add_section({font: {name: name for name in QFontDatabase.families()}})
        rows[font].control.setMaximumWidth(_FONT_WIDTH_PX)


class AdvancedPage(SettingsPage):
    """How the punctuation model runs, where models come from, and the log."""

    TITLE = QT_TRANSLATE_NOOP("AdvancedPage", "Advanced")
    section = "advanced"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.add_section()
