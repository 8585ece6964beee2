"""Word documents: the words of paragraphs and table cells; all else stays as it is.

Headings, contents, text boxes, notes and comments stay. Of tracked changes, what was put in is
read and what was taken out is not; neither is accepted. Nothing outside of the file is followed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.paragraphs import (
    Paragraph,
    ParagraphTranscript,
    TextNode,
    content_of,
)
from engine.transcripts.formats.zipped_document import refuse_bombs
from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.transcripts.source import STANDARD_INPUT
from engine.transcripts.writer import Writer

if TYPE_CHECKING:
    from docx.document import Document


_FILE_BYTES = 256 << 20
_MOST_PARAGRAPHS = 200_000
_STAYS = ("heading", "title", "toc ", "caption")
_BROKEN = Message("not a Word document that can be read")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TEXT, _PROPERTIES, _STYLE = f"{_W}p", f"{_W}t", f"{_W}pPr", f"{_W}pStyle"
_CELL = f"{_W}tc"
_LEFT_ALONE = {f"{_W}{name}" for name in ("del", "moveFrom", "txbxContent")}
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}
_OPENING = {_PARAGRAPH, _PROPERTIES, _CELL, *_LEFT_ALONE}
# what XML 1.0 cannot hold, in any spelling
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class DocxTranscript(ParagraphTranscript):
    """A Word document."""

    def __init__(self, origin: Path | BinaryIO, form: Format) -> None:
        """Read the file whole.

        Raises:
            TranscriptFormatError: unreadable, not a Word document, or too large unpacked.
        """
        super().__init__(form, origin if isinstance(origin, Path) else STANDARD_INPUT)
        content = content_of(origin, self.path, _FILE_BYTES)
        self._document, self._styles, notes = _opened(content, self.path)
        self.warn_of_short_cells()
        if notes:
            self.warn(Message("it has comments and notes ({count})", count=notes))

    def paragraphs(self) -> Iterator[Paragraph]:
        for paragraph in _read_paragraphs(self._document.element.body):
            paragraph.left_alone |= paragraph.style in self._styles
            yield paragraph

    def change(self, node: TextNode, text: str) -> None:
        super().change(node, text)
        node.element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")

    def save(self, stream: BinaryIO) -> None:
        try:
            self._document.save(stream)
        except OSError:
            raise
        except Exception as error:  # lxml and python-docx have no common error class
            raise TranscriptFormatError(self.path, _BROKEN) from error


class DocxWriter(Writer):
    """Paragraphs; a title becomes the heading of the document and its name.

    Control characters are left out: Word refuses a file that holds one.
    """

    def write_text(self, text: RestoredText, title: str = "") -> None:
        import docx

        document = docx.Document()
        if title:
            document.core_properties.title = writable(title)[:255]
            document.add_heading(writable(title), level=1)
        for paragraph in text.paragraphs():
            document.add_paragraph(writable(paragraph))
        document.save(self._stream)


def _styles_that_stay(document: Document) -> set[str]:
    """Return the ids of styles; read from the table itself, as python-docx takes far longer."""
    stay = set()
    for style in document.styles.element.iterchildren(f"{_W}style"):
        name, style_id = style.find(f"{_W}name"), style.get(f"{_W}styleId")
        if style_id and name is not None and name.get(f"{_W}val", "").lower().startswith(_STAYS):
            stay.add(style_id)
    return stay


def _opened(content: bytes, path: Path) -> tuple[Document, set[str], int]:
    """Return the document, styles whose paragraphs stay, and how many notes it has."""
    import docx

    refuse_bombs(content, path, Message("not a Word document"))
    try:
        document = docx.Document(io.BytesIO(content))
        styles, notes = _styles_that_stay(document), _count_notes(document)
    except Exception as error:  # zipfile, lxml and python-docx have no common error class
        raise TranscriptFormatError(path, _BROKEN) from error
    if getattr(document.element, "body", None) is None:
        raise TranscriptFormatError(path, _BROKEN)
    if _count_paragraphs(document.element.body) > _MOST_PARAGRAPHS:
        raise TranscriptFormatError(path, "a Word document of more than 200,000 paragraphs")
    if document.element.getroottree().docinfo.internalDTD is not None:
        raise TranscriptFormatError(path, "a Word document with a document type, which none needs")
    return document, styles, notes


@dataclass(frozen=True, slots=True)
class _Within:
    """What stands around an element; `shows` is the paragraph that shows it."""

    shows: Paragraph | None = None
    in_paragraph: bool = False
    in_cell: bool = False
    left_alone: bool = False


def _read_paragraphs(body: Any) -> Iterator[Paragraph]:  # noqa: ANN401  lxml's
    """Yield the paragraphs of a body in order, those within others behind them."""
    from lxml import etree  # type: ignore[import-untyped]

    around = [_Within()]
    waiting: list[Paragraph] = []
    tags = [*_OPENING, _TEXT, *_BREAKS]
    for event, element in etree.iterwalk(body, events=("start", "end"), tag=tags):
        tag = element.tag
        if tag not in _OPENING:
            if event == "start" and (paragraph := around[-1].shows) is not None:
                if tag in _BREAKS:
                    paragraph.add_break(_BREAKS[tag])
                else:
                    paragraph.add(TextNode(element))
        elif event == "start":
            around.append(_within(element, around[-1]))
            if tag == _PARAGRAPH and (paragraph := around[-1].shows) is not None:
                waiting.append(paragraph)
        else:
            around.pop()
            if not around[-1].in_paragraph:
                yield from waiting
                waiting = []


def _count_notes(document: Document) -> int:
    """Return how many comments, footnotes and endnotes stand beside the text."""
    count = 0
    for relation in document.part.rels.values():
        kind = relation.reltype.rpartition("/")[2]
        if kind in {"comments", "footnotes", "endnotes"} and not relation.is_external:
            tag = kind.removesuffix("s").encode()
            found = re.findall(rb"<w:%s\b[^<>]*>" % tag, relation.target_part.blob)
            count += sum(b"w:type=" not in note for note in found)  # of a type: a line above them
    return count


def _count_paragraphs(body: Any) -> int:  # noqa: ANN401
    """Return how many there are, counted without making an object of each."""
    from lxml import etree

    return int(etree.XPath("count(.//w:p)", namespaces={"w": _W[1:-1]})(body))


def _within(element: Any, around: _Within) -> _Within:  # noqa: ANN401
    tag = element.tag
    if tag == _PARAGRAPH:
        paragraph = Paragraph(_style_of(element), around.in_cell, around.left_alone)
        return replace(around, shows=paragraph, in_paragraph=True)
    if tag == _CELL:
        return replace(around, in_cell=True)
    return replace(around, shows=None, left_alone=around.left_alone or tag != _PROPERTIES)


def _style_of(paragraph: Any) -> str:  # noqa: ANN401
    """Return its id; python-docx would refuse a whole document for one that has none."""
    for properties in paragraph.iterchildren(_PROPERTIES):
        for style in properties.iterchildren(_STYLE):
            return str(style.get(f"{_W}val", ""))
    return ""


def writable(text: str) -> str:
    """Return the text without what no XML can hold."""
    return _UNWRITABLE.sub("", text)
