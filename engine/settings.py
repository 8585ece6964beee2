"""Nested frozen settings; each field carries its unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal


class Policy(Enum):
    """When words are punctuated."""

    STREAMING = "streaming"  # the dynamic decoding window; a sentence once the next has begun
    SEGMENTS = "segments"  # the baseline of Behre et al. (2022): each segment on its own
    OFFLINE = "offline"  # windows at places that depend on the words alone


class BackendChoice(Enum):
    """What runs the network."""

    AUTO = "auto"
    ONNX = "onnx"
    TORCH = "torch"


class MarkWidth(Enum):
    """Which form marks are written in."""

    CONTEXT = "context"  # full-width in Chinese, half-width in English
    HALF = "half"
    FULL = "full"


class Script(Enum):
    """Which characters Chinese is written in."""

    AS_SPOKEN = "as_spoken"  # as a file has them; of what is heard, all as the system, or as most
    SIMPLIFIED = "simplified"
    HONG_KONG = "hong_kong"  # Traditional, with the forms of Hong Kong
    TAIWAN = "taiwan"  # Traditional, with the forms of Taiwan
    MAJORITY = "majority"  # one of these, as most of what was heard first


class MarksBy(Enum):
    """Who sets marks where the recogniser writes some itself."""

    BOTH = "both"  # its marks are evidence beside the words
    FERMATA = "fermata"
    RECOGNISER = "recogniser"


class CommandsMode(Enum):
    """Which spoken commands are followed."""

    ALL = "all"
    MARKS = "marks"  # signs and line breaks alone
    ACTIONS = "actions"  # all but those
    OFF = "off"


class LeftOut(Enum):
    """What people say without meaning to, and that is not written."""

    NOTHING = "nothing"
    FILLERS = "fillers"  # um, uh, 呃
    REPEATS = "repeats"  # fillers, and words that are said twice


class SmallNumbers(Enum):
    """How whole numbers below ten are written where nothing is counted in a unit."""

    WORDS = "words"  # nine people, 9 mg
    DIGITS = "digits"  # 9 people; "one" stays, which is a pronoun more often


class Clock(Enum):
    """How times of day are written."""

    TWELVE = "12"  # 3 pm, 下午3点半
    TWENTY_FOUR = "24"  # 15:00, 15:30


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How spoken numbers are written.

    Attributes:
        grouped: commas part the thousands of numbers of five digits and more.
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
        model: name or folder of a bundle.
        languages: codes of those that may be spoken; where `model` does not know the one that is,
            another installed model sets its marks, or else the recogniser does. None: the model's.
        refresh_interval_s: partial hypotheses that follow sooner are skipped.
        cap_words: most words the tail holds before some are committed without a sentence end.
        stays_open: the last sentence may go on in the next dictation; it ends only where it
            seems complete.
        threads: processor threads of one window.
        spaces_between_scripts: a space stands between a Chinese character and an English word;
            None for what is usual in the model's first language.
        commands: which spoken commands are followed.
        left_out: what is not written of what was said.
        numbers: how numbers are written; None for the words that were said.
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
        """What a language model is loaded by; all else is set anew for each text."""
        return self.model, self.backend, self.threads


RecogniserKind = Literal["vosk", "sherpa", "whisper"]
RECOGNISERS: Mapping[RecogniserKind, str] = {  # by the names that people know
    "vosk": "Vosk",
    "sherpa": "sherpa-onnx",
    "whisper": "Whisper",
}


@dataclass(frozen=True, slots=True)
class RecogniserSettings:
    """What turns sound into words.

    Attributes:
        kind: `auto` or one of `RECOGNISERS`.
        speech_model: name or folder of its model; None for the best that is installed.
        languages: codes of those that will be spoken, which decide what is best.
        hot_words: words to expect besides the person's own, where the recogniser can.
        commands: spoken commands that are followed, whose phrases Whisper expects.
    """

    kind: str = "auto"
    speech_model: str | None = None
    languages: tuple[str, ...] = ()
    hot_words: tuple[str, ...] = ()
    commands: CommandsMode = CommandsMode.OFF


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set."""

    punctuation: PunctuationSettings = field(default_factory=PunctuationSettings)
    recogniser: RecogniserSettings = field(default_factory=RecogniserSettings)
