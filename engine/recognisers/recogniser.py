"""What every recogniser does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from engine.recognisers.stretch_decoder import Spoken
from engine.types import AudioChunk, Hypothesis


class Recogniser(Protocol):
    """Chunks in, hypotheses out; one recogniser serves one session.

    A partial hypothesis is yielded only when its words changed; a final one ends its segment.
    Times of words count from the session's beginning.
    """

    def push(self, chunk: AudioChunk, /) -> Iterator[Hypothesis]:
        """Raises: RecogniserError: the recogniser's process ended or does not answer."""
        ...

    def flush(self) -> Iterator[Hypothesis]:
        """Yield the final hypotheses; no more sound will come."""
        ...

    def close(self) -> None:
        """Free the model and its process; may be called again."""
        ...


@runtime_checkable
class TellsLanguage(Protocol):
    """A recogniser that can be asked which language is spoken."""

    def spoken_in(self, samples: bytes, /) -> Spoken:
        """Args: samples: at most 30 s, int16 little-endian, 16 kHz."""
        ...
