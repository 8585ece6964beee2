"""Nested frozen settings; each field carries its unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal


class Policy(Enum):
    """When words are punctuated."""

    STREAMING = "streaming"  # dynamic decoding window; commits a sentence once the next has begun
    SEGMENTS = "segments"  # the baseline of Behre et al. (2022): each segment on its own
    OFFLINE = "offline"  # windows whose places depend on the words alone


class BackendChoice(Enum):
    """What runs the network."""

    AUTO = "auto"
    ONNX = "onnx"
    TORCH = "torch"


class MarkWidth(Enum):
    """The width of marks."""

    CONTEXT = "context"  # full-width in Chinese, half-width in English
    HALF = "half"
    FULL = "full"


class Script(Enum):
    """The script Chinese is written in."""

    AS_SPOKEN = "as_spoken"  # in files, as it is; in speech, the system's script, or the majority's
    SIMPLIFIED = "simplified"
    HONG_KONG = "hong_kong"  # Traditional, with the forms of Hong Kong
    TAIWAN = "taiwan"  # Traditional, with the forms of Taiwan
    MAJORITY = "majority"  # one of these, by what was heard first


class MarksBy(Enum):
    """Who sets the marks if the recogniser writes some itself."""

    BOTH = "both"  # the recogniser's marks are evidence, beside the words
    FERMATA = "fermata"
    RECOGNISER = "recogniser"


class CommandsMode(Enum):
    """Which spoken commands are followed."""

    ALL = "all"
    MARKS = "marks"  # only punctuation and line breaks
    ACTIONS = "actions"  # everything else
    OFF = "off"


class LeftOut(Enum):
    """Words people say without meaning to, left out of the text."""

    NOTHING = "nothing"
    FILLERS = "fillers"  # um, uh, 呃
    REPEATS = "repeats"  # fillers, and words said twice


class SmallNumbers(Enum):
    """How to write whole numbers below ten, except before a unit."""

    WORDS = "words"  # nine people, 9 mg
    DIGITS = "digits"  # 9 people; "one" stays, since it is more often a pronoun


class Clock(Enum):
    """How to write times of day."""

    TWELVE = "12"  # 3 pm, 下午3点半
    TWENTY_FOUR = "24"  # 15:00, 15:30


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How to write spoken numbers.

    Attributes:
        grouped: Commas separate thousands in numbers of five digits or more.
        unit_symbols: "150 mg", not "150 milligrams".
    """

    small_numbers: SmallNumbers = SmallNumbers.WORDS
    clock: Clock = Clock.TWELVE
    grouped: bool = True
    unit_symbols: bool = True


@dataclass(frozen=True, slots=True)
class PunctuationSettings:
    """How words become sentences.

    Attributes:
        model: Name or folder of a bundle.
        languages: Codes of the languages that may be spoken, empty for the model's own. Speech in
            one that `model` does not know is punctuated by another installed model, or else by the
            recogniser.
        refresh_interval_s: Partial hypotheses that follow sooner are skipped.
        cap_words: Most words in the tail before some are committed without a sentence end.
        stays_open: The last sentence may go on in the next dictation; it ends only if it seems
            complete.
        threads: Processor threads per window.
        spaces_between_scripts: Whether to put a space between a Chinese character and an English
            word; None for the custom of the model's first language.
        commands: Which spoken commands are followed.
        left_out: Which spoken words are not written.
        numbers: How to write numbers; None writes them as spoken.
    """

    model: str = "en"
    languages: tuple[str, ...] = ()
    policy: Policy = Policy.STREAMING
    backend: BackendChoice = BackendChoice.AUTO
    refresh_interval_s: float = 0.2
    cap_words: int = 100
    stays_open: bool = False
    threads: int = 2
    mark_width: MarkWidth = MarkWidth.CONTEXT
    spaces_between_scripts: bool | None = None
    script: Script = Script.AS_SPOKEN
    marks_by: MarksBy = MarksBy.BOTH
    commands: CommandsMode = CommandsMode.OFF
    left_out: LeftOut = LeftOut.NOTHING
    numbers: NumberStyle | None = None

    @property
    def network(self) -> tuple[str, BackendChoice, int]:
        """The settings a language model is loaded with; the rest may differ for each text."""
        return self.model, self.backend, self.threads


RecogniserKind = Literal["vosk", "sherpa", "whisper"]
RECOGNISERS: Mapping[RecogniserKind, str] = {  # names that people know
    "vosk": "Vosk",
    "sherpa": "sherpa-onnx",
    "whisper": "Whisper",
}


@dataclass(frozen=True, slots=True)
class RecogniserSettings:
    """How sound becomes words.

    Attributes:
        kind: `auto` or one of `RECOGNISERS`.
        speech_model: Name or folder of its model; None for the best one installed.
        languages: Codes of the languages that will be spoken, which decide what is best.
        hot_words: Words to expect besides the user's own, if the recogniser can.
        commands: Spoken commands to follow; Whisper is told to expect their phrases.
    """

    kind: str = "auto"
    speech_model: str | None = None
    languages: tuple[str, ...] = ()
    hot_words: tuple[str, ...] = ()
    commands: CommandsMode = CommandsMode.OFF


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the user can set."""

    punctuation: PunctuationSettings = field(default_factory=PunctuationSettings)
    recogniser: RecogniserSettings = field(default_factory=RecogniserSettings)
