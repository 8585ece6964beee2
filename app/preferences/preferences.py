"""What the user can set: each value with its default, bounds and wording.

Settings are described only here; the preferences file, the settings pages and the command-line
options all read this.
"""
# ruff: noqa: FBT003  the default comes first, whatever its type

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, Literal

from engine.errors import SettingsError
from engine.messages import Message
from engine.settings import RECOGNISERS
from engine.transcripts.registry import WRITTEN_OPTIONS
from engine.transcripts.time_marks import TimesInText
from engine.transcripts.treatment import Treatment

WINDOW_LANGUAGES = {"en": "English", "zh_CN": "简体中文", "zh_TW": "繁體中文"}


# `field` returns the type of the field itself; the names are those of `Setting`.
def _set(default: bool | float | str, label: str, explanation: str = "", **more: Any) -> Any:  # noqa: ANN401, FBT001
    return field(default=default, metadata={"label": label, "explanation": explanation, **more})


def _choice(choices: Mapping[str, str], label: str = "", explanation: str = "", **more: Any) -> Any:  # noqa: ANN401
    """Describe a choice; the first is the default."""
    return _set(next(iter(choices)), label, explanation, choices=choices, **more)


@dataclass(frozen=True, slots=True)
class General:
    """The window itself."""

    language: str = _choice(
        {"system": "Same as the system", **dict.fromkeys(WINDOW_LANGUAGES, "")},
        "Language of the window",
        "Takes effect after a restart. The language you dictate in is set under "
        "Languages & models.",
        group="Appearance",
    )
    theme: str = _choice(
        {"system": "Same as the system", "light": "Light", "dark": "Dark"}, "Colours"
    )
    shows_tray_icon: bool = _set(True, "Show an icon in the system tray", group="Tray")
    closes_to_tray: bool = _set(
        False,
        "Closing the window leaves Fermata in the tray",
        "A running dictation continues.",
    )
    floats_while_dictating: bool = _set(
        True,
        "Show a small window over other applications while dictating",
        "Shows that the microphone is on, with buttons to pause and stop.",
        group="Over other applications",
    )
    floats_with_words: bool = _set(
        False, "… with the last words", "Anyone who sees your screen can read them."
    )
    plays_cues: str = _choice(
        {"auto": "Unless a screen reader is running", "always": "Always", "never": "Never"},
        "Play a soft sound when dictation starts and stops",
        "Only when you start it from another application.",
    )
    toggle_keys: str = _set(
        "Ctrl+Alt+D",
        "Start and stop dictation",
        "If your desktop does not allow this, bind a key to “fermata --toggle”.",
        group="Keys that work in every application",
        kind="keys",
    )
    push_to_talk_keys: str = _set("", "Dictate while held down", "Empty: off.", kind="keys")
    discard_keys: str = _set(
        "",
        "Discard the dictation",
        "Sentences already sent to another application stay there. Empty: off.",
        kind="keys",
    )
    first_run_is_done: bool = False


@dataclass(frozen=True, slots=True)
class Keys:
    """The window's shortcuts: a JSON object from default shortcuts to the chosen ones."""

    window: str = ""


@dataclass(frozen=True, slots=True)
class MicrophoneChoice:
    """Which microphone, and what to do when it is silent or disconnected; "" is the default."""

    device: str = ""
    when_lost: str = _choice(
        {"next": "Switch to another one", "wait": "Wait for it to return"},
        "When the microphone is disconnected",
        group="When something is wrong",
    )
    silence_warning_s: float = _set(
        8.0, "Warn me when nothing is heard for", least=2.0, most=60.0, unit="s"
    )


@dataclass(frozen=True, slots=True)
class Models:
    """Which recogniser is used; `speech_model` "" is the best one installed.

    `languages` holds the codes of the languages spoken, separated by spaces; "" means those of the
    active punctuation model.

    The punctuation model is not here but in `engine.models.active`, where the command line and
    training find it too.
    """

    recogniser: str = _choice(dict.fromkeys(("auto", *RECOGNISERS), ""))
    speech_model: str = ""
    languages: str = ""


