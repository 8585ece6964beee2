"""Settings of how words appear while someone speaks."""

from __future__ import annotations

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.settings_page import SettingsNote, SettingsPage


class DictationSettingsPage(SettingsPage):
    """The tail, doubtful words, and dictating into other applications."""

    section = "dictation"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(self.tr("Dictation"), preferences)
        self.group(self.tr("While you speak"))
        self.flag(
            "dictation.shows_tail",
            self.tr("Show words that may still change"),
            self.tr("Off: only finished sentences appear."),
        )
        self.number(
            "dictation.refresh_interval_s",
            self.tr("Update the text every"),
            self.tr("Shorter is livelier and costs more of the processor."),
            self.tr("s"),
        )
        self.flag(
            "dictation.follows_voice",
            self.tr("Scroll along with the voice"),
            self.tr("Stops by itself when you scroll up, until you scroll back down."),
        )
        self.group(self.tr("Doubtful words"))
        self.flag(
            "dictation.marks_doubtful_words",
            self.tr("Underline words that were hard to hear"),
            self.tr("F8 walks from one to the next."),
        )
        self.number(
            "dictation.doubtful_below",
            self.tr("Doubtful below a confidence of"),
            self.tr("0 never, 1 always."),
        )
        self._add_chinese_text()
        self._add_other_applications()

    def _add_chinese_text(self) -> None:
        self.group(self.tr("Chinese text"))
        self.choice(
            "dictation.chinese_script",
            {
                "as_spoken": self.tr("Unchanged"),
                "simplified": self.tr("Simplified"),
                "hong_kong": self.tr("Traditional (Hong Kong)"),
                "taiwan": self.tr("Traditional (Taiwan)"),
            },
            self.tr("Characters"),
            self.tr("The forms change, never the words. Files are written so too."),
        )
        self.choice(
            "dictation.latin_spacing",
            {
                "usual": self.tr("As is usual in the language"),
                "always": self.tr("Always"),
                "never": self.tr("Never"),
            },
            self.tr("Space between Chinese and Latin words"),
            self.tr("Of what is dictated or transcribed; transcripts keep their spaces."),
        )
        self.choice(
            "dictation.chinese_marks",
            {
                "context": self.tr("Full-width in Chinese only"),
                "full": self.tr("Always full-width"),
                "half": self.tr("Always half-width"),
            },
            self.tr("Marks"),
            self.tr("Full-width “，。？！”, half-width “, . ? !”."),
        )

    def _add_other_applications(self) -> None:
        self.remark = SettingsNote()
        self.group(self.tr("Other applications")).add(self.remark, "")
        self.choice(
            "dictation.other_applications",
            {
                "off": self.tr("No"),
                "clipboard": self.tr("Paste them in"),
                "typing": self.tr("Type them"),
            },
            self.tr("Send finished sentences to the application in front"),
        )
        self.choice(
            "dictation.paste_keys",
            {
                "ctrl_v": self.tr("Ctrl+V (most applications)"),
                "ctrl_shift_v": self.tr("Ctrl+Shift+V (terminals)"),
                "shift_insert": self.tr("Shift+Insert"),
            },
            self.tr("Paste with"),
        )
        self.flag(
            "dictation.restores_clipboard",
            self.tr("Put the old clipboard back after pasting"),
        )
