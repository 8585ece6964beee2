"""Follows who speaks through the lines of a text, and takes them apart."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Protocol

from engine.transcripts.speaker_labels import Label, read_label
from engine.transcripts.transcript import Literal, Part, Slot, Turn, bounded
from engine.transcripts.words import line_parts


class TakesApart(Protocol):
    """Takes a line apart into words and what stands between them."""

    def __call__(self, line: str, *, starts_line: bool) -> list[Part]: ...


ReadsLabel = Callable[[str, Container[str], Label | None], Label | None]


class TurnReader:
    """Takes lines apart; a label becomes a turn where the speaker changes.

    Attributes:
        goes_on: the last line began with a label of who spoke before.
    """

    def __init__(
        self,
        speakers: Container[str],
        take_apart: TakesApart = line_parts,
        read_label: ReadsLabel = read_label,
    ) -> None:
        """Args: speakers: whose names are labels in this text; see `speakers_in`."""
        self.goes_on = False
        self._read_label = read_label
        self._take_apart = take_apart
        self._speakers = speakers
        self._speaker = ""
        self._before: Label | None = None
        self._start_s: float | None = None

    def parts(self, line: str, *, starts_line: bool = True) -> list[Part]:
        """Return the parts of the line that comes next, or of a piece of it."""
        label = self._read_label(line, self._speakers, self._before) if starts_line else None
        self._before = label if starts_line else self._before
        head = self._head(label) if label else []
        self.goes_on = any(isinstance(part, Literal) and part.speaker for part in head)
        words = self._take_apart(line[len(label.text) if label else 0 :], starts_line=starts_line)
        if any(isinstance(part, Slot) for part in words):
            words = bounded(words, self._start_s)
            self._start_s = None
        return head + words

    def _head(self, label: Label) -> list[Part]:
        self._start_s = label.start_s if label.start_s is not None else self._start_s
        if label.is_another:
            self._speaker = label.speaker
            return [Turn(label.speaker, label.text)]
        if not label.speaker:
            return [Literal(label.text)]
        if label.speaker == self._speaker:
            return [Literal(label.text, speaker=label.speaker)]
        self._speaker = label.speaker
        return [Turn(label.speaker, label.text)]
