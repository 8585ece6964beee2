"""Documents of paragraphs whose words stand in runs, as Word's and OpenDocument's are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.regular_file import open_regular
from engine.text.units import split_units
from engine.transcripts.recutting import shared_out
from engine.transcripts.registry import Format
from engine.transcripts.speaker_labels import read_label, speakers_in
from engine.transcripts.transcript import (
    DocumentBreak,
    Literal,
    Part,
    PieceEnd,
    TranscriptInPieces,
    Turn,
)
from engine.transcripts.turns import TurnReader

_FEWEST_WORDS_OF_A_CELL = 6


@dataclass(frozen=True, slots=True)
class TextNode:
    """A text in lxml's tree: an element's own, or what stands behind it."""

    element: Any
    is_tail: bool = False

    @property
    def text(self) -> str:
        return (self.element.tail if self.is_tail else self.element.text) or ""

    def replace(self, text: str) -> None:
        if self.is_tail:
            self.element.tail = text
        else:
            self.element.text = text


@dataclass(slots=True)
class Paragraph:
    """A paragraph and the texts that it shows.

    Attributes:
        style: its style's id, empty without one.
        in_cell: it stands in a table.
        left_alone: it is nothing that is said here: a text box, what was taken out.
        pieces: texts, and the tabs and line breaks behind them.
    """

    style: str = ""
    in_cell: bool = False
    left_alone: bool = False
    pieces: list[tuple[list[TextNode], list[str]]] = field(default_factory=lambda: [([], [])])

    def add(self, node: TextNode) -> None:
        nodes, breaks = self.pieces[-1]
        if node.text and breaks:
            self.pieces.append(([node], []))
        elif node.text:
            nodes.append(node)

    def add_break(self, sign: str) -> None:
        self.pieces[-1][1].append(sign)

    @property
    def lines(self) -> list[str]:
        """Its text, cut at line breaks."""
        texts = (
            "".join([*(node.text for node in nodes), *breaks]) for nodes, breaks in self.pieces
        )
        return "".join(texts).splitlines()


class ParagraphTranscript(TranscriptInPieces):
    """A document in memory; empty paragraphs and headings separate independent texts.

    `render` yields plain text; `write` saves the document with it, and leaves it as it was read.
    """

    def __init__(self, form: Format, path: Path) -> None:
        super().__init__(form, path)
        self._changes: list[tuple[TextNode, str]] = []

    @abstractmethod
    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield the paragraphs in order."""

    @abstractmethod
    def save(self, stream: BinaryIO) -> None:
        """Write the document.

        Raises:
            TranscriptFormatError: a part of it is not what it says, which shows only now.
            OSError: it cannot be written.
        """

    def write(self, rendered: Iterable[str], stream: BinaryIO) -> Iterator[str]:
        self._changes = []
        yield from rendered
        before = [(node, node.text) for node, _ in self._changes]
        try:
            for node, text in self._changes:
                node.replace(text)
            self.save(stream)
        finally:
            for node, text in before:
                node.replace(text)

    def change(self, node: TextNode, text: str) -> None:
        """Take a new text for when the document is written."""
        self._changes.append((node, text))

    def parts(self) -> Iterator[Part]:
        reader = TurnReader(self._speakers)
        for paragraph in self.paragraphs():
            yield from self._paragraph_parts(paragraph, reader)

    def warn_of_short_cells(self) -> None:
        """Tell how many cells of tables are left alone."""
        count = sum(
            paragraph.in_cell and self._is_short(paragraph) and bool("".join(paragraph.lines))
            for paragraph in self.paragraphs()
            if not paragraph.left_alone
        )
        if count:
            self.warn(
                Message("its tables have cells of fewer than six words ({count})", count=count)
            )

    def warn(self, reason: Message) -> None:
        self.warnings.append(TranscriptFormatError(self.path, reason))

    @cached_property
    def _speakers(self) -> frozenset[str]:
        return speakers_in(line for paragraph in self.paragraphs() for line in paragraph.lines)

    def _is_short(self, paragraph: Paragraph) -> bool:
        words = sum(len(split_units(line)) for line in paragraph.lines)
        is_labelled = any(
            label.speaker
            for line in paragraph.lines
            if (label := read_label(line, self._speakers)) and len(label.text) < len(line)
        )
        return words < _FEWEST_WORDS_OF_A_CELL and not is_labelled

    def _paragraph_parts(self, paragraph: Paragraph, reader: TurnReader) -> Iterator[Part]:
        is_short_cell = paragraph.in_cell and self._is_short(paragraph)
        paragraph.add_break("\n")
        pieces = [_Run(tuple(nodes), "".join(breaks), self) for nodes, breaks in paragraph.pieces]
        if paragraph.left_alone or is_short_cell or not any(p.text.strip() for p in pieces):
            yield DocumentBreak("".join(piece.text + piece.separator for piece in pieces))
            return
        starts_line = True
        for piece in pieces:
            parts = reader.parts(piece.text, starts_line=starts_line)
            piece.label = next(
                (part for part in parts[:1] if isinstance(part, Turn | Literal) and part.speaker),
                None,
            )
            yield from parts
            yield Literal(piece.separator)
            yield PieceEnd(piece)
            starts_line = piece.separator.endswith("\n")
        if paragraph.in_cell:
            yield DocumentBreak("")


@dataclass(slots=True)
class _Run:
    """The texts of a paragraph up to tabs, line breaks or its end."""

    nodes: tuple[TextNode, ...]
    separator: str
    document: ParagraphTranscript
    label: Turn | Literal | None = None

    @property
    def text(self) -> str:
        return "".join(node.text for node in self.nodes)

    def finish(self, text: str, /) -> str:
        texts = [node.text for node in self.nodes]
        new = text.removesuffix(self.separator)
        if self.label is None:
            shared = shared_out(texts, new)
        else:
            label = self.document.renamed_text(self.label, self.label.text)
            shared = shared_out(texts, self.label.text + new[len(label) :])
            if label != self.label.text:
                shared = _relabelled(shared, len(self.label.text), label)
        for node, old, share in zip(self.nodes, texts, shared, strict=True):
            if share != old:
                self.document.change(node, share)
        return text


def _relabelled(texts: list[str], count: int, label: str) -> list[str]:
    """Put another label in the place of the first `count` characters, in the run of its first."""
    new: list[str] = []
    for text in texts:
        new.append(label * (not new) + text[count:])
        count = max(0, count - len(text))
    return new


def content_of(origin: Path | BinaryIO, path: Path, most_bytes: int) -> bytes:
    """Return what a file holds.

    Raises:
        TranscriptFormatError: it cannot be read, or has more bytes.
    """
    try:
        if isinstance(origin, Path):
            with open_regular(origin) as stream:
                content = stream.read(most_bytes + 1)
        else:
            content = origin.read(most_bytes + 1)
    except OSError as error:
        raise TranscriptFormatError(path, own_words(error)) from error
    if len(content) > most_bytes:
        reason = Message("a document of more than {size} MB", size=most_bytes >> 20)
        raise TranscriptFormatError(path, reason)
    return content
