"""Word documents: the words of paragraphs and table cells; all else stays as it is.

Headings, contents, text boxes, notes and comments stay. Of tracked changes, insertions are read and
deletions are not; neither is accepted. References outside the file are not followed.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.messages import Message
from engine.transcripts.formats.paragraphs import Paragraph, ParagraphTranscript
from engine.transcripts.formats.xml_text import Event, Kind, XmlError, read_xml, writable
from engine.transcripts.passages import Change, in_order
from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.transcripts.source import Source
from engine.transcripts.writer import Writer

_STAYS = ("heading", "title", "toc ", "caption")
_NOTES = ("comments", "footnotes", "endnotes")
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_SPACE = "http://www.w3.org/XML/1998/namespace space"
_BODY, _PARAGRAPH, _TEXT, _STYLE = f"{_W}body", f"{_W}p", f"{_W}t", f"{_W}pStyle"
_CELL, _PROPERTIES = f"{_W}tc", f"{_W}pPr"
_LEFT_ALONE = {f"{_W}{name}" for name in ("del", "moveFrom", "txbxContent")}
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}
_OPENING = {_PARAGRAPH, _PROPERTIES, _CELL, *_LEFT_ALONE}
_UTF_8 = ("utf-8", "utf-8-sig")
_DECLARED = re.compile(r"""\A(<\?xml[^>]*?encoding\s*=\s*["'])([\w.-]+)""")
_ENCODING = re.compile(rb"""\A(<\?xml[^>]*?encoding\s*=\s*["'])([\w.-]+)""")
_NAME = re.compile(r"[^\s/>]+")


class DocxTranscript(ParagraphTranscript):
    """A Word document."""

    broken = Message("not a readable Word document")

    def __init__(self, source: Source, form: Format) -> None:
        """Read the whole file.

        Raises:
            TranscriptFormatError: unreadable, not a Word document, or too large unpacked.
        """
        super().__init__(source, form, Message("not a Word document"))
        self._texts: list[tuple[int, int]] = []  # where a text begins, and where its tag may grow
        with self.unpacked() as packed:
            self.member = _target(_relations(packed, ""), "officeDocument", "")
            relations = _relations(packed, self.member)
            self.file = decoded(packed.read(self.member))
            styles = set(_styles_that_stay(packed, _target(relations, "styles", self.member)))
            notes = sum(
                _count_notes(packed.read(_target([it], kind, self.member)), kind)
                for it in relations
                for kind in _NOTES
                if it[0].endswith(f"/{kind}")
            )
            self.take(self._paragraphs(styles), notes)

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> list[Change]:
        """Return all changes, including those that preserve white space in the texts touched."""
        placed = list(super().in_file(changes, names))
        begins = [begin for begin, _ in self._texts]
        touched = {bisect_right(begins, change.start) - 1 for change in placed}
        tags = (self._texts[at][1] for at in touched)
        kept = (Change(end, end, ' xml:space="preserve"') for end in tags if end >= 0)
        return in_order([*placed, *kept])

    def _paragraphs(  # noqa: C901  a case per event
        self, styles: Container[str]
    ) -> Iterator[Paragraph]:
        """Yield the paragraphs in order, nested ones after the ones around them."""
        around = [_Within()]
        waiting: list[Paragraph] = []
        has_body = in_text = False
        for event in read_xml(self.file):
            tag, now = event.name, around[-1]
            has_body |= tag == _BODY
            if event.kind is Kind.TEXT and in_text and now.shows is not None:
                now.shows.add(event.text, event.start, event.end)
            elif tag == _TEXT:
                in_text = event.kind is Kind.START
                if in_text:
                    is_kept = _SPACE in (event.attributes or {})
                    tag_end = -1 if is_kept else event.start + 1 + _name_length(self.file, event)
                    self._texts.append((event.end, tag_end))
            elif event.kind is Kind.START and tag in _BREAKS and now.shows is not None:
                now.shows.add(_BREAKS[tag])
            elif event.kind is Kind.START and tag in _OPENING:
                around.append(_within(tag, now))
                if tag == _PARAGRAPH and (paragraph := around[-1].shows) is not None:
                    waiting.append(paragraph)
            elif event.kind is Kind.START and tag == _STYLE and now.styles is not None:
                now.styles.left_alone |= (event.attributes or {}).get(f"{_W}val", "") in styles
            elif event.kind is Kind.END and tag in _OPENING:
                around.pop()
                if not around[-1].in_paragraph:
                    yield from waiting
                    waiting = []
        if not has_body:
            raise XmlError("it has no body")


class DocxWriter(Writer):
    """Paragraphs, headings and lists; a title becomes a heading and the document's title property.

    Control characters are left out, since Word refuses files with any.
    """

    def write_text(self, text: RestoredText, title: str = "") -> None:
        import docx

        document = docx.Document()
        if title:
            document.core_properties.title = writable(title)[:255]
            document.add_heading(writable(title), level=1)
        for line in text.lines():
            paragraph = (
                document.add_heading(level=line.level)
                if line.level
                else document.add_paragraph(style="List Bullet" if line.is_item else None)
            )
            for run, is_bold in line.runs:
                paragraph.add_run(writable(run)).bold = is_bold or None
        document.save(self._stream)


@dataclass(frozen=True, slots=True)
class _Within:
    """What is around an element; `shows` is the paragraph it is in, `styles` the one it styles."""

    shows: Paragraph | None = None
    styles: Paragraph | None = None
    in_paragraph: bool = False
    in_cell: bool = False
    left_alone: bool = False


def _within(tag: str, around: _Within) -> _Within:
    if tag == _PARAGRAPH:
        paragraph = Paragraph(around.in_cell, around.left_alone)
        return replace(around, shows=paragraph, styles=None, in_paragraph=True)
    if tag == _CELL:
        return replace(around, in_cell=True)
    if tag == _PROPERTIES:
        return replace(around, shows=None, styles=around.shows)
    return replace(around, shows=None, styles=None, left_alone=True)


def decoded(content: bytes) -> str:
    """Return XML as text that declares UTF-8, as it will be written."""
    is_utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    found = _ENCODING.match(content)
    encoding = "utf-16" if is_utf_16 else found[2].decode() if found else "utf-8-sig"
    text = content.decode("utf-8-sig" if encoding.lower() == "utf-8" else encoding)
    return _DECLARED.sub(r"\1UTF-8", text) if encoding.lower() not in _UTF_8 else text


def _name_length(file: str, event: Event) -> int:
    found = _NAME.match(file, event.start + 1)
    return len(found.group()) if found else 0


def _relations(packed: zipfile.ZipFile, member: str) -> list[tuple[str, str]]:
    """Return the kinds and targets of a package member's relationships."""
    folder, _, name = member.rpartition("/")
    path = f"{folder}/_rels/{name}.rels".removeprefix("/")
    if path not in packed.namelist():
        return []
    told = [event.attributes or {} for event in read_xml(decoded(packed.read(path)))]
    inside = (it for it in told if it.get("TargetMode") != "External")
    return [(it["Type"], it["Target"]) for it in inside if "Type" in it and "Target" in it]


def _target(relations: Iterable[tuple[str, str]], kind: str, member: str) -> str:
    """Return the member that a relationship of a kind points to; empty if there is none."""
    for found, target in relations:
        if found.endswith(f"/{kind}"):
            return posixpath.normpath(posixpath.join("/", posixpath.dirname(member), target))[1:]
    return ""


def _styles_that_stay(packed: zipfile.ZipFile, member: str) -> Iterator[str]:
    """Yield the ids of heading styles."""
    style = ""
    for event in read_xml(decoded(packed.read(member))) if member else ():
        told = event.attributes or {}
        if event.kind is Kind.START and event.name == f"{_W}style":
            style = told.get(f"{_W}styleId", "")
        elif event.kind is Kind.START and event.name == f"{_W}name" and style:
            stays = told.get(f"{_W}val", "").lower().startswith(_STAYS)
            yield from [style] if stays else []


def _count_notes(content: bytes, kind: str) -> int:
    """Return the number of comments, footnotes or endnotes."""
    found = re.findall(rb"<w:%s\b[^<>]*>" % kind.removesuffix("s").encode(), content)
    return sum(b"w:type=" not in note for note in found)  # with a type, it is the line above them