@dataclass(frozen=True, slots=True)
class Dictation:
    """How words appear; `chinese_script`, `latin_spacing`, `chinese_marks` apply to files too.

    `application_ways` is written by `app.desktop.application_ways`.
    """

    shows_tail: bool = _set(
        True,
        "Show words that may still change",
        "Off: only finished sentences appear.",
        group="While you speak",
    )
    refresh_interval_s: float = _set(
        0.2,
        "Show new words every",
        "A shorter interval looks livelier but uses more processor time.",
        least=0.05,
        most=2.0,
        unit="seconds",
    )
    follows_voice: bool = _set(
        True,
        "Follow the dictation",
        "Stops by itself when you scroll up, until you scroll back down.",
    )
    other_sound: str = _choice(
        {"leave": "Leave it alone", "lower": "Turn it down", "pause": "Pause players"},
        "Sound from other applications",
        "While the microphone is on. Afterwards it is as before, unless you changed it yourself.",
        system="linux",
    )
    marks_by: str = _choice(
        {
            "both": "Fermata, with the recogniser's as a hint",
            "fermata": "Fermata alone",
            "recogniser": "The recogniser, if it writes any",
        },
        "Punctuation comes from",
        "Some recognisers write punctuation of their own, often at every pause.",
        option="--marks-by",
        option_help="whose punctuation to use if the recogniser writes its own (default: both; the"
        " recogniser's is a hint)",
    )
    left_out: str = _choice(
        {
            "nothing": "Nothing",
            "fillers": "Fillers: um, uh, 呃",
            "repeats": "Fillers and words said twice",
        },
        "Leave out",
        "In dictations and recordings. “As recognised” still shows every word.",
        option="--leave-out",
        option_help="leave out fillers such as “um”, or repeated words as well (default: nothing)",
    )
    writes_numbers: bool = _set(
        True,
        "Write numbers, dates, times and measures in figures",
        "If it is not certain that a number is meant, the words stay.",
        group="Numbers",
    )
    small_numbers: str = _choice(
        {"words": "nine people", "digits": "9 people"},
        "Numbers below ten",
        "With a unit, figures are always used: 9 mg.",
    )
    clock: str = _choice({"12": "3 pm, 3:30 pm", "24": "15:00, 15:30"}, "Times of day")
    marks_doubtful_words: bool = _set(
        True,
        "Underline words that were hard to hear",
        "F8 goes from one to the next.",
        group="Doubtful words",
    )
    doubtful_below: float = _set(
        0.3,
        "Underline words less certain than",
        "0 % underlines nothing, 100 % almost everything.",
        least=0.0,
        most=1.0,
        unit="%",
    )
    marks_spelling: bool = _set(
        False,
        "Underline spelling mistakes",
        "In languages for which this system has a dictionary. It needs enchant, which most Linux"
        " desktops have.",
        group="Spelling",
    )
    chinese_script: str = _choice(
        {
            "as_spoken": "Same as the system, or as first heard",
            "simplified": "Simplified",
            "hong_kong": "Traditional (Hong Kong)",
            "taiwan": "Traditional (Taiwan)",
        },
        "Characters",
        "Only the characters change, never the words. This applies to files too.",
        group="Chinese text",
        option="--script",
        option_help="script for Chinese (default: as-spoken: the text's own; for speech the"
        " system's, or whatever is recognised first)",
    )
    latin_spacing: str = _choice(
        {"usual": "As is usual in the language", "always": "Always", "never": "Never"},
        "Spaces between Chinese and Latin words",
        "In dictations and recordings; transcripts keep their spaces.",
    )
    chinese_marks: str = _choice(
        {
            "context": "Full-width in Chinese only",
            "full": "Always full-width",
            "half": "Always half-width",
        },
        "Marks",
        "Full-width “，。？！”, half-width “, . ? !”.",
        option="--marks",
        option_help="width of punctuation (default: context: full in Chinese, half in English)",
    )
    other_applications: str = _choice(
        {"off": "No", "clipboard": "Paste them in", "typing": "Type them"},
        "Send finished sentences to the application in front",
        group="Other applications",
    )
    restores_clipboard: bool = _set(True, "Restore the clipboard after pasting")
    reads_around_caret: bool = _set(
        True,
        "Fit sentences to the text around the cursor",
        "Fermata reads a few words on either side and keeps none of them. It recognises password"
        " fields in the same way, and writes nothing into them.",
    )
    application_ways: str = ""


@dataclass(frozen=True, slots=True)
class Commands:
    """Which spoken commands are followed; their phrases are in tables of their own."""

    mode: str = _choice(
        {
            "all": "All",
            "marks": "Punctuation and line breaks only",
            "actions": "Everything except punctuation and line breaks",
            "off": "None",
        },
        "Follow",
        "“Comma”, “new paragraph”; between two pauses “scratch that”, “stop listening”.",
    )


