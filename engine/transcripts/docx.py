"""Word documents: the words of paragraphs and table cells; all else stays as it is.

Headings, contents, text boxes, notes and comments stay. Of tracked changes, what was put in is
read and what was taken out is not; neither is accepted. Nothing outside of the file is followed.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.errors import TranscriptFormatError
from engine.punctuation.units import split_units
from engine.transcripts.run_texts import shared_out
from engine.transcripts.source import STANDARD_INPUT
from engine.transcripts.transcript import DocumentBreak, Literal, Part, PieceEnd
from engine.transcripts.words import line_parts

if TYPE_CHECKING:
    from docx.document import Document

_FILE_BYTES, _PACKED_FILES, _UNPACKED_BYTES, _TEXT_BYTES = 256 << 20, 10_000, 512 << 20, 64 << 20
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEFT_ALONE = {f"{_W}{name}" for name in ("del", "moveFrom", "txbxContent")}
_STAYS = ("heading", "title", "toc ", "caption")
_FEWEST_WORDS_OF_A_CELL = 6
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}


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
        for paragraph in self._document.element.body.iter(f"{_W}p"):
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

    def _paragraph_parts(self, paragraph: Any) -> Iterator[Part]:  # noqa: ANN401  lxml's
        pieces = list(_pieces(paragraph))
        words = sum(len(split_units(piece.text)) for piece in pieces)
        in_cell = _is_inside(paragraph, {f"{_W}tc"})
        is_small_cell = in_cell and words < _FEWEST_WORDS_OF_A_CELL
        stays = _style_of(paragraph) in self._styles or _is_inside(paragraph, _LEFT_ALONE)
        if stays or is_small_cell or not words:
            yield DocumentBreak("".join(piece.text + piece.separator for piece in pieces) or "\n")
            return
        for piece in pieces:
            yield from line_parts(piece.text)
            yield Literal(piece.separator)
            yield PieceEnd(piece)
        if in_cell:
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


def _pieces(paragraph: Any) -> Iterator[_RunTexts]:  # noqa: ANN401
    elements: list[Any] = []
    for element in paragraph.iter(f"{_W}t", *_BREAKS):
        if _owner(element) is not paragraph:
            continue  # of a text box, a list of tab stops, or taken out
        if element.tag in _BREAKS:
            yield _RunTexts(tuple(elements), _BREAKS[element.tag])
            elements = []
        else:
            elements.append(element)
    yield _RunTexts(tuple(elements), "\n")


def _owner(element: Any) -> Any:  # noqa: ANN401
    """Return the paragraph that shows an element, None where it is not shown."""
    for ancestor in element.iterancestors():
        if ancestor.tag in _LEFT_ALONE or ancestor.tag == f"{_W}pPr":
            return None
        if ancestor.tag == f"{_W}p":
            return ancestor
    return None


def _is_inside(element: Any, tags: set[str]) -> bool:  # noqa: ANN401
    return any(ancestor.tag in tags for ancestor in element.iterancestors())


def _style_of(paragraph: Any) -> str:  # noqa: ANN401
    """Return its id; python-docx would refuse a whole document for one that has none."""
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return "" if style is None else style.get(f"{_W}val", "")


def _styles_that_stay(document: Document) -> set[str]:
    styles = document.styles
    named = {style.style_id for style in styles if (style.name or "").lower().startswith(_STAYS)}
    return {style for style in named if style}


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

    _refuse_bombs(content, path)
    try:
        document = docx.Document(io.BytesIO(content))
        styles = _styles_that_stay(document)
    except Exception as error:  # zipfile, lxml and python-docx have no common error class
        raise TranscriptFormatError(path, "not a Word document that can be read") from error
    if getattr(document.element, "body", None) is None:
        raise TranscriptFormatError(path, "not a Word document that can be read")
    if document.element.getroottree().docinfo.internalDTD is not None:
        raise TranscriptFormatError(path, "a Word document with a document type, which none needs")
    return document, styles


def _refuse_bombs(content: bytes, path: Path) -> None:
    """Look at the sizes before anything is unpacked; what unpacks to more is refused by zipfile."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        reason = "an encrypted or an old Word document; save it as .docx without a password"
        raise TranscriptFormatError(path, reason)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            files = packed.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        # NotImplementedError is zipfile's: a way of packing or a version that it does not know
        raise TranscriptFormatError(path, "not a Word document") from error
    texts = [file.file_size for file in files if file.filename.endswith((".xml", ".rels"))]
    is_large = sum(file.file_size for file in files) > _UNPACKED_BYTES
    if is_large or len(files) > _PACKED_FILES or max(texts, default=0) > _TEXT_BYTES:
        raise TranscriptFormatError(path, "a Word document that is too large when unpacked")
