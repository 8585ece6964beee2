"""SRT and WebVTT: everything but the marks and the case of words stays, sign for sign.

A scanner of its own instead of pysubs2, which drops WebVTT's header, notes, styles, positions and
voices and takes a malformed line of times for text, without a word and without its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from engine.errors import TranscriptFormatError
from engine.transcripts.cue_times import looks_timed, read_times
from engine.transcripts.lines import LinePiece, line_pieces
from engine.transcripts.source import Source
from engine.transcripts.text import BYTE_ORDER_MARK
from engine.transcripts.transcript import Literal, Part, Slot
from engine.transcripts.words import cue_line_parts

_WARNINGS_LIMIT = 20
_CUE_LIMIT = 10_000
_BLOCKS_WITHOUT_WORDS = ("NOTE", "STYLE", "REGION", "WEBVTT")


class SubtitleTranscript:
    """The cues of a file as one document; words stay in their cues and lines.

    Cue times are evidence of pauses: the first word of a cue has its start, the last its end.
    """

    def __init__(self, source: Source) -> None:
        """Read the file once, to know what is wrong with it.

        Raises:
            TranscriptFormatError: not one cue has times that can be read.
        """
        self._source = source
        self.path: Path = source.path
        self.encoding: str = source.encoding
        self.warnings: list[TranscriptFormatError] = []
        self._inspect()

    def parts(self) -> Iterator[Part]:
        """Read the file from its beginning."""
        return self._scan(_Scanner(self.path))

    def render(self, filled: Iterable[tuple[Part, str]]) -> Iterator[str]:
        """Yield the texts one behind another."""
        for _, text in filled:
            yield text

    def _inspect(self) -> None:
        scanner = _Scanner(self.path)
        texts = sum(not isinstance(p, Literal) or bool(p.text.strip()) for p in self._scan(scanner))
        self.warnings = scanner.warnings
        if texts and not scanner.timed_cues:
            line = scanner.warnings[0].line if scanner.warnings else 1
            raise TranscriptFormatError(self.path, "no cue with times that can be read", line)

    def _scan(self, scanner: _Scanner) -> Iterator[Part]:
        if self._source.has_byte_order_mark:
            yield Literal(BYTE_ORDER_MARK)
        with self._source.open_text() as stream:
            for piece, following in _with_next(line_pieces(stream)):
                yield from scanner.line(piece, following)
            yield from scanner.end()


class _Place(Enum):
    BETWEEN = auto()
    IN_CUE = auto()
    IN_BLOCK = auto()


class _Scanner:
    """Knows line by line where in the file it is; holds one cue."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = _Place.BETWEEN
        self._number = 0
        self._cue: list[Part] = []
        self._times_s: tuple[float, float] | None = None
        self.timed_cues = 0
        self.warnings: list[TranscriptFormatError] = []

    def line(self, piece: LinePiece, following: str) -> Iterator[Part]:
        """Take a line, with the one behind it in sight."""
        self._number += piece.starts_line
        text = piece.text
        if not text.strip():
            yield from self._leave(text)
        elif looks_timed(text) and piece.starts_line:
            yield from self._enter_cue(text)
        elif self._place is _Place.IN_BLOCK:
            yield Literal(text)
        elif looks_timed(following) and self._may_be_identifier(text):
            yield from self._leave(text)
        elif self._place is _Place.BETWEEN and text.startswith(_BLOCKS_WITHOUT_WORDS):
            self._place = _Place.IN_BLOCK
            yield Literal(text)
        else:
            self._take_text(piece)
            if len(self._cue) > _CUE_LIMIT:
                yield from self.end()

    def end(self) -> Iterator[Part]:
        """Yield what is left of the cue, its times at its first and its last word."""
        parts, times_s = self._cue, self._times_s
        self._cue, self._times_s = [], None
        places = [at for at, part in enumerate(parts) if isinstance(part, Slot)]
        if places and times_s:
            _set_times(parts, places, times_s)
        yield from parts

    def _leave(self, text: str) -> Iterator[Part]:
        yield from self.end()
        self._place = _Place.BETWEEN
        yield Literal(text)

    def _may_be_identifier(self, text: str) -> bool:
        return self._place is _Place.BETWEEN or text.strip().isdigit()

    def _enter_cue(self, text: str) -> Iterator[Part]:
        yield from self._leave(text)
        self._place = _Place.IN_CUE
        self._times_s = read_times(text)
        if self._times_s is None:
            self._warn("the times of this cue cannot be read")
            return
        self.timed_cues += 1
        if self._times_s[1] < self._times_s[0]:
            self._warn("this cue ends before it begins")

    def _take_text(self, piece: LinePiece) -> None:
        if self._place is _Place.BETWEEN:
            self._warn("text outside of any cue")
            self._place = _Place.IN_CUE
        self._cue += [Literal(piece.text)] if piece.is_word_part else cue_line_parts(piece.text)

    def _warn(self, reason: str) -> None:
        if len(self.warnings) < _WARNINGS_LIMIT:
            self.warnings.append(TranscriptFormatError(self._path, reason, self._number))


def _set_times(parts: list[Part], places: list[int], times_s: tuple[float, float]) -> None:
    first = parts[places[0]]
    if isinstance(first, Slot):
        parts[places[0]] = replace(first, start_s=times_s[0])
    last = parts[places[-1]]
    if isinstance(last, Slot):
        parts[places[-1]] = replace(last, end_s=times_s[1])


def _with_next(pieces: Iterable[LinePiece]) -> Iterator[tuple[LinePiece, str]]:
    """Yield each piece with the text of the line behind it, empty at the end."""
    held: LinePiece | None = None
    for piece in pieces:
        if held:
            yield held, piece.text if piece.starts_line else ""
        held = piece
    if held:
        yield held, ""