@dataclass(frozen=True, slots=True)
class Files:
    """What happens to dropped files; `output_folder` "" is the source's own.

    `treatment` is what happens to the marks in transcripts; `starts_at_once`, whether they are
    punctuated without asking. `tells_speakers` is set on the files page.
    """

    export_format: str = _choice(
        {"same": "Same as the source", **dict.fromkeys(WRITTEN_OPTIONS, "")},
        "Format",
        "Recordings have no text format of their own; their text is saved as txt.",
        group="Results",
    )
    output_folder: str = _set(
        "",
        "Folder",
        "Your files are never overwritten.",
        kind="folder",
        empty="Next to the source file",
    )
    times_in_text: str = _choice(
        {
            TimesInText.NONE.value: "None",
            TimesInText.PARAGRAPHS.value: "Each paragraph",
            TimesInText.TURNS.value: "Each speaker’s turn",
            TimesInText.HALF_MINUTE.value: "Every 30 seconds",
            TimesInText.MINUTE.value: "Every minute",
            TimesInText.FIVE_MINUTES.value: "Every 5 minutes",
        },
        "Times in the text",
        "When you save or copy a recording or a dictation as text. Subtitles always have times.",
    )
    marks_changes: bool = _set(
        True, "Highlight what was added", "Punctuation and capitals that the source did not have."
    )
    treatment: str = _choice(
        {
            Treatment.REPAIR.value: "Repair it",
            Treatment.FROM_SCRATCH.value: "Redo it",
            Treatment.ONLY_ADD.value: "Only add to it",
        },
        "Punctuation and capitals in transcripts",
        "You can choose differently for each file before you start it.",
        group="Queue",
    )
    starts_at_once: bool = _set(
        False,
        "Punctuate transcripts at once",
        "Otherwise you first see what was found in them. Recordings always start at once.",
    )
    at_once: int = _set(
        1,
        "Files processed at once",
        "More is faster where there are many processor cores.",
        least=1,
        most=8,
        unit="files",
    )
    tells_speakers: bool = False


@dataclass(frozen=True, slots=True)
class Training:
    """How the user's own models are trained; `when_idle_min` 0 means never automatically."""

    activates_when_better: bool = _set(
        True,
        "Use it when it is better",
        "If it is better on some of your texts that it has not seen, and no worse on "
        "other people's. The old model is kept.",
    )
    when_idle_min: int = _set(
        0,
        "Train automatically after",
        "While nobody is dictating and the computer is not on battery, once enough "
        "corrections are approved. Stops as soon as you dictate.",
        least=0,
        most=600,
        unit="minutes",
        empty="never",
    )


@dataclass(frozen=True, slots=True)
class Privacy:
    """What is kept; `keep_days` 0 means for ever."""

    keeps_history: bool = _set(
        True,
        "Keep what I dictate",
        "File results are kept too, and can be searched, reopened and deleted. If this "
        "is off, they are lost when you close Fermata.",
        group="History",
    )
    keep_days: int = _set(
        0,
        "Delete sessions after",
        "Older ones are deleted permanently when Fermata starts.",
        least=0,
        most=3650,
        unit="days",
        empty="never",
    )
    keeps_audio: bool = _set(
        False,
        "Keep the recording of a session",
        "So that you can listen to a word again later. About 60 MB an hour.",
        group="Sound",
    )


@dataclass(frozen=True, slots=True)
class Accessibility:
    """How text is read."""

    text_size_pt: int = _set(
        13,
        "Size",
        "In the text: Ctrl and the mouse wheel, or Ctrl and + or −.",
        group="Document text",
        least=8,
        most=48,
        unit="pt",
    )
    line_spacing: float = _set(1.1, "Line spacing", least=1.0, most=3.0, unit="lines")
    line_letters: int = _set(
        72,
        "Line width",
        "About this many letters per line. In the text: Ctrl, Shift and the mouse wheel.",
        least=40,
        most=240,
        unit="letters",
    )
    font_family: str = _set("", "Font", empty="Literata, Fermata’s own")
    high_contrast: bool = _set(
        False,
        "High contrast",
        "Black on white, or white on black, and stronger outlines.",
        group="Vision",
    )
    reduces_motion: bool = _set(False, "No animations")
    announces_sentences: bool = _set(
        True,
        "Announce finished sentences, recording, notices and errors",
        "Words that may still change are never announced.",
        group="Screen readers",
    )


