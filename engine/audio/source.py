"""What a sound file and a microphone have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, Self

from engine.types import AudioChunk

CHUNK_S = 0.1


class AudioSource(Protocol):
    """Chunks in order, each beginning where the one before it ended; iterated once.

    A microphone's begin later where some of what it heard is missing.
    """

    def __iter__(self) -> Iterator[AudioChunk]: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...

    def close(self) -> None:
        """Release the file or device; may be called again."""
        ...
