"""From the sound of a recording to its sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from engine.build import LanguageModel
from engine.errors import AudioFileError
from engine.session import Session
from engine.settings import CommandsMode, PunctuationSettings
from engine.types import AudioChunk, Hypothesis, Stage, Update


class Sound(Protocol):
    """A sound file, in this process or in another."""

    path: Path
    is_damaged: bool


def heard(
    chunks: Iterable[AudioChunk],
    recogniser: Stage[AudioChunk, Hypothesis],
    model: LanguageModel,
    settings: PunctuationSettings,
) -> Iterator[Update]:
    """Yield what is heard; where reading or recognising fails, all that was heard comes first."""
    # nobody dictates to a recording: its words are no commands, and numbers stay as they were said
    settings = replace(settings, commands=CommandsMode.OFF, numbers=None)
    session = Session(*model.stages(settings), shows_partials=False)
    events = session.run(chunks, recogniser)
    return (event for event in events if isinstance(event, Update))


def counted(chunks: Iterable[AudioChunk], advance: Callable[[float], None]) -> Iterator[AudioChunk]:
    """Pass chunks on, and tell the seconds of each when it has been worked on."""
    for chunk in chunks:
        yield chunk
        advance(chunk.duration_s)


def damage(sound: Sound) -> AudioFileError | None:
    if not sound.is_damaged:
        return None
    return AudioFileError(sound.path, "parts of it are damaged and left out")


def nothing_recognised(sound: Sound) -> AudioFileError:
    return AudioFileError(sound.path, "no words were heard in it")
