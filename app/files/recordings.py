"""Turns the sound of a recording into sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Protocol

from engine.audio.sound_log import SoundLog
from engine.audio.tracks import SoundTrack
from engine.build import LanguageModel
from engine.errors import AudioFileError
from engine.messages import Message
from engine.recognisers.speakers import speaker_turns, tell_apart
from engine.session import Session
from engine.settings import CommandsMode, PunctuationSettings
from engine.types import AudioChunk, Hypothesis, Sentence, Stage, Update


class Sound(Protocol):
    """A sound file, read in this process or another."""

    path: Path
    is_damaged: bool
    stated_s: float | None
    tracks: tuple[SoundTrack, ...]
    track: int


def heard(
    chunks: Iterable[AudioChunk],
    recogniser: Stage[AudioChunk, Hypothesis],
    model: LanguageModel,
    settings: PunctuationSettings,
    *observers: Stage[Hypothesis, Hypothesis],
) -> Iterator[Update]:
    """Yield what is recognised; after an error, everything recognised before it comes first.

    Args:
        chunks: The sound.
        recogniser: Recognises it.
        model: Punctuates it.
        settings: Settings of the punctuation.
        observers: See every hypothesis.
    """
    plain = replace(settings, commands=CommandsMode.OFF, numbers=None)  # nobody dictates to a file
    session = Session(*model.stages(plain), shows_partials=False)
    events = session.run(chunks, recogniser, *observers)
    return (event for event in events if isinstance(event, Update))


class TurnTaking:
    """Holds a recording's sound and sentences until its end, when speakers can be identified."""

    def __init__(self, model: Path, count: int = 0) -> None:
        """Args: model, count: As for `speaker_turns`."""
        self._model, self._count = model, count
        self._log = SoundLog()
        self.sentences: list[Sentence] = []

    def overhear(self, chunks: Iterable[AudioChunk]) -> Iterator[AudioChunk]:
        for chunk in chunks:
            self._log.write(chunk)
            yield chunk

    def hold(self, sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
        """Keep sentences; return none, as none can be written yet."""
        self.sentences += sentences
        return ()

    def with_speakers(
        self, advance: Callable[[float], None] = lambda _: None
    ) -> Iterator[Sentence]:
        """Return the sentences with their speakers; raises what `speaker_turns` does."""
        turns = speaker_turns(self._model, self._log, self._count, advance)
        return tell_apart(self.sentences, turns)

    def close(self) -> None:
        self._log.close()


def track_remark(sound: Sound, name: str) -> Message | None:
    """Say which audio track is used if there are several; None if there is one."""
    names = [track.name for track in sound.tracks]
    if len(names) < 2:
        return None
    return Message(
        "{name} has {count} sound tracks ({tracks}). Number {number} is used.",
        name=name,
        count=len(names),
        tracks=reduce(lambda one, next_: Message("{one}, {next}", one=one, next=next_), names),
        number=sound.track,
    )


def length_remark(sound: Sound, name: str) -> Message | None:
    """Say that a file holds more than its header states, if so. Known once it has been read."""
    if sound.stated_s is None:
        return None
    return Message(
        "The header of {name} says {stated} s of sound, but there is more in the file."
        " All of it was read.",
        name=name,
        stated=f"{sound.stated_s:.3g}",
    )


def counted(chunks: Iterable[AudioChunk], advance: Callable[[float], None]) -> Iterator[AudioChunk]:
    """Pass chunks on, reporting the seconds of each once it has been processed."""
    for chunk in chunks:
        yield chunk
        advance(chunk.duration_s)


def damage(sound: Sound) -> AudioFileError | None:
    if not sound.is_damaged:
        return None
    return AudioFileError(sound.path, "parts of it are damaged and were left out")


def nothing_recognised(sound: Sound) -> AudioFileError:
    return AudioFileError(sound.path, "no words were heard in it")
