"""The interface of recognisers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from engine.recognisers.stretch_decoder import Spoken
from engine.types import AudioChunk, Hypothesis


class Recogniser(Protocol):
    """Chunks in, hypotheses out; a recogniser serves one session.

    It yields a partial hypothesis only if its words changed; a final one ends its segment. Word
    times count from the start of the session.
    """

    def push(self, chunk: AudioChunk, /) -> Iterator[Hypothesis]:
        """Raises: RecogniserError: the recogniser's process ended or does not respond."""
        ...

    def flush(self) -> Iterator[Hypothesis]:
        """Yield the final hypotheses; no more sound follows."""
        ...

    def close(self) -> None:
        """Free the model and its process; idempotent."""
        ...


@runtime_checkable
class TellsLanguage(Protocol):
    """A recogniser that can identify the spoken language."""

    def spoken_in(self, samples: bytes, /) -> Spoken:
        """Args: samples: at most 30 s, int16 little-endian, 16 kHz."""
        ...
