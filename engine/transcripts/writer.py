"""Writers of formats: for sentences as they are committed, or for a whole text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.types import Sentence


class Writer(ABC):
    """Writes one file; the caller closes its stream."""

    def __init__(self, stream: Any, form: Format) -> None:  # noqa: ANN401  of text, or of bytes
        self._stream = stream
        self._form = form

    @abstractmethod
    def write_text(self, text: RestoredText, title: str = "") -> None:
        """Write a whole text; keeps times and puts `title` first if the format can."""

    def close(self) -> None:  # noqa: B027  most files end with their last word
        """Write the end of the file."""


class SentenceWriter(Writer):
    """Writes sentence by sentence."""

    @abstractmethod
    def write(self, sentence: Sentence) -> None: ...

    def write_text(self, text: RestoredText, title: str = "") -> None:  # noqa: ARG002
        for sentence in text.sentences():
            self.write(sentence)
