"""Listens in while a transcript is rewritten, and keeps what was made of each word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from engine.transcripts.cue_times import read_times
from engine.transcripts.restored import Layout, RestoredText, RestoredWord, Stretch
from engine.transcripts.transcript import DocumentBreak, Literal, Part, PieceEnd, Slot

Filled = tuple[Part, str]


class Collector(Protocol):
    """Takes the parts of a transcript with their new texts, in order."""

    def take(self, part: Part, text: str) -> None:
        """Take one part."""
        ...

    def text(self) -> RestoredText:
        """Return what was taken."""
        ...


def collector(format_name: str) -> Collector:
    """Return what fits the parts of a format."""
    if format_name in {"srt", "vtt"}:
        return _CueCollector()
    if format_name == "json":
        return _SegmentCollector()
    return _LineCollector()


def listened(filled: Iterable[Filled], to: Collector) -> Iterator[Filled]:
    """Pass on what comes, and let the collector have it too."""
    for part, text in filled:
        to.take(part, text)
        yield part, text


class _Stretches:
    """The stretch that is open, and those before it."""

    def __init__(self) -> None:
        self.pieces: list[RestoredWord | str] = []
        self._closed: list[Stretch] = []

    def add(self, part: Part, text: str) -> None:
        if isinstance(part, Slot):
            times = (part.start_s, part.end_s, part.confidence)
            self.pieces.append(RestoredWord(text, part.written, *times))
        elif text:
            self.pieces.append(text)

    def close(self, times_s: tuple[float, float] | tuple[None, None] = (None, None)) -> None:
        if self.pieces:
            self._closed.append(Stretch(tuple(self.pieces), *times_s))
            self.pieces = []

    def all(self, layout: Layout) -> RestoredText:
        return RestoredText(layout, tuple(self._closed))


class _LineCollector:
    """A stretch a line, with its line end."""

    def __init__(self) -> None:
        self._stretches = _Stretches()

    def take(self, part: Part, text: str) -> None:
        self._stretches.add(part, text)
        if isinstance(part, Literal | DocumentBreak) and text.endswith(("\n", "\r")):
            self._stretches.close()

    def text(self) -> RestoredText:
        self._stretches.close()
        return self._stretches.all(Layout.LINES)


class _SegmentCollector:
    """A stretch a segment, with the times of its words."""

    def __init__(self) -> None:
        self._stretches = _Stretches()

    def take(self, part: Part, text: str) -> None:
        if isinstance(part, PieceEnd):
            pieces = self._stretches.pieces
            words = [piece for piece in pieces if isinstance(piece, RestoredWord)]
            start_s, end_s = (words[0].start_s, words[-1].end_s) if words else (None, None)
            known = (None, None) if start_s is None or end_s is None else (start_s, end_s)
            self._stretches.close(known)
        else:
            self._stretches.add(part, text)

    def text(self) -> RestoredText:
        self._stretches.close()
        return self._stretches.all(Layout.SEGMENTS)


class _CueCollector:
    """A stretch a cue; numbers, notes and styles are left out."""

    def __init__(self) -> None:
        self._stretches = _Stretches()
        self._times_s: tuple[float, float] | None = None

    def take(self, part: Part, text: str) -> None:
        times_s = read_times(text) if isinstance(part, Literal) else None
        if times_s is not None:
            self._close(number_follows=True)
            self._times_s = times_s
        elif self._times_s is None:
            return
        elif isinstance(part, Literal) and not text.strip() and self._is_at_line_start(text):
            self._close(number_follows=False)
        else:
            self._stretches.add(part, text)

    def text(self) -> RestoredText:
        self._close(number_follows=False)
        return self._stretches.all(Layout.CUES)

    def _is_at_line_start(self, text: str) -> bool:
        """True for an empty line, which ends a cue."""
        before = self._stretches.pieces[-1] if self._stretches.pieces else "\n"
        ends_line = isinstance(before, str) and before.endswith(("\n", "\r"))
        return ends_line and text.endswith(("\n", "\r"))

    def _close(self, *, number_follows: bool) -> None:
        pieces = self._stretches.pieces
        if (
            number_follows
            and pieces
            and isinstance(pieces[-1], str)
            and pieces[-1].strip().isdigit()
        ):
            pieces.pop()  # of the next cue, which no empty line separates
        while pieces and isinstance(pieces[-1], str) and not pieces[-1].strip():
            pieces.pop()
        if self._times_s is not None:
            self._stretches.close(self._times_s)
        self._stretches.pieces, self._times_s = [], None
