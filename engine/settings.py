"""Nested frozen settings; each field carries its unit."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Policy(Enum):
    """When words are punctuated.

    Attributes:
        STREAMING: the dynamic decoding window; commits a sentence once the next has begun.
        SEGMENTS: the baseline of Behre et al. (2022): each segment on its own.
        OFFLINE: everything is known; windows at places that depend on the words alone.
    """

    STREAMING = "streaming"
    SEGMENTS = "segments"
    OFFLINE = "offline"


class BackendChoice(Enum):
    """What runs the network."""

    AUTO = "auto"
    ONNX = "onnx"
    TORCH = "torch"


@dataclass(frozen=True, slots=True)
class PunctuationSettings:
    """How words become sentences.

    Attributes:
        model: name or folder of a bundle.
        refresh_interval_s: partial hypotheses that follow sooner are skipped.
        partials_grow: the recogniser's finals extend its partials; where they revise them
            (PocketSphinx), nothing is committed on the word of a partial hypothesis.
        cap_words: most words the tail holds before some are committed without a sentence end.
        threads: processor threads of one window.
    """

    model: str = "en"
    policy: Policy = Policy.STREAMING
    backend: BackendChoice = BackendChoice.AUTO
    refresh_interval_s: float = 0.2
    partials_grow: bool = True
    cap_words: int = 100
    threads: int = 2


@dataclass(frozen=True, slots=True)
class RecogniserSettings:
    """What turns sound into words.

    Attributes:
        kind: `auto`, `vosk` or `pocketsphinx`.
        speech_model: name or folder of a Vosk model; None for the best that is installed.
    """

    kind: str = "auto"
    speech_model: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set."""

    punctuation: PunctuationSettings = field(default_factory=PunctuationSettings)
    recogniser: RecogniserSettings = field(default_factory=RecogniserSettings)
