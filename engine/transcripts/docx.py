"""Word documents: the words of paragraphs and table cells; all else stays as it is.

Headings, contents, text boxes, notes and comments stay. Of tracked changes, what was put in is
read and what was taken out is not; neither is accepted. Nothing outside of the file is followed.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.errors import TranscriptFormatError
from engine.text.units import split_units
from engine.transcripts.docx_package import refuse_bombs
from engine.transcripts.docx_paragraphs import Paragraph, count_paragraphs, read_paragraphs
from engine.transcripts.run_texts import shared_out
from engine.transcripts.source import STANDARD_INPUT
from engine.transcripts.transcript import DocumentBreak, Literal, Part, PieceEnd
from engine.transcripts.words import line_parts

if TYPE_CHECKING:
    from docx.document import Document

_FILE_BYTES = 256 << 20
_MOST_PARAGRAPHS = 200_000
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STAYS = ("heading", "title", "toc ", "caption")
_FEWEST_WORDS_OF_A_CELL = 6


class DocxTranscript:
    """A Word document; an empty paragraph or a heading separates independent texts.

    `render` yields plain text and fills the paragraphs; `save` then writes the document.
    """

    def __init__(self, origin: Path | BinaryIO) -> None:
        """Read the file whole.

        Raises:
            TranscriptFormatError: unreadable, not a Word document, or too large unpacked.
        """
        self.path: Path = origin if isinstance(origin, Path) else STANDARD_INPUT
        self.encoding = "utf-8"
        self.warnings: list[TranscriptFormatError] = []
        self._document, self._styles = _opened(_bytes_of(origin, self.path), self.path)

    def parts(self) -> Iterator[Part]:
        """Read the paragraphs in order."""
        for paragraph in read_paragraphs(self._document.element.body):
            yield from self._paragraph_parts(paragraph)

    def render(self, filled: Iterable[tuple[Part, str]]) -> Iterator[str]:
        """Fill the paragraphs and yield their texts, a line each."""
        collected: list[str] = []
        for part, text in filled:
            if isinstance(part, PieceEnd):
                yield part.piece.finish("".join(collected))
                collected = []
            elif isinstance(part, DocumentBreak):
                yield text
            else:
                collected.append(text)

    def save(self, stream: BinaryIO) -> None:
        """Write the document as it now is.

        Raises:
            TranscriptFormatError: a part of it is not what it says, which shows only now.
            OSError: it cannot be written.
        """
        try:
            self._document.save(stream)
        except OSError:
            raise
        except Exception as error:  # lxml and python-docx have no common error class
            raise TranscriptFormatError(
                self.path, "not a Word document that can be read"
            ) from error

    def _paragraph_parts(self, paragraph: Paragraph) -> Iterator[Part]:
        pieces = [_RunTexts(tuple(texts), separator) for texts, separator in paragraph.pieces]
        words = sum(len(split_units(piece.text)) for piece in pieces)
        is_small_cell = paragraph.in_cell and words < _FEWEST_WORDS_OF_A_CELL
        stays = paragraph.left_alone or paragraph.style in self._styles
        if stays or is_small_cell or not words:
            yield DocumentBreak("".join(piece.text + piece.separator for piece in pieces) or "\n")
            return
        for piece in pieces:
            yield from line_parts(piece.text)
            yield Literal(piece.separator)
            yield PieceEnd(piece)
        if paragraph.in_cell:
            yield DocumentBreak("")


@dataclass(frozen=True, slots=True)
class _RunTexts:
    """The text elements of a paragraph up to a tab, a line break or its end."""

    elements: tuple[Any, ...]
    separator: str

    @property
    def text(self) -> str:
        """What they say."""
        return "".join(element.text or "" for element in self.elements)

    def finish(self, text: str, /) -> str:
        """Put the new text into the elements; return it."""
        texts = [element.text or "" for element in self.elements]
        for element, new in zip(
            self.elements, shared_out(texts, text.removesuffix(self.separator)), strict=True
        ):
            if new != element.text:
                element.text = new
                element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        return text


def _styles_that_stay(document: Document) -> set[str]:
    """Return the ids of styles; read from the table itself, as python-docx takes far longer."""
    stay = set()
    for style in document.styles.element.iterchildren(f"{_W}style"):
        name, style_id = style.find(f"{_W}name"), style.get(f"{_W}styleId")
        if style_id and name is not None and name.get(f"{_W}val", "").lower().startswith(_STAYS):
            stay.add(style_id)
    return stay


def _bytes_of(origin: Path | BinaryIO, path: Path) -> bytes:
    try:
        if isinstance(origin, Path):
            with origin.open("rb") as stream:
                content = stream.read(_FILE_BYTES + 1)
        else:
            content = origin.read(_FILE_BYTES + 1)
    except OSError as error:
        raise TranscriptFormatError(path, error.strerror or str(error)) from error
    if len(content) > _FILE_BYTES:
        raise TranscriptFormatError(path, "a Word document of more than 256 MB")
    return content


def _opened(content: bytes, path: Path) -> tuple[Document, set[str]]:
    """Return the document and the styles of its paragraphs that stay as they are."""
    import docx

    refuse_bombs(content, path)
    try:
        document = docx.Document(io.BytesIO(content))
        styles = _styles_that_stay(document)
    except Exception as error:  # zipfile, lxml and python-docx have no common error class
        raise TranscriptFormatError(path, "not a Word document that can be read") from error
    if getattr(document.element, "body", None) is None:
        raise TranscriptFormatError(path, "not a Word document that can be read")
    if count_paragraphs(document.element.body) > _MOST_PARAGRAPHS:
        raise TranscriptFormatError(path, "a Word document of more than 200,000 paragraphs")
    if document.element.getroottree().docinfo.internalDTD is not None:
        raise TranscriptFormatError(path, "a Word document with a document type, which none needs")
    return document, styles
