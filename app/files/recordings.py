"""From the sound of a recording to its sentences."""

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
    """A sound file, in this process or in another."""

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
    """Yield what is heard; where reading or recognising fails, all that was heard comes first.

    Args:
        chunks, recogniser, model, settings: what is heard, and with what.
        observers: see what is recognised.
    """
    plain = replace(settings, commands=CommandsMode.OFF, numbers=None)  # nobody dictates to a file
    session = Session(*model.stages(plain), shows_partials=False)
    events = session.run(chunks, recogniser, *observers)
    return (event for event in events if isinstance(event, Update))


class TurnTaking:
    """Keeps the sound and the sentences of a recording, to say at its end who said which."""

    def __init__(self, model: Path, count: int = 0) -> None:
        """Args: model, count: as of `speaker_turns`."""
        self._model, self._count = model, count
        self._log = SoundLog()
        self.sentences: list[Sentence] = []

    def overhear(self, chunks: Iterable[AudioChunk]) -> Iterator[AudioChunk]:
        for chunk in chunks:
            self._log.write(chunk)
            yield chunk

    def hold(self, sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
        """Take sentences; none of them is to be written yet."""
        self.sentences += sentences
        return ()

    def told(self, advance: Callable[[float], None] = lambda _: None) -> Iterator[Sentence]:
        """Return the sentences with their speakers; raises what `speaker_turns` does."""
        turns = speaker_turns(self._model, self._log, self._count, advance)
        return tell_apart(self.sentences, turns)

    def close(self) -> None:
        self._log.close()


def track_remark(sound: Sound, name: str) -> Message | None:
    """Say which sound track is read where there are several; None where there is one."""
    names = [track.name for track in sound.tracks]
    if len(names) < 2:
        return None
    return Message(
        "{name} has {count} sound tracks ({tracks}); number {number} is read.",
        name=name,
        count=len(names),
        tracks=reduce(lambda one, next_: Message("{one}, {next}", one=one, next=next_), names),
        number=sound.track,
    )


def length_remark(sound: Sound, name: str) -> Message | None:
    """Say that a file holds more than it states; None where it does not. Known at its end."""
    if sound.stated_s is None:
        return None
    return Message(
        "The header of {name} states {stated} s of sound, but the file holds more: all of it was"
        " read.",
        name=name,
        stated=f"{sound.stated_s:.3g}",
    )


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
