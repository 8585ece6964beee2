"""Decodes a sound file in a child process, since malformed files can crash decoders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

from engine.audio.sound_file import SoundFile
from engine.audio.tracks import SoundTrack
from engine.child_process import ChildProcess, limit_memory, send_output_to
from engine.errors import AudioFileError
from engine.messages import Message
from engine.types import AudioChunk

_MOST_MEMORY_BYTES = 1 << 30  # decoders need a tenth of it


@dataclass(frozen=True, slots=True)
class _Opened:
    duration_s: float | None
    tracks: tuple[SoundTrack, ...]
    track: int


@dataclass(frozen=True, slots=True)
class _Ended:
    is_damaged: bool = False
    stated_s: float | None = None
    error: AudioFileError | None = None


_Answer = _Opened | AudioChunk | _Ended


class SoundFileProcess:
    """A `SoundFile` whose decoder may crash without harm; iterate it once.

    `is_damaged` and `stated_s` are known at its end.
    """

    def __init__(self, path: Path, track: int = 0, languages: Iterable[str] = ()) -> None:
        """Open the file; takes the arguments of `SoundFile`.

        Raises:
            AudioFileError: as for `SoundFile`, or the decoder crashed.
            OSError: the system has no room for another process.
        """
        self.path = path
        self.is_damaged = False
        self.stated_s: float | None = None
        self._child = ChildProcess(_serve, path, track, tuple(languages), name="fermata-decoder")
        try:
            opened = self._answer()
        except BaseException:
            self.close()
            raise
        assert isinstance(opened, _Opened)  # noqa: S101  otherwise it has raised
        self.duration_s, self.tracks, self.track = opened.duration_s, opened.tracks, opened.track

    def __iter__(self) -> Iterator[AudioChunk]:
        """Yield chunks like `SoundFile`; a crash of the decoder is an AudioFileError too."""
        while isinstance(answer := self._answer(), AudioChunk):
            yield answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._child.close()

    def _answer(self) -> _Answer:
        try:
            answer: _Answer = self._child.pipe.recv()
        except (EOFError, OSError):
            code = self._child.exit_code()
            reason = Message("the process that read it ended (exit code {code})", code=code)
            raise AudioFileError(self.path, reason) from None
        if isinstance(answer, _Ended):
            self.is_damaged, self.stated_s = answer.is_damaged, answer.stated_s
            if answer.error is not None:
                raise answer.error
        return answer


def _serve(pipe: Connection, path: Path, track: int, languages: tuple[str, ...]) -> None:
    limit_memory(_MOST_MEMORY_BYTES)
    send_output_to(Path(os.devnull))  # the parent reports errors
    with suppress(OSError):  # the parent is gone or has closed the pipe
        for answer in _answers(path, track, languages):
            pipe.send(answer)


def _answers(path: Path, track: int, languages: tuple[str, ...]) -> Iterator[_Answer]:
    end = _Ended()
    try:
        with SoundFile(path, track, languages) as sound:
            yield _Opened(sound.duration_s, sound.tracks, sound.track)
            try:
                yield from sound
            finally:
                end = _Ended(sound.is_damaged, sound.stated_s)
    except AudioFileError as error:
        yield replace(end, error=error)
    except MemoryError:
        yield replace(end, error=AudioFileError(path, "out of memory"))
    else:
        yield end
