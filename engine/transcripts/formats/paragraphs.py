"""Documents with paragraphs of runs, such as Word's and OpenDocument's."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.text.units import split_units
from engine.transcripts.formats.xml_text import XmlError, escaped
from engine.transcripts.formats.zipped_document import BROKEN, refuse_bombs
from engine.transcripts.passages import Change, Passage, Places, spliced
from engine.transcripts.registry import Format
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import read_label, speakers_in
from engine.transcripts.transcript import Transcript
from engine.transcripts.turns import Turns

_FEWEST_WORDS_OF_A_CELL = 6
MOST_PARAGRAPHS = 200_000


@dataclass(slots=True)
class Paragraph:
    """A paragraph and what it shows.

    Attributes:
        in_cell: It is in a table.
        left_alone: It is not speech: a heading, a text box, a deletion.
        pieces: Texts with their places in the file; no place for a tab or line break.
    """

    in_cell: bool = False
    left_alone: bool = False
    pieces: list[tuple[str, int | None, int]] = field(default_factory=list)

    def add(self, text: str, start: int | None = None, end: int = 0) -> None:
        self.pieces.append((text, start, end))


class ParagraphTranscript(Transcript):
    """A packed document; empty paragraphs and headings separate independent texts.

    Its text has a line for each line of a paragraph.

    Attributes:
        broken: Message for packages that cannot be read.
        member: The package's file with the text.
    """

    broken: Message
    member = ""
    places: Places

    def __init__(self, source: Source, form: Format, kind: Message) -> None:
        """Unpack a document.

        Raises:
            TranscriptFormatError: it is not of this kind, or too large unpacked.
        """
        super().__init__(source, form)
        refuse_bombs(source.content, self.path, kind)
        self.places = Places(escaped)
        self._lines: list[tuple[Paragraph, list[tuple[int, int, bool]]]] = []

    def passages(self) -> Iterator[Passage]:
        turns = Turns(self._speakers)
        is_apart = False
        for paragraph, pieces in self._lines:
            is_short_cell = paragraph.in_cell and self._is_short(pieces)
            if paragraph.left_alone or is_short_cell or not self._shown(pieces).strip():
                is_apart = True
                continue
            for start, end, starts_line in pieces:
                text = self.text[start:end]
                yield turns.passage(text, start, starts_line=starts_line, begins_document=is_apart)
                is_apart = False
            is_apart = paragraph.in_cell

    def save(
        self,
        changes: Iterable[Change],
        stream: BinaryIO,
        names: Mapping[str, str] | None = None,
    ) -> None:
        content = "".join(spliced(self.file, self.in_file(changes, names or {}))).encode()
        with self.unpacked() as packed, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
            for file in packed.infolist():
                is_text = file.filename == self.member
                new.writestr(file, content if is_text else packed.read(file))

    @contextmanager
    def unpacked(self) -> Iterator[zipfile.ZipFile]:
        """Open the package; problems with it or its XML become a TranscriptFormatError."""
        try:
            with zipfile.ZipFile(io.BytesIO(self.source.content)) as packed:
                yield packed
        except (*BROKEN, KeyError, XmlError) as error:
            raise TranscriptFormatError(self.path, self.broken) from error

    def take(self, paragraphs: Iterable[Paragraph], notes: int) -> None:
        """Make the text from paragraphs, and warn about what is left alone."""
        for paragraph in paragraphs:
            if len(self._lines) == MOST_PARAGRAPHS:
                raise TranscriptFormatError(
                    self.path, "the document has more than 200,000 paragraphs"
                )
            self._lines.append((paragraph, list(_put(paragraph, self.places))))
        self.text = self.places.text
        self._speakers = speakers_in(
            line for _, pieces in self._lines for line in self._shown(pieces).splitlines()
        )
        short = sum(
            paragraph.in_cell and self._is_short(pieces) and bool(self._shown(pieces))
            for paragraph, pieces in self._lines
            if not paragraph.left_alone
        )
        if short:
            self._warn(
                Message("some cells of its tables have fewer than six words ({count})", count=short)
            )
        if notes:
            self._warn(Message("it has comments and notes ({count})", count=notes))

    def _warn(self, reason: Message) -> None:
        self.warnings.append(TranscriptFormatError(self.path, reason))

    def _shown(self, pieces: list[tuple[int, int, bool]]) -> str:
        return self.text[pieces[0][0] : pieces[-1][1]] if pieces else ""

    def _is_short(self, pieces: list[tuple[int, int, bool]]) -> bool:
        lines = self._shown(pieces).splitlines()
        words = sum(len(split_units(line)) for line in lines)
        is_labelled = any(
            label.speaker
            for line in lines
            if (label := read_label(line, self._speakers)) and len(label.text) < len(line)
        )
        return words < _FEWEST_WORDS_OF_A_CELL and not is_labelled


def _put(paragraph: Paragraph, places: Places) -> Iterator[tuple[int, int, bool]]:
    """Put a paragraph into the text; yield its stretches between tabs and line breaks."""
    begin, starts_line = places.length, True
    for text, start, end in (*paragraph.pieces, ("\n", None, 0)):
        if start is not None:
            places.add(text, start, end)
            continue
        if places.length > begin:
            yield begin, places.length, starts_line
            starts_line = False
        places.add(text)
        starts_line = text.endswith("\n") or (starts_line and not text)
        begin = places.length
