"""What a person can set: nested frozen values, each with its default, its unit and its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

from engine.errors import SettingsError
from engine.messages import Message
from engine.settings import RECOGNISERS
from engine.transcripts.registry import WRITTEN_OPTIONS
from engine.transcripts.treatment import Treatment

WINDOW_LANGUAGES = {"en": "English", "zh_CN": "简体中文", "zh_TW": "繁體中文"}


def _choice(*values: str) -> Any:  # noqa: ANN401  what `field` returns is the field's own type
    return field(default=values[0], metadata={"choices": values})


def _number(default: float, least: float, most: float, unit: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"least": least, "most": most, "unit": unit})


@dataclass(frozen=True, slots=True)
class General:
    """The window itself."""

    language: str = _choice("system", *WINDOW_LANGUAGES)
    theme: str = _choice("system", "light", "dark")
    shows_tray_icon: bool = True
    closes_to_tray: bool = False
    floats_while_dictating: bool = True
    floats_with_words: bool = False
    toggle_keys: str = "Ctrl+Alt+D"
    push_to_talk_keys: str = ""
    first_run_is_done: bool = False


@dataclass(frozen=True, slots=True)
class MicrophoneChoice:
    """Which microphone, and what to do when it falls silent or goes away; "" is the system's."""

    device: str = ""
    when_lost: str = _choice("next", "wait")
    silence_warning_s: float = _number(8.0, 2.0, 60.0, "s")


@dataclass(frozen=True, slots=True)
class Models:
    """Which recogniser is used; `speech_model` "" is the best one that is installed.

    The punctuation model is not here but in `engine.models.active`, where the command line and
    training find it too.
    """

    recogniser: str = _choice("auto", *RECOGNISERS)
    speech_model: str = ""


@dataclass(frozen=True, slots=True)
class Dictation:
    """How words appear; `chinese_script`, `latin_spacing`, `chinese_marks` hold for files too."""

    shows_tail: bool = True
    follows_voice: bool = True
    refresh_interval_s: float = _number(0.2, 0.05, 2.0, "s")
    doubtful_below: float = _number(0.3, 0.0, 1.0, "")
    marks_doubtful_words: bool = True
    marks_by: str = _choice("both", "fermata", "recogniser")
    writes_numbers: bool = True
    small_numbers: str = _choice("words", "digits")
    clock: str = _choice("12", "24")
    other_applications: str = _choice("off", "clipboard", "typing")
    paste_keys: str = _choice("ctrl_v", "ctrl_shift_v", "shift_insert")
    restores_clipboard: bool = True
    chinese_script: str = _choice("as_spoken", "simplified", "hong_kong", "taiwan")
    latin_spacing: str = _choice("usual", "always", "never")
    chinese_marks: str = _choice("context", "full", "half")


@dataclass(frozen=True, slots=True)
class Commands:
    """Which spoken commands are followed; their phrases stand in tables of their own."""

    mode: str = _choice("all", "marks", "actions", "off")


@dataclass(frozen=True, slots=True)
class Files:
    """What happens to files that are dropped; `output_folder` "" is the source's own.

    `treatment` is what becomes of the marks in transcripts, `starts_at_once` whether they are
    punctuated without asking.
    """

    export_format: str = _choice("same", *WRITTEN_OPTIONS)
    output_folder: str = ""
    marks_changes: bool = True
    treatment: str = _choice(*(treatment.value for treatment in Treatment))
    starts_at_once: bool = False
    at_once: int = _number(1, 1, 8, "")


@dataclass(frozen=True, slots=True)
class Training:
    """How the person's own models are made; `when_idle_min` 0 is never by itself."""

    activates_when_better: bool = True
    when_idle_min: int = _number(0, 0, 600, "min")


@dataclass(frozen=True, slots=True)
class Privacy:
    """What is kept; `keep_days` 0 is for ever."""

    keeps_history: bool = True
    keep_days: int = _number(0, 0, 3650, "days")
    keeps_audio: bool = False


@dataclass(frozen=True, slots=True)
class Accessibility:
    """How it is read."""

    text_size_pt: int = _number(13, 8, 48, "pt")
    line_spacing: float = _number(1.4, 1.0, 3.0, "lines")
    line_letters: int = _number(72, 40, 240, "letters")
    font_family: str = ""
    announces_sentences: bool = True
    reduces_motion: bool = False
    high_contrast: bool = False


@dataclass(frozen=True, slots=True)
class Advanced:
    """What few people need; `download_base_url` "" is the publisher's own server."""

    backend: str = _choice("auto", "onnx", "torch")
    threads: int = _number(2, 1, 64, "")
    cap_words: int = _number(100, 30, 400, "words")
    download_base_url: str = ""
    writes_log: bool = False


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything a person can set; a value is named by its section and its own name."""

    general: General = field(default_factory=General)
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
        key: its section and name, "dictation.shows_tail".
        default: its type is the setting's type.
        choices: the words it may be; empty where it is no choice.
        least, most: the bounds of a number; None where it is none.
    """

    key: str
    default: bool | float | str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    unit: str = ""

    def checked(self, value: object) -> bool | float | str:
        """Return the value as it is kept.

        Raises:
            SettingsError: it cannot be that.
        """
        kind = type(self.default)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, bool | int | float | str) or type(value) is not kind:
            raise SettingsError(self.key, Message("{value} is needed", value=_KINDS[kind]))
        if self.choices and value not in self.choices:
            reason = Message("one of {values} is needed", values=", ".join(self.choices))
            raise SettingsError(self.key, reason)
        if self.least is not None and self.most is not None:
            self._check_bounds(value, self.least, self.most)
        return value

    def _check_bounds(self, value: object, least: float, most: float) -> None:
        if not (isinstance(value, int | float) and least <= value <= most):
            bounds = {"least": f"{least:g}", "most": f"{most:g}"}
            raise SettingsError(
                self.key, Message("a number from {least} to {most} is needed", **bounds)
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
        SettingsError: there is no such setting, or it cannot have this value.
    """
    checked = setting(key).checked(value)
    section, _, name = key.partition(".")
    changed = replace(getattr(preferences, section), **{name: checked})
    return replace(preferences, **{section: changed})


_SETTINGS = {item.key: item for item in settings()}
