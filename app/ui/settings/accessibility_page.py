"""Settings of how Fermata is read and heard."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.settings_page import SettingsPage


class AccessibilityPage(SettingsPage):
    """Size, contrast, motion and screen readers."""

    section = "accessibility"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(self.tr("Accessibility"), preferences)
        self.group(self.tr("Text of the document"))
        self.number("accessibility.text_size_pt", self.tr("Size"), "", self.tr("pt"))
        self.number("accessibility.line_spacing", self.tr("Line spacing"), "", self.tr("lines"))
        families = QFontDatabase.families()
        names = {"": self.tr("As the system")} | {name: name for name in families}
        row = self.choice("accessibility.font_family", names, self.tr("Font"))
        row.control.setMaximumWidth(_FONT_WIDTH_PX)
        self.group(self.tr("Seeing"))
        self.flag(
            "accessibility.high_contrast",
            self.tr("High contrast"),
            self.tr("Black on white, or white on black, and stronger outlines."),
        )
        self.flag("accessibility.reduces_motion", self.tr("No animations"))
        self.group(self.tr("Screen readers"))
        self.flag(
            "accessibility.announces_sentences",
            self.tr("Announce each finished sentence"),
            self.tr("Words that may still change are never announced."),
        )


_FONT_WIDTH_PX = 260
