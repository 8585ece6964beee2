"""What a live session tells while it runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.errors import FermataError
from engine.settings import PunctuationSettings, RecogniserSettings
from engine.types import SessionEvent


class State(Enum):
    """What a session does."""

    STOPPED = "stopped"
    STARTING = "starting"  # the microphone is being opened; nothing is heard yet
    LISTENING = "listening"
    ASLEEP = "asleep"  # it hears, and writes nothing until it is woken by voice
    PAUSED = "paused"  # the microphone is closed; the session can go on
    DRAINING = "draining"  # it is closed; what was said before is still being recognised


class Notice(Enum):
    """Something that a person should know, and quietly."""

    NONE = "none"  # all is well again
    LOADING = "loading"  # the microphone is heard, but the models are still being loaded
    NO_SOUND = "no sound"
    NO_WORDS = "no words"  # there is sound, but none are recognised in it
    BEHIND = "behind"
    RESTARTING = "restarting"  # the recogniser has ended by itself
    NO_RECOGNISER = "no recogniser"  # none works; what is said waits for one
    NO_MICROPHONE = "no microphone"  # it went away; it, or another one, is waited for
    NOT_ON_DISK = "not on disk"  # the disk takes no sound; it waits in memory


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which models a session uses.

    `recogniser_age` counts the changes of what a recogniser is opened with behind its settings:
    the person's own words, and the models that are installed.
    """

    recogniser: RecogniserSettings = field(default_factory=RecogniserSettings)
    punctuation: PunctuationSettings = field(default_factory=PunctuationSettings)
    recogniser_age: int = 0

    def needs_other_recogniser(self, before: ModelChoice) -> bool:
        return (self.recogniser, self.recogniser_age) != (before.recogniser, before.recogniser_age)


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The session does something else now."""

    state: State


@dataclass(frozen=True, slots=True)
class LevelMeasured:
    """A tenth of a second was recorded; its level in dB below full scale, the session's length."""

    level_dbfs: float
    elapsed_s: float


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something quiet to show, or that it is over."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Lagging:
    """How much of what was said is not recognised yet, in seconds."""

    behind_s: float


@dataclass(frozen=True, slots=True)
class MicrophoneLost:
    """It went away and is waited for; the recording goes on at this time."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing was recorded for a moment: others have time."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Nothing was heard for a while, since there was no microphone.

    Attributes:
        at_s: where on the timeline of the recording, which leaves it out.
        lost_s: how long.
    """

    at_s: float
    lost_s: float


@dataclass(frozen=True, slots=True)
class SoundLost:
    """Blocks of sound that were dropped since the session began, because nobody took them."""

    blocks: int


@dataclass(frozen=True, slots=True)
class ForeignSpeech:
    """Something was said in a language that is not to be written, and was left out.

    `language` is its code; empty where it is only known not to be English.
    """

    language: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Something went wrong; what was heard before is kept."""

    error: FermataError | OSError


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model is given up; the recording goes on.

    Attributes:
        error: why.
        stand_in: the name of the speech model that hears all from its last word on; None where
            there is no other, and sound waits.
    """

    error: FermataError
    stand_in: str | None


@dataclass(frozen=True, slots=True)
class ModelsChanged:
    """From here on these models are used."""

    choice: ModelChoice


Event = (
    StateChanged
    | LevelMeasured
    | SessionEvent
    | Noticed
    | Lagging
    | Gap
    | MicrophoneLost
    | Idle
    | SoundLost
    | ForeignSpeech
    | Failed
    | ModelFailed
    | ModelsChanged
)
