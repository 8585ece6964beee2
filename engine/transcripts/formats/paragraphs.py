"""Documents of paragraphs whose words stand in runs, as Word's and OpenDocument's are."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.text.units import split_units
from engine.transcripts.formats.xml_text import XmlError, escaped
from engine.transcripts.formats.zipped_document import refuse_bombs
from engine.transcripts.passages import Change, Passage, Places, spliced
from engine.transcripts.registry import Format
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import read_label, speakers_in
from engine.transcripts.transcript import Transcript
from engine.transcripts.turns import Turns

_FEWEST_WORDS_OF_A_CELL = 6
# RuntimeError is zipfile's: a password, or (NotImplementedError) a version that it does not know
_NOT_ZIPPED = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, KeyError)
MOST_PARAGRAPHS = 200_000


@dataclass(slots=True)
class Paragraph:
    """A paragraph and what it shows.

    Attributes:
        in_cell: it stands in a table.
        left_alone: it is nothing that is said here: a heading, a text box, what was taken out.
        pieces: texts with where they stand in the file, None for a tab or a line break.
    """

    in_cell: bool = False
    left_alone: bool = False
    pieces: list[tuple[str, int | None, int]] = field(default_factory=list)

    def add(self, text: str, start: int | None = None, end: int = 0) -> None:
        self.pieces.append((text, start, end))


class ParagraphTranscript(Transcript):
    """A packed document; empty paragraphs and headings separate independent texts.

    Its text is a line for each line of a paragraph.

    Attributes:
        broken: what to say of a package that cannot be read.
        member: the file of the package that holds the text.
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
        """Open the package; what is wrong with it or its XML is told plainly."""
        try:
            with zipfile.ZipFile(io.BytesIO(self.source.content)) as packed:
                yield packed
        except (*_NOT_ZIPPED, XmlError) as error:
            raise TranscriptFormatError(self.path, self.broken) from error

    def take(self, paragraphs: Iterable[Paragraph], notes: int) -> None:
        """Make the text of paragraphs, and tell what is left alone."""
        for paragraph in paragraphs:
            if len(self._lines) == MOST_PARAGRAPHS:
                raise TranscriptFormatError(self.path, "a document of more than 200,000 paragraphs")
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
                Message("its tables have cells of fewer than six words ({count})", count=short)
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
