"""The pages that are nothing but rows of settings."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QFontDatabase

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import WINDOW_LANGUAGES
from app.ui.language.treatments import treatment_names
from app.ui.widgets.export_dialog import format_title
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsNote, SettingsPage
from engine.transcripts.registry import WRITTEN_OPTIONS

_FONT_WIDTH_PX = 260


def chinese_scripts() -> dict[str, str]:
    """Return what the ways to write Chinese are called."""
    return {
        "as_spoken": QCoreApplication.translate("DictationSettingsPage", "Unchanged"),
        "simplified": QCoreApplication.translate("DictationSettingsPage", "Simplified"),
        "hong_kong": QCoreApplication.translate("DictationSettingsPage", "Traditional (Hong Kong)"),
        "taiwan": QCoreApplication.translate("DictationSettingsPage", "Traditional (Taiwan)"),
    }


class GeneralPage(SettingsPage):
    """Language, appearance, tray and the keys that work everywhere."""

    TITLE = QT_TRANSLATE_NOOP("GeneralPage", "General")
    section = "general"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.group(self.tr("Appearance"))
        self.choice(
            "general.language",
            {"system": self.tr("As the system"), **WINDOW_LANGUAGES},
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
        self.group(self.tr("Over other applications"))
        self.flag(
            "general.floats_while_dictating",
            self.tr("Show a small window over other applications while dictating"),
            self.tr("It shows that the microphone is on, and pauses and stops it."),
        )
        self.flag(
            "general.floats_with_words",
            self.tr("… with the last words"),
            self.tr("Whoever sees your screen can read them."),
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


class DictationSettingsPage(SettingsPage):
    """The tail, doubtful words, and dictating into other applications."""

    TITLE = QT_TRANSLATE_NOOP("DictationSettingsPage", "Dictation")
    section = "dictation"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.group(self.tr("While you speak"))
        self.flag(
            "dictation.shows_tail",
            self.tr("Show words that may still change"),
            self.tr("Off: only finished sentences appear."),
        )
        self.number(
            "dictation.refresh_interval_s",
            self.tr("Show new words every"),
            self.tr("Shorter is livelier, and keeps the processor busier."),
            self.tr("seconds"),
        )
        self.flag(
            "dictation.follows_voice",
            self.tr("Scroll along with the voice"),
            self.tr("Stops by itself when you scroll up, until you scroll back down."),
        )
        self.choice(
            "dictation.marks_by",
            {
                "both": self.tr("Fermata, with the recogniser's as a hint"),
                "fermata": self.tr("Fermata alone"),
                "recogniser": self.tr("The recogniser, where it sets some"),
            },
            self.tr("Marks are set by"),
            self.tr("Some recognisers set marks of their own, often at each pause."),
        )
        self._add_numbers()
        self.group(self.tr("Doubtful words"))
        self.flag(
            "dictation.marks_doubtful_words",
            self.tr("Underline words that were hard to hear"),
            self.tr("F8 walks from one to the next."),
        )
        self.number(
            "dictation.doubtful_below",
            self.tr("Underline what is less certain than"),
            self.tr("0 % underlines nothing, 100 % almost everything."),
            "%",
        )
        self._add_chinese_text()
        self._add_other_applications()

    def _add_numbers(self) -> None:
        self.group(self.tr("Numbers"))
        self.flag(
            "dictation.writes_numbers",
            self.tr("Write numbers, dates, times and measures in figures"),
            self.tr("Where it is not certain that a number is meant, the words stay."),
        )
        self.choice(
            "dictation.small_numbers",
            {"words": self.tr("nine people"), "digits": self.tr("9 people")},
            self.tr("Numbers below ten"),
            self.tr("With a unit they are always figures: 9 mg."),
        )
        self.choice(
            "dictation.clock",
            {"12": self.tr("3 pm, 3:30 pm"), "24": self.tr("15:00, 15:30")},
            self.tr("Times of day"),
        )

    def _add_chinese_text(self) -> None:
        self.group(self.tr("Chinese text"))
        self.choice(
            "dictation.chinese_script",
            chinese_scripts(),
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


class FilesSettingsPage(SettingsPage):
    """Formats, folders and the queue."""

    TITLE = QT_TRANSLATE_NOOP("FilesSettingsPage", "Files")
    section = "files"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.group(self.tr("Results"))
        self.choice(
            "files.export_format",
            {
                "same": self.tr("The source’s own"),
                **{name: f"{format_title(name)} ({name})" for name in WRITTEN_OPTIONS},
            },
            self.tr("Format"),
            self.tr("Recordings have no text format of their own; they become txt."),
        )
        self.folder(
            "files.output_folder",
            self.tr("Folder"),
            self.tr("Your files are never overwritten."),
            self.tr("Beside the source"),
        )
        self.flag(
            "files.marks_changes",
            self.tr("Highlight what was added"),
            self.tr("Marks and capitals that the source did not have."),
        )
        self.group(self.tr("Queue"))
        self.choice(
            "files.treatment",
            treatment_names(),
            self.tr("Marks and capitals of transcripts"),
            self.tr("Another choice can be made for each file, before it is started."),
        )
        self.flag(
            "files.starts_at_once",
            self.tr("Punctuate transcripts at once"),
            self.tr("Else you see first what was found in them. Recordings always start at once."),
        )
        self.number(
            "files.at_once",
            self.tr("Worked on at the same time"),
            self.tr("More is faster where there are many processor cores."),
            self.tr("files"),
        )


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
        self.group(self.tr("History"))
        self.flag(
            "privacy.keeps_history",
            self.tr("Keep what I dictate"),
            self.tr(
                "So is the text of each file, as soon as it is done; the file itself stays where "
                "it is. All can be searched, reopened, and deleted for good. Off, the text of a "
                "file is gone when Fermata is closed."
            ),
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
            self.tr("Lets you listen to a word again later. About 60 MB an hour."),
        )


class AccessibilityPage(SettingsPage):
    """Size, contrast, motion and screen readers."""

    TITLE = QT_TRANSLATE_NOOP("AccessibilityPage", "Accessibility")
    section = "accessibility"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.group(self.tr("Text of the document"))
        self.number(
            "accessibility.text_size_pt",
            self.tr("Size"),
            self.tr("Beside the text: Ctrl and the wheel, Ctrl and + or −."),
            self.tr("pt"),
        )
        self.number("accessibility.line_spacing", self.tr("Line spacing"), "", self.tr("lines"))
        self.number(
            "accessibility.line_letters",
            self.tr("Line width"),
            self.tr("About so many letters stand in a line. Ctrl, Shift and the wheel."),
            self.tr("letters"),
        )
        families = QFontDatabase.families()
        names = {"": self.tr("Literata, Fermata’s own")} | {name: name for name in families}
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
            self.tr("Announce finished sentences, recording, notices and errors"),
            self.tr("Words that may still change are never announced."),
        )


class AdvancedPage(SettingsPage):
    """How the punctuation model runs, where models come from, and the log."""

    TITLE = QT_TRANSLATE_NOOP("AdvancedPage", "Advanced")
    section = "advanced"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.group(self.tr("Marks and capitals"))
        self.choice(
            "advanced.backend",
            {
                "auto": self.tr("Best that works"),
                "onnx": self.tr("Processor"),
                "torch": self.tr("Graphics card"),
            },
            self.tr("Worked out by"),
        )
        self.number(
            "advanced.threads",
            self.tr("Processor cores for it"),
            self.tr("Two are enough; more rarely help and leave less for the recogniser."),
            self.tr("cores"),
        )
        self.number(
            "advanced.cap_words",
            self.tr("Longest open sentence"),
            self.tr("A sentence that goes on longer is taken as final, up to here."),
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
