"""What the history holds, as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from app.dictation.events import Gap
from app.document.text import Places
from engine.types import Sentence, joined_sentences


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """One session without its words.

    Attributes:
        number: names it; never used again, not even after it was deleted.
        title: what the person called it, else its first words, else empty.
        language: code of what was spoken; empty where unknown.
        model: name of the punctuation model; empty where unknown.
        word_count: of the committed sentences, but those that another recognition replaced.
        audio: its sound: a FLAC file, where the person keeps audio, or the recording it came from.
        is_finished: False while it runs, and after a crash.
        source: the file that it came from; None for what was dictated or typed here.
        track: number of the sound track that was heard; 0 where its file has one only.
    """

    number: int
    title: str
    started_at: datetime
    language: str
    model: str
    word_count: int
    audio: Path | None
    is_finished: bool
    source: Path | None = None
    track: int = 0


class PlacedWord(NamedTuple):
    """Where a recognised word stands in a text, [start, end) in characters.

    `sentence` is the number of its sentence, `word` its place in it (`Sentence.merged`);
    `is_edited` once a person changed its letters.
    """

    start: int
    end: int
    sentence: int
    word: int
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session with its words.

    Attributes:
        info: all but its words.
        sentences: what was recognised.
        document: the text as it was edited, None where it was not.
        gaps: where nothing was heard, in order.
        numbers: of the sentences, rising; empty where they count from zero.
        spans: where words stand in `document`, in order of place, as far as the history knows it;
            see `alignment.placed_words`.
    """

    info: SessionInfo
    sentences: tuple[Sentence, ...]
    document: str | None
    gaps: tuple[Gap, ...] = ()
    numbers: tuple[int, ...] = ()
    spans: tuple[PlacedWord, ...] = ()

    @property
    def numbered(self) -> Iterator[tuple[int, Sentence]]:
        """The sentences, each with its number."""
        return zip(self.numbers or range(len(self.sentences)), self.sentences, strict=True)

    @property
    def next_number(self) -> int:
        return self.numbers[-1] + 1 if self.numbers else len(self.sentences)

    @property
    def text(self) -> str:
        if self.document is not None:
            return self.document
        return joined_sentences(self.sentences)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The transcript that a session came from, as it was read; its text is saved back into it.

    Attributes:
        format_name: of the file.
        content: its bytes.
        is_accepted: what was changed in it is not to be shown any more.
    """

    format_name: str
    content: bytes
    is_accepted: bool = False


@dataclass(frozen=True, slots=True)
class Recognition:
    """What another speech model recognised in the sound of a session.

    Attributes:
        model: its name.
        sentences: what it recognised; none once they are part of the session.
        before: the text of the session before they were; None until then.
        spans: where words stood in `before`, see `StoredSession.spans`.
        is_accepted: what differs is not to be shown any more.
    """

    model: str
    sentences: tuple[Sentence, ...]
    before: str | None = None
    spans: tuple[PlacedWord, ...] = ()
    is_accepted: bool = False


@dataclass(frozen=True, slots=True)
class NewSession:
    """A text that is to become a session.

    Attributes:
        title: of the session.
        text: all of it.
        sentences: the words that were spoken or read.
        spans: where these stand in the text, see `SpokenWords.spans`.
        source: the path of the file that it came from.
        file: what was read there; None for a recording, in which its words can be heard again.
        track: number of the sound track that was heard; 0 where its file has one only.
    """

    title: str
    text: str
    sentences: tuple[Sentence, ...]
    spans: Places
    source: Path
    file: SourceFile | None = None
    track: int = 0

    @property
    def audio(self) -> Path | None:
        return self.source if self.file is None else None


@dataclass(frozen=True, slots=True)
class Snippet:
    """A short piece of a text; `spans` are begin and end of what was searched for in it."""

    text: str
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A session that matches a search, and where."""

    info: SessionInfo
    snippet: Snippet
