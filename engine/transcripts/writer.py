"""What a format writes: sentences as they are committed, or a text that is whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.types import Sentence


class Writer(ABC):
    """Writes one file; its stream stays open, it belongs to the caller."""

    def __init__(self, stream: Any, form: Format) -> None:  # noqa: ANN401  of text, or of bytes
        self._stream = stream
        self._form = form

    @abstractmethod
    def write_text(self, text: RestoredText, title: str = "") -> None:
        """Write a whole text; times are kept and `title` stands first where the format can."""

    def close(self) -> None:  # noqa: B027  most files end with their last word
        """Write what ends the file."""


class SentenceWriter(Writer):
    """Writes sentence by sentence."""

    @abstractmethod
    def write(self, sentence: Sentence) -> None: ...

    def write_text(self, text: RestoredText, title: str = "") -> None:  # noqa: ARG002
        for sentence in text.sentences():
            self.write(sentence)
