"""Plain text and Markdown; a blank line separates independent documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import TranscriptFormatError
from engine.transcripts.lines import LinePiece, line_pieces
from engine.transcripts.source import Source
from engine.transcripts.speaker_lines import begun_at, is_footer, speaker_time_s
from engine.transcripts.transcript import DocumentBreak, Literal, Part
from engine.transcripts.words import line_parts

BYTE_ORDER_MARK = "\ufeff"
_FENCE = re.compile(r"\s*(?:```|~~~)")
_STAYS = re.compile(r"\s*(?:#{1,6}\s|\||(?:[-*_]\s*){3,}$)")
_LIST_NUMBER = re.compile(r"\s*\d{1,3}[.)]\s+")


class TextTranscript:
    """A text whose words stand one behind another.

    In Markdown headings, tables, list numbers and fenced blocks stay as they are.
    """

    def __init__(self, source: Source, *, is_markdown: bool = False) -> None:
        self._source = source
        self._is_markdown = is_markdown
        self.path: Path = source.path
        self.encoding: str = source.encoding
        self.warnings: list[TranscriptFormatError] = []

    def parts(self) -> Iterator[Part]:
        """Read the file from its beginning, in bounded memory."""
        if self._source.has_byte_order_mark:
            yield Literal(BYTE_ORDER_MARK)
        with self._source.open_text() as stream:
            pieces = line_pieces(stream)
            yield from _markdown_parts(pieces) if self._is_markdown else _text_parts(pieces)

    def render(self, filled: Iterable[tuple[Part, str]]) -> Iterator[str]:
        """Yield the texts one behind another."""
        for _, text in filled:
            yield text


def _text_parts(pieces: Iterable[LinePiece]) -> Iterator[Part]:
    turn_s: float | None = None
    for piece in pieces:
        found_s = speaker_time_s(piece.text) if piece.starts_line else None
        turn_s = found_s if found_s is not None else turn_s
        if piece.is_blank or piece.is_word_part or found_s is not None or is_footer(piece.text):
            yield DocumentBreak(piece.text)
        else:
            yield from begun_at(line_parts(piece.text, starts_line=piece.starts_line), turn_s)
            turn_s = None


def _markdown_parts(pieces: Iterable[LinePiece]) -> Iterator[Part]:
    in_fence = stays = False
    for piece in pieces:
        if piece.starts_line:
            is_fence = _FENCE.match(piece.text) is not None
            stays = in_fence or is_fence or _STAYS.match(piece.text) is not None
            in_fence ^= is_fence
        if stays:
            yield DocumentBreak(piece.text)
            continue
        number = _LIST_NUMBER.match(piece.text) if piece.starts_line else None
        if number:
            yield Literal(number.group())
        behind = LinePiece(
            piece.text[number.end() if number else 0 :],
            piece.starts_line,
            piece.is_word_part,
        )
        yield from _text_parts([behind])
