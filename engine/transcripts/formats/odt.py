"""OpenDocument texts, as LibreOffice writes them: the words of paragraphs and larger cells.

Headings, contents, notes, comments, text boxes and what was taken out stay as they are.
"""

from __future__ import annotations

import html
import io
import zipfile
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.docx import writable
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

_FILE_BYTES = 256 << 20
_MOST_PARAGRAPHS = 200_000
_BROKEN = Message("not an OpenDocument text that can be read")
_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _TABLE, _OFFICE = (f"{{{_NAMESPACE}{name}:1.0}}" for name in ("text", "table", "office"))
_STYLE = f"{{{_NAMESPACE}style:1.0}}"
_PARAGRAPH, _CELL = f"{_TEXT}p", f"{_TABLE}table-cell"
_BREAKS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n", f"{_TEXT}s": " "}
_LEFT_ALONE = {
    *(
        f"{_TEXT}{name}"
        for name in ("h", "note", "tracked-changes", "table-of-content", "ruby-text")
    ),
    *(f"{_OFFICE}{name}" for name in ("annotation", "forms")),
    f"{{{_NAMESPACE}drawing:1.0}}frame",
}
_NOTES = {f"{_TEXT}note", f"{_OFFICE}annotation"}
_STAYS = ("Title", "Subtitle", "Heading", "Caption", "Contents")
_CONTENT = "content.xml"
_MIME_TYPE = b"application/vnd.oasis.opendocument.text"
_MANIFEST = (
    f'<manifest:manifest xmlns:manifest="{_NAMESPACE}manifest:1.0" manifest:version="1.2">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME_TYPE.decode()}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)
_DOCUMENT = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content office:version="1.2"'
    f' xmlns:office="{_NAMESPACE}office:1.0" xmlns:text="{_NAMESPACE}text:1.0">'
    "<office:body><office:text>{}</office:text></office:body></office:document-content>"
)


class OdtTranscript(ParagraphTranscript):
    """An OpenDocument text; the other files of its package are written as they are."""

    def __init__(self, origin: Path | BinaryIO, form: Format) -> None:
        """Read the file whole.

        Raises:
            TranscriptFormatError: unreadable, not an OpenDocument text, or too large unpacked.
        """
        from lxml import etree  # type: ignore[import-untyped]

        super().__init__(form, origin if isinstance(origin, Path) else STANDARD_INPUT)
        self._content = content_of(origin, self.path, _FILE_BYTES)
        refuse_bombs(self._content, self.path, Message("not an OpenDocument text"))
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        try:
            with zipfile.ZipFile(io.BytesIO(self._content)) as packed:
                self._root = etree.fromstring(packed.read(_CONTENT), parser)
        except Exception as error:  # zipfile and lxml have no common error class
            raise TranscriptFormatError(self.path, _BROKEN) from error
        body = self._root.find(f".//{_OFFICE}text")
        if body is None or self._root.getroottree().docinfo.internalDTD is not None:
            raise TranscriptFormatError(self.path, _BROKEN)
        self._body = body
        if sum(1 for _ in body.iter(_PARAGRAPH)) > _MOST_PARAGRAPHS:
            raise TranscriptFormatError(self.path, "a document of more than 200,000 paragraphs")
        self.warn_of_short_cells()
        if notes := sum(1 for _ in body.iter(*_NOTES)):
            self.warn(Message("it has comments and notes ({count})", count=notes))

    def paragraphs(self) -> Iterator[Paragraph]:
        yield from self._within(self._body, in_cell=False)

    def save(self, stream: BinaryIO) -> None:
        from lxml import etree

        content = etree.tostring(self._root.getroottree(), encoding="UTF-8", xml_declaration=True)
        packed = zipfile.ZipFile(io.BytesIO(self._content))
        with packed, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as written:
            try:
                for file in packed.infolist():
                    is_text = file.filename == _CONTENT
                    written.writestr(file, content if is_text else packed.read(file))
            except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
                raise TranscriptFormatError(self.path, _BROKEN) from error

    @cached_property
    def _headings(self) -> frozenset[str]:
        """Names of automatic styles whose parent is one of a heading."""
        name, parent = (
            f"{{{_NAMESPACE}style:1.0}}{part}" for part in ("name", "parent-style-name")
        )
        return frozenset(
            style.get(name, "")
            for style in self._root.iter(f"{{{_NAMESPACE}style:1.0}}style")
            if style.get(parent, "").startswith(_STAYS)
        )

    def _within(self, element: Any, *, in_cell: bool) -> Iterator[Paragraph]:  # noqa: ANN401
        """Yield the paragraphs within an element; those within paragraphs stay."""
        waiting = [(element, in_cell)]
        while waiting:
            inside, in_cell = waiting.pop()
            if inside.tag == _PARAGRAPH:
                yield self._read(inside, in_cell=in_cell)
            elif inside.tag not in _LEFT_ALONE:
                is_cell = in_cell or inside.tag == _CELL
                waiting += [(child, is_cell) for child in reversed(inside)]

    def _read(self, element: Any, *, in_cell: bool) -> Paragraph:  # noqa: ANN401
        from lxml import etree

        style = element.get(f"{_TEXT}style-name", "")
        stays = style.startswith(_STAYS) or style in self._headings
        paragraph = Paragraph(style, in_cell, stays)
        skipped = 0
        for event, inside in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
            is_inner = inside is not element
            is_skipped = inside.tag in _LEFT_ALONE or (
                inside is not element and inside.tag == _PARAGRAPH
            )
            if event == "start":
                skipped += is_skipped
                if not skipped and inside.tag in _BREAKS:
                    paragraph.add_break(_BREAKS[inside.tag] * _repeated(inside))
                elif not skipped:
                    paragraph.add(TextNode(inside))
                continue
            skipped -= is_skipped
            if not skipped and is_inner:
                paragraph.add(TextNode(inside, is_tail=True))
        return paragraph


class OdtWriter(Writer):
    """Paragraphs, a title as the first heading."""

    def write_text(self, text: RestoredText, title: str = "") -> None:
        heading = f'<text:h text:outline-level="1">{_escaped(title)}</text:h>' if title else ""
        paragraphs = (f"<text:p>{_escaped(paragraph)}</text:p>" for paragraph in text.paragraphs())
        with zipfile.ZipFile(self._stream, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(zipfile.ZipInfo("mimetype"), _MIME_TYPE, zipfile.ZIP_STORED)
            packed.writestr("META-INF/manifest.xml", _MANIFEST)
            packed.writestr(_CONTENT, _DOCUMENT.format(heading + "".join(paragraphs)))


def _repeated(space: Any) -> int:  # noqa: ANN401
    """Return how many spaces an element stands for; nobody writes more than a line of them."""
    count = space.get(f"{_TEXT}c", "1")
    return min(int(count), 1000) if count.isdigit() and len(count) < 9 else 1


def _escaped(text: str) -> str:
    return html.escape(writable(text), quote=False).replace("\t", "<text:tab/>")
