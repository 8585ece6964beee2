"""Plain text and Markdown; a blank line separates independent documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.text.spacing import gap
from engine.transcripts.lines import LinePiece, line_pieces
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.transcript import DocumentBreak, Literal, Part, Transcript, bounded
from engine.transcripts.words import line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

BYTE_ORDER_MARK = "\ufeff"
_FENCE = re.compile(r"\s*(?:```|~~~)")
_STAYS = re.compile(r"\s*(?:#{1,6}\s|\||(?:[-*_]\s*){3,}$)")
_LIST_NUMBER = re.compile(r"\s*\d{1,3}[.)]\s+")
_SPEAKER = re.compile(
    r"(?:\S(?:[^\r\n]{0,59}?\S)?\s{2,}+)?(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,2}):(?P<s>[0-5]\d)\s*"
)
_FOOTER = re.compile(r"Transcribed by https?://otter\.ai/?\s*", re.IGNORECASE)


class TextTranscript(Transcript):
    """A text whose words stand one behind another.

    In Markdown headings, tables, list numbers and fenced blocks stay as they are.
    """

    def __init__(self, source: Source, form: Format) -> None:
        super().__init__(form, source.path, source.encoding)
        self._source = source

    def parts(self) -> Iterator[Part]:
        """Read the file from its beginning, in bounded memory."""
        if self._source.has_byte_order_mark:
            yield Literal(BYTE_ORDER_MARK)
        with self._source.open_text() as stream:
            pieces = line_pieces(stream)
            yield from _markdown_parts(pieces) if self.format.name == "md" else _text_parts(pieces)


class TextWriter(SentenceWriter):
    """Sentences as one paragraph, never wrapped."""

    _before = ""

    def write(self, sentence: Sentence) -> None:
        first, last = sentence.surfaces[0], sentence.surfaces[-1]
        space = gap(self._before, first, sentence.between_scripts)
        self._stream.write(space + sentence.text)
        self._before = last

    def write_text(self, text: RestoredText, title: str = "") -> None:  # noqa: ARG002
        between = "\n" if text.layout is Layout.LINES else "\n\n"
        self._stream.write(between.join(text.paragraphs()) + "\n")

    def close(self) -> None:
        if self._before:
            self._stream.write("\n")


def _text_parts(pieces: Iterable[LinePiece]) -> Iterator[Part]:
    turn_s: float | None = None
    for piece in pieces:
        found_s = _speaker_time_s(piece.text) if piece.starts_line else None
        turn_s = found_s if found_s is not None else turn_s
        is_head = found_s is not None or _FOOTER.fullmatch(piece.text)
        if piece.is_blank or piece.is_word_part or is_head:
            yield DocumentBreak(piece.text)
        else:
            yield from bounded(line_parts(piece.text, starts_line=piece.starts_line), turn_s)
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
        behind = replace(piece, text=piece.text[number.end() if number else 0 :])
        yield from _text_parts([behind])


def _speaker_time_s(line: str) -> float | None:
    """Return when a turn begins, in seconds; None where the line is no head of a turn."""
    found = _SPEAKER.fullmatch(line)
    if found is None:
        return None
    hours, minutes, seconds = (int(found[name] or 0) for name in ("h", "m", "s"))
    return float(hours * 3600 + minutes * 60 + seconds)
