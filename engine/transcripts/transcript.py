"""A transcript as a template: text that stays, and slots for the words.

The parts of a transcript come one by one, so that a text of any length fits into memory.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from engine.errors import TranscriptFormatError
from engine.text.marked_text import MarkedWord
from engine.transcripts.registry import Format
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Separator,
    SpeakerLabel,
    Stretch,
    StretchPiece,
)

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)")


@dataclass(frozen=True, slots=True)
class Literal:
    """Text that stays as it is: white space, labels, cue times.

    `written` is how it stands in the source where `text` has lost marks that stood alone;
    `speaker` whose label it repeats within a turn.
    """

    text: str
    written: str | None = None
    speaker: str = ""

    @property
    def source_text(self) -> str:
        return self.text if self.written is None else self.written


@dataclass(frozen=True, slots=True)
class Slot:
    """A word and its surroundings; times in seconds, where the file tells them.

    `word` keeps the signs of the source (curly ones too); `written` is all that stood here.
    `mark_follows`: the word's mark stands alone, in the literal behind it.
    """

    word: MarkedWord
    written: str
    mark_follows: bool = False
    start_s: float | None = None
    end_s: float | None = None
    confidence: float | None = None

    @property
    def lead(self) -> str:
        """What stood before the word, without white space."""
        return self.written[: self.written.index(self.word.core)]

    @property
    def trail(self) -> str:
        """What stood behind the word, without white space."""
        return self.written[self.written.index(self.word.core) + len(self.word.core) :]


@dataclass(frozen=True, slots=True)
class Joint:
    """Between two words that nothing parts, as in Chinese; a space only where it becomes needed.

    Attributes:
        parts_words: both are words of scripts with spaces, which only a mark has kept apart.
        mark_is_free: a half-width mark that is put here wants a space behind it.
    """

    parts_words: bool
    mark_is_free: bool


@dataclass(frozen=True, slots=True)
class DocumentBreak:
    """The end of a document: what follows has nothing to do with what came before."""

    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Someone else begins to speak; what came before is complete.

    Attributes:
        speaker: the name or label of who speaks now.
        text: what stands for it here in the source, such as `Ann: `; empty where the format tells
            it elsewhere.
    """

    speaker: str
    text: str = ""


class Piece(Protocol):
    """A stretch of a structured file whose text is rewritten when all its words are known."""

    def finish(self, text: str, /) -> str:
        """Take the new text of the stretch; return what is now ready to be written."""
        ...


@dataclass(frozen=True, slots=True)
class PieceEnd:
    """Closes a stretch of parts that belong to one place of a structured file."""

    piece: Piece


Part = Literal | Slot | Joint | Turn | DocumentBreak | PieceEnd


def part_source(part: Part) -> str:
    """Return how a part stands in the source."""
    match part:
        case Slot():
            return part.written
        case Literal():
            return part.source_text
        case Turn() | DocumentBreak():
            return part.text
        case _:
            return ""


class Collector:
    """Listens in while a transcript is rewritten; a stretch a line, with its line end."""

    layout = Layout.LINES

    def __init__(self) -> None:
        self.pieces: list[StretchPiece] = []
        self._closed: list[Stretch] = []
        self._speaker = ""

    def take(self, part: Part, text: str) -> None:
        """Take a part of the transcript with its new text; they come in order."""
        ends_line = isinstance(part, Literal | DocumentBreak | Turn) and text.endswith(("\n", "\r"))
        if ends_line and text.isspace() and not self.pieces:
            lines = _LINE.findall(text)  # blank ones come together, and may be millions
            blank = {line: Stretch((line,)) for line in set(lines)}
            self._closed += [blank[line] for line in lines]
            return
        self.add(part, text)
        if ends_line:
            self.close()

    def text(self) -> RestoredText:
        self.close()
        return RestoredText(self.layout, tuple(self._closed))

    def add(self, part: Part, text: str) -> None:
        """Put a part into the open stretch."""
        if isinstance(part, Turn):
            self._speaker = part.speaker
            self.pieces += [SpeakerLabel(text, part.speaker)] if text else []
        elif isinstance(part, Slot):
            times = (part.start_s, part.end_s, part.confidence)
            self.pieces.append(RestoredWord(text, part.written, *times, self._speaker))
        elif isinstance(part, Literal) and part.speaker:
            self.pieces.append(SpeakerLabel(text, part.speaker))
        elif text != (source := part_source(part)):
            self.pieces.append(Separator(text, source))
        elif text:
            self.pieces.append(text)

    def close(self, times_s: tuple[float, float] | tuple[None, None] = (None, None)) -> None:
        if self.pieces:
            self._closed.append(Stretch(tuple(self.pieces), *times_s))
            self.pieces = []


