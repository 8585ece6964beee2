"""A sound file that is decoded in a process of its own: a decoder may crash on what it is fed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

from engine.audio.sound_file import SoundFile
from engine.child_process import ChildProcess, limit_memory, send_output_to
from engine.errors import AudioFileError
from engine.messages import Message
from engine.types import AudioChunk

_MOST_MEMORY_BYTES = 1 << 30  # a decoder needs a tenth of it


@dataclass(frozen=True, slots=True)
class _Ended:
    is_damaged: bool = False
    error: AudioFileError | None = None


class SoundFileProcess:
    """A `SoundFile` whose decoder may crash without harm here; iterated once."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            AudioFileError: it is missing, not readable, holds no sound, or ends the decoder.
            OSError: the system has no room for another process.
        """
        self.path = path
        self.is_damaged = False
        self._child = ChildProcess(_serve, path, name="fermata-decoder")
        try:
            duration_s = self._answer()
        except BaseException:
            self.close()
            raise
        self.duration_s = duration_s if isinstance(duration_s, float) else None

    def __iter__(self) -> Iterator[AudioChunk]:
        """Yield chunks as `SoundFile`; the decoder's end is an AudioFileError too."""
        while isinstance(answer := self._answer(), AudioChunk):
            yield answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._child.close()

    def _answer(self) -> float | AudioChunk | _Ended | None:
        try:
            answer: float | AudioChunk | _Ended | None = self._child.pipe.recv()
        except (EOFError, OSError):
            code = self._child.exit_code()
            reason = Message("the process that read it ended (exit code {code})", code=code)
            raise AudioFileError(self.path, reason) from None
        if isinstance(answer, _Ended):
            self.is_damaged = answer.is_damaged
            if answer.error is not None:
                raise answer.error
        return answer


def _serve(pipe: Connection, path: Path) -> None:
    limit_memory(_MOST_MEMORY_BYTES)
    send_output_to(Path(os.devnull))  # what is to be said, the parent says
    with suppress(OSError):  # the parent is gone or has closed
        for answer in _answers(path):
            pipe.send(answer)


def _answers(path: Path) -> Iterator[float | AudioChunk | _Ended | None]:
    is_damaged = False
    try:
        with SoundFile(path) as sound:
            yield sound.duration_s
            try:
                yield from sound
            finally:
                is_damaged = sound.is_damaged
    except AudioFileError as error:
        yield _Ended(is_damaged, error)
    except MemoryError:
        yield _Ended(is_damaged, AudioFileError(path, "no memory is left"))
    else:
        yield _Ended(is_damaged)
