"""The events of a live session."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.errors import FermataError
from engine.settings import PunctuationSettings, RecogniserSettings
from engine.types import SessionEvent


class State(Enum):
    """What a session is doing."""

    STOPPED = "stopped"
    STARTING = "starting"  # the microphone is being opened; nothing is recorded yet
    LISTENING = "listening"
    ASLEEP = "asleep"  # it listens, but writes nothing until woken by voice
    PAUSED = "paused"  # the microphone is closed; the session can continue
    DRAINING = "draining"  # the microphone is closed; the last words are being recognised


class Notice(Enum):
    """Something to show the user quietly."""

    NONE = "none"  # all is well again
    LOADING = "loading"  # the microphone works, but the models are still loading
    NO_SOUND = "no sound"
    NO_WORDS = "no words"  # there is sound, but no words are recognised in it
    BEHIND = "behind"
    RESTARTING = "restarting"  # the recogniser ended by itself
    NO_RECOGNISER = "no recogniser"  # none works; sound waits for one
    NO_MICROPHONE = "no microphone"  # it was disconnected; we wait for it or another one
    NOT_ON_DISK = "not on disk"  # the disk takes no sound; it waits in memory


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which models a session uses.

    `recogniser_age` counts changes that affect a recogniser beyond its settings: the user's own
    words and the installed models.
    """

    recogniser: RecogniserSettings = field(default_factory=RecogniserSettings)
    punctuation: PunctuationSettings = field(default_factory=PunctuationSettings)
    recogniser_age: int = 0

    def needs_other_recogniser(self, before: ModelChoice) -> bool:
        return (self.recogniser, self.recogniser_age) != (before.recogniser, before.recogniser_age)


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The session's state has changed."""

    state: State


@dataclass(frozen=True, slots=True)
class LevelMeasured:
    """A tenth of a second was recorded; its level in dB below full scale, session length."""

    level_dbfs: float
    elapsed_s: float


@dataclass(frozen=True, slots=True)
class Noticed:
    """A notice to show, or that it is over."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Lagging:
    """How many seconds recognition is behind."""

    behind_s: float


@dataclass(frozen=True, slots=True)
class MicrophoneLost:
    """The microphone was disconnected; recording resumes at this time."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing was recorded for a moment: time for other work."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time without a microphone.

    Attributes:
        at_s: Where it was on the recording's timeline, which does not include it.
        lost_s: How long it was.
    """

    at_s: float
    lost_s: float


@dataclass(frozen=True, slots=True)
class SoundLost:
    """Number of blocks of sound dropped since the session began, because nobody took them."""

    blocks: int


@dataclass(frozen=True, slots=True)
class ForeignSpeech:
    """Speech in a language that is not to be written was left out.

    `language` is its code; empty if it is only known not to be English.
    """

    language: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Something went wrong; what was recognised before is kept."""

    error: FermataError | OSError


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model was given up; the recording continues.

    Attributes:
        error: Why.
        stand_in: Name of the speech model that takes over after its last word; None if there is no
            other, and sound waits.
    """

    error: FermataError
    stand_in: str | None


@dataclass(frozen=True, slots=True)
class ModelsChanged:
    """These models are in use from here on."""

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
