"""What a format writes: sentences as they are committed, or a text that is whole."""

from __future__ import annotations

from abc import ABC, abstractmethod

from engine.transcripts.restored import RestoredText
from engine.types import Sentence


class Writer(ABC):
    """Writes one file; its stream stays open, it belongs to the caller."""

    @abstractmethod
    def write_text(self, text: RestoredText, title: str = "") -> None:
        """Write a whole text.

        Args:
            text: what to write; what has times keeps them, where the format can hold them.
            title: heading, where the format has one.
        """

    def close(self) -> None:  # noqa: B027  most files end with their last word
        """Write what ends the file."""


class SentenceWriter(Writer):
    """Writes sentence by sentence."""

    @abstractmethod
    def write(self, sentence: Sentence) -> None:
        """Write one sentence."""

    def write_text(self, text: RestoredText, title: str = "") -> None:  # noqa: ARG002
        """Write a whole text; see `Writer`."""
        for sentence in text.sentences():
            self.write(sentence)