class Transcript(ABC):
    """A transcript file that has been opened.

    Attributes:
        format: what kind of file it is.
        path: the file; `-` for standard input.
        encoding: the encoding that was found; the output is always UTF-8.
        warnings: what could not be understood and is kept as it stands.
        renamed: new names of speakers by those in the file; `render` writes them.
    """

    def __init__(self, form: Format, path: Path, encoding: str = "utf-8") -> None:
        self.format = form
        self.path = path
        self.encoding = encoding
        self.warnings: list[TranscriptFormatError] = []
        self.renamed: Mapping[str, str] = {}

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """Read the file from its beginning."""

    def collector(self) -> Collector:
        """Return what keeps the text as it is rewritten."""
        return Collector()

    def render(self, filled: Iterable[tuple[Part, str]]) -> Iterator[str]:
        """Join parts and their new texts, in order, into the file's own form."""
        for part, text in filled:
            yield self.renamed_text(part, text)

    def renamed_text(self, part: Part, text: str) -> str:
        """Return the text of a part with the speaker's new name."""
        if not isinstance(part, Turn | Literal) or not part.speaker:
            return text
        return text.replace(part.speaker, self.renamed.get(part.speaker, part.speaker))

    def write(self, rendered: Iterable[str], stream: BinaryIO) -> Iterator[str]:
        """Write what `render` yields as a file of this format; pass the texts on."""
        for text in rendered:
            stream.write(text.encode(errors="surrogatepass"))
            yield text


class TranscriptInPieces(Transcript):
    """A structured file: the texts between two `PieceEnd`s belong to one piece."""

    def render(self, filled: Iterable[tuple[Part, str]]) -> Iterator[str]:
        collected: list[str] = []
        for part, text in filled:
            if isinstance(part, PieceEnd):
                yield part.piece.finish("".join(collected))
                collected = []
            elif isinstance(part, DocumentBreak):
                yield text
            else:
                collected.append(self.renamed_text(part, text))


def bounded(parts: list[Part], start_s: float | None, end_s: float | None = None) -> list[Part]:
    """Return parts whose first word begins and whose last word ends at these times, in seconds."""
    slots = [at for at, part in enumerate(parts) if isinstance(part, Slot)]
    if slots:
        parts[slots[0]] = replace(cast("Slot", parts[slots[0]]), start_s=start_s)
        parts[slots[-1]] = replace(cast("Slot", parts[slots[-1]]), end_s=end_s)
    return parts


def has_words(transcript: Transcript) -> bool:
    """True where there is anything to punctuate."""
    return any(isinstance(part, Slot) for part in transcript.parts())


def refilled(transcript: Transcript, text: RestoredText) -> Iterator[tuple[Part, str]]:
    """Yield the parts of a transcript with their texts, for `Transcript.render`.

    Args:
        transcript: what was read.
        text: made of it by its own collector; its words may be written otherwise now.

    Raises:
        TranscriptFormatError: the words of the text are not those of the transcript.
    """
    words, separators = text.words, _separators(text)
    number = 0
    for part in transcript.parts():
        source = part_source(part)
        if isinstance(part, Slot):
            word = next(words, None)
            if word is None or word.source != source:
                raise TranscriptFormatError(transcript.path, "it changed while it was read")
            number += 1
            yield part, word.text
        else:
            yield part, separators[number].get(source, source)


def _separators(text: RestoredText) -> defaultdict[int, dict[str, str]]:
    """Return by the number of words before them what became of what stood between words."""
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    number = 0
    for stretch in text.stretches:
        for piece in stretch.pieces:
            if isinstance(piece, Separator):
                found[number][piece.source] = piece.text
            number += isinstance(piece, RestoredWord)
    return found