@dataclass(frozen=True, slots=True)
class Advanced:
    """What few people need; `download_base_url` "" is the publisher's own server."""

    backend: str = _choice(
        {"auto": "Fastest available", "onnx": "Processor", "torch": "Graphics card"},
        "Runs on",
        group="Punctuation and capitals",
        option="--backend",
        option_help="what runs the model (default: auto: torch if there is a GPU, else onnx)",
    )
    threads: int = _set(
        2,
        "Processor cores",
        "Two are enough. More rarely help and leave less for the recogniser.",
        least=1,
        most=64,
        unit="cores",
    )
    cap_words: int = _set(
        100,
        "Longest open sentence",
        "A sentence longer than this is finished up to here.",
        least=30,
        most=400,
        unit="words",
    )
    keeps_models_min: int = _set(
        30,
        "Unload models when idle for",
        "Frees their memory. They are loaded again when you next dictate; nothing you say meanwhile"
        " is lost.",
        group="Memory",
        least=0,
        most=600,
        unit="minutes",
        empty="never",
    )
    download_base_url: str = _set(
        "",
        "Model server",
        "A mirror with the same files, used instead of the publisher’s.",
        group="Downloads",
        empty="The publisher’s",
    )
    writes_log: bool = _set(
        False, "Write a log", "Counts and timings only, never what you said.", group="Reports"
    )


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything the user can set; the key of a value is its section and its own name."""

    general: General = field(default_factory=General)
    keys: Keys = field(default_factory=Keys)
    microphone: MicrophoneChoice = field(default_factory=MicrophoneChoice)
    models: Models = field(default_factory=Models)
    dictation: Dictation = field(default_factory=Dictation)
    commands: Commands = field(default_factory=Commands)
    files: Files = field(default_factory=Files)
    training: Training = field(default_factory=Training)
    privacy: Privacy = field(default_factory=Privacy)
    accessibility: Accessibility = field(default_factory=Accessibility)
    advanced: Advanced = field(default_factory=Advanced)


@dataclass(frozen=True, slots=True)
class Setting:
    """One value that can be set.

    Attributes:
        key: Its section and name, such as "dictation.shows_tail".
        default: Its type is the setting's type.
        label: Its name; empty if no settings page has a row for it.
        explanation: A sentence under the label; may be empty.
        group: The heading above it; empty if it comes under the previous one.
        kind: Kind of text, for a text.
        choices: The allowed values and their names; "" if its page supplies the name.
        least, most: Bounds of a number; None for other types.
        unit: Shown after a number.
        empty: Name of its least value, or of the empty text.
        option, option_help: The command-line option for the same setting, if there is one.
        system: The only system that has it, as in `sys.platform`; empty if all do.
    """

    key: str
    default: bool | float | str
    label: str = ""
    explanation: str = ""
    group: str = ""
    kind: Literal["text", "keys", "folder"] = "text"
    choices: Mapping[str, str] = field(default_factory=dict)
    least: float | None = None
    most: float | None = None
    unit: str = ""
    empty: str = ""
    option: str = ""
    option_help: str = ""
    system: str = ""

    def texts(self) -> Iterator[str]:
        """Yield the texts that the window shows, for translation."""
        said = (self.label, self.explanation, self.group, self.unit, self.empty)
        yield from filter(None, (*said, *self.choices.values()))

    def checked(self, value: object) -> bool | float | str:
        """Return the value as it is stored.

        Raises:
            SettingsError: It is not allowed.
        """
        kind = type(self.default)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, bool | int | float | str) or type(value) is not kind:
            raise SettingsError(self.key, Message("it must be {value}", value=_KINDS[kind]))
        if self.choices and value not in self.choices:
            reason = Message("it must be one of {values}", values=", ".join(self.choices))
            raise SettingsError(self.key, reason)
        if self.least is not None and self.most is not None:
            self._check_bounds(value, self.least, self.most)
        return value

    def _check_bounds(self, value: object, least: float, most: float) -> None:
        if not (isinstance(value, int | float) and least <= value <= most):
            bounds = {"least": f"{least:g}", "most": f"{most:g}"}
            raise SettingsError(
                self.key, Message("it must be a number from {least} to {most}", **bounds)
            )


_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def settings() -> Iterator[Setting]:
    for section in fields(Preferences):
        if section.default_factory is MISSING:  # pragma: no cover  every section has one
            raise TypeError(section.name)
        for item in fields(section.default_factory()):
            default: Any = item.default
            yield Setting(f"{section.name}.{item.name}", default, **item.metadata)


def setting(key: str) -> Setting:
    try:
        return _SETTINGS[key]
    except KeyError:
        raise SettingsError(key, "there is no such setting") from None


def value_of(preferences: Preferences, key: str) -> bool | float | str:
    section, _, name = setting(key).key.partition(".")
    value: bool | float | str = getattr(getattr(preferences, section), name)
    return value


def with_value(preferences: Preferences, key: str, value: object) -> Preferences:
    """Return the preferences with one value changed.

    Raises:
        SettingsError: There is no such setting, or it cannot have this value.
    """
    checked = setting(key).checked(value)
    section, _, name = key.partition(".")
    changed = replace(getattr(preferences, section), **{name: checked})
    return replace(preferences, **{section: changed})


_SETTINGS = {item.key: item for item in settings()}
