"""Plain text; a blank line separates independent documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.text.spacing import gap
from engine.transcripts.lines import LinePiece, line_pieces
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import speakers_in
from engine.transcripts.transcript import DocumentBreak, Literal, Part, Transcript
from engine.transcripts.turns import TakesApart, TurnReader
from engine.transcripts.words import line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

BYTE_ORDER_MARK = "\ufeff"
FOOTER = re.compile(r"Transcribed by https?://otter\.ai/?\s*", re.IGNORECASE)


class TextTranscript(Transcript):
    """A text whose words stand one behind another; labels tell who speaks, and when."""

    take_apart: TakesApart = staticmethod(line_parts)

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file once, to know who speaks.

        Raises:
            TranscriptFormatError: it cannot be read.
        """
        super().__init__(form, source.path, source.encoding)
        self._source = source
        with source.open_text() as stream:
            pieces = line_pieces(stream)
            self._speakers = speakers_in(piece.text for piece in pieces if piece.starts_line)

    def parts(self) -> Iterator[Part]:
        """Read the file from its beginning, in bounded memory; blank lines end a document."""
        if self._source.has_byte_order_mark:
            yield Literal(BYTE_ORDER_MARK)
        reader = TurnReader(self._speakers, self.take_apart)
        blank = ""
        with self._source.open_text() as stream:
            for piece, begin in self.set_off(line_pieces(stream)):
                if piece.is_blank:
                    yield from [DocumentBreak(blank)] if blank else []
                    blank = piece.text
                    continue
                stays, line = piece.text[:begin], piece.text[begin:]
                parts = reader.parts(line, starts_line=piece.starts_line) if line else []
                goes_on = reader.goes_on and not stays
                yield from [Literal(blank) if goes_on else DocumentBreak(blank)] if blank else []
                yield from [DocumentBreak(stays)] if stays else []
                yield from parts
                blank = ""
        yield from [DocumentBreak(blank)] if blank else []

    def renamed_text(self, part: Part, text: str) -> str:
        new = super().renamed_text(part, text)
        if new != text and text.lstrip().startswith(("Q.", "A.")):  # behind a name it ends one
            return ":".join(new.rsplit(".", 1))
        return new

    def set_off(self, pieces: Iterable[LinePiece]) -> Iterator[tuple[LinePiece, int]]:
        """Yield each piece, and how much at its start has nothing to do with what is said."""
        for piece in pieces:
            stays = piece.is_word_part or FOOTER.fullmatch(piece.text)
            yield piece, len(piece.text) if stays else 0


class TextWriter(SentenceWriter):
    """Sentences as one paragraph a turn, never wrapped."""

    _before = ""
    _speaker = ""

    def write(self, sentence: Sentence) -> None:
        first, last = sentence.surfaces[0], sentence.surfaces[-1]
        if sentence.speaker != self._speaker:
            self._speaker = sentence.speaker
            named = f"{self._speaker}: " if self._speaker else ""
            self._stream.write(("\n\n" if self._before else "") + named)
            self._before = ""
        space = gap(self._before, first, sentence.between_scripts)
        self._stream.write(space + sentence.text)
        self._before = last

    def write_text(self, text: RestoredText, title: str = "") -> None:  # noqa: ARG002
        between = "\n" if text.layout is Layout.LINES else "\n\n"
        self._stream.write(between.join(text.paragraphs()) + "\n")

    def close(self) -> None:
        if self._before:
            self._stream.write("\n")
