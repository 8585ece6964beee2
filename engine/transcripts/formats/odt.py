"""OpenDocument texts, as written by LibreOffice: the words of paragraphs and larger cells.

Headings, contents, notes, comments, text boxes and deletions stay as they are.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping

from engine.messages import Message
from engine.text.markup import MarkedLine
from engine.transcripts.formats.docx import decoded
from engine.transcripts.formats.paragraphs import Paragraph, ParagraphTranscript
from engine.transcripts.formats.xml_text import Kind, XmlError, escaped, read_xml
from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.transcripts.source import Source
from engine.transcripts.writer import Writer

_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _TABLE, _OFFICE = (f"{_NAMESPACE}{name}:1.0 " for name in ("text", "table", "office"))
_STYLE = f"{_NAMESPACE}style:1.0 "
_PARENT = f"{_STYLE}parent-style-name"
_PARAGRAPH, _CELL = f"{_TEXT}p", f"{_TABLE}table-cell"
_BREAKS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n", f"{_TEXT}s": " "}
_LEFT_ALONE = {
    *(
        f"{_TEXT}{name}"
        for name in ("h", "note", "tracked-changes", "table-of-content", "ruby-text")
    ),
    *(f"{_OFFICE}{name}" for name in ("annotation", "forms")),
    f"{_NAMESPACE}drawing:1.0 frame",
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
    f' xmlns:office="{_NAMESPACE}office:1.0" xmlns:text="{_NAMESPACE}text:1.0"'
    f' xmlns:style="{_NAMESPACE}style:1.0" xmlns:fo="{_NAMESPACE}xsl-fo-compatible:1.0">'
    '<office:automatic-styles><style:style style:name="Bold" style:family="text">'
    '<style:text-properties fo:font-weight="bold"/></style:style>'
    '<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1"'
    ' text:bullet-char="•"><style:list-level-properties text:space-before="0.25in"'
    ' text:min-label-width="0.25in"/></text:list-level-style-bullet></text:list-style>'
    "</office:automatic-styles><office:body><office:text>{}</office:text></office:body></office:document-content>"
)


class OdtTranscript(ParagraphTranscript):
    """An OpenDocument text; the other files of its package are copied as they are."""

    broken = Message("not a readable OpenDocument text")
    member = _CONTENT

    def __init__(self, source: Source, form: Format) -> None:
        """Read the whole file.

        Raises:
            TranscriptFormatError: unreadable, not an OpenDocument text, or too large unpacked.
        """
        super().__init__(source, form, Message("not an OpenDocument text"))
        self._notes = 0
        with self.unpacked() as packed:
            self.file = decoded(packed.read(_CONTENT))
            paragraphs = list(self._paragraphs())
        self.take(paragraphs, self._notes)

    def _paragraphs(self) -> Iterator[Paragraph]:  # noqa: C901  a case per event
        """Yield the paragraphs of the text; nested ones stay."""
        headings: set[str] = set()  # automatic styles derived from a heading's
        skipped = cells = 0
        has_text = False
        paragraph: Paragraph | None = None
        for event in read_xml(self.file):
            tag, told = event.name, event.attributes or {}
            has_text |= tag == f"{_OFFICE}text"
            inner = paragraph is not None and tag == _PARAGRAPH
            is_skipped = tag in _LEFT_ALONE or (inner and (skipped or event.kind is Kind.START))
            if event.kind is Kind.START:
                self._notes += tag in _NOTES
                cells += tag == _CELL
                if tag == f"{_STYLE}style" and told.get(_PARENT, "").startswith(_STAYS):
                    headings.add(told.get(f"{_STYLE}name", ""))
                if is_skipped:
                    skipped += 1
                elif not skipped and has_text and tag == _PARAGRAPH:
                    style = told.get(f"{_TEXT}style-name", "")
                    stays = style.startswith(_STAYS) or style in headings
                    paragraph = Paragraph(cells > 0, stays)
                elif paragraph is not None and not skipped and tag in _BREAKS:
                    paragraph.add(_BREAKS[tag] * _repeated(told))
            elif event.kind is Kind.END:
                cells -= tag == _CELL
                if is_skipped:
                    skipped -= 1
                elif tag == _PARAGRAPH and paragraph is not None:
                    yield paragraph
                    paragraph = None
            elif event.kind is Kind.TEXT and paragraph is not None and not skipped:
                paragraph.add(event.text, event.start, event.end)
        if not has_text:
            raise XmlError("it has no text")


class OdtWriter(Writer):
    """Paragraphs, headings and lists, with a title as the first heading."""

    def write_text(self, text: RestoredText, title: str = "") -> None:
        heading = f'<text:h text:outline-level="1">{_escaped(title)}</text:h>' if title else ""
        paragraphs = map(_block, text.lines())
        with zipfile.ZipFile(self._stream, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(zipfile.ZipInfo("mimetype"), _MIME_TYPE, zipfile.ZIP_STORED)
            packed.writestr("META-INF/manifest.xml", _MANIFEST)
            packed.writestr(_CONTENT, _DOCUMENT.format(heading + "".join(paragraphs)))


def _block(line: MarkedLine) -> str:
    bold = '<text:span text:style-name="Bold">{}</text:span>'
    words = "".join((bold if is_bold else "{}").format(_escaped(it)) for it, is_bold in line.runs)
    if line.level:
        return f'<text:h text:outline-level="{line.level}">{words}</text:h>'
    if line.is_item:  # those that follow each other look like one list
        begin = '<text:list text:style-name="Bullets" text:continue-numbering="true">'
        return f"{begin}<text:list-item><text:p>{words}</text:p></text:list-item></text:list>"
    return f"<text:p>{words}</text:p>"


def _repeated(told: Mapping[str, str]) -> int:
    """Return how many spaces an element stands for, at most about a line of them."""
    count = told.get(f"{_TEXT}c", "1")
    return min(int(count), 1000) if count.isdigit() and len(count) < 9 else 1


def _escaped(text: str) -> str:
    return escaped(text).replace("\t", "<text:tab/>")
