"""The values that the history holds."""

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
        number: Identifies the session; never reused, not even after deletion.
        title: Its name if the user gave it one, else its first words, else empty.
        language: Code of the spoken language; empty if unknown.
        model: Name of the punctuation model; empty if unknown.
        word_count: Words in the committed sentences, without those that another recognition
            replaced.
        audio: Its sound: a FLAC file if the user keeps audio, or the recording it came from.
        is_finished: False while it runs, and after a crash.
        source: The file it came from; None if it was dictated or typed here.
        track: Number of the audio track that was recognised; 0 if the file has only one.
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
    """Position of a recognised word in a text: [start, end) in characters.

    `sentence` is the number of its sentence, `word` its index there (`Sentence.merged`);
    `is_edited` if a person has changed its letters.
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
        info: Everything but the words.
        sentences: What was recognised.
        document: The edited text; None if it was never edited.
        gaps: Where nothing was heard, in order.
        numbers: Ascending numbers of the sentences; empty if they count from zero.
        spans: Positions of words in `document`, in text order, as far as the history knows; see
            `alignment.placed_words`.
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
    """The transcript a session came from, as read; the edited text is saved back into it.

    Attributes:
        format_name: Its format.
        content: Its bytes.
        is_accepted: Changes to it are no longer highlighted.
    """

    format_name: str
    content: bytes
    is_accepted: bool = False


@dataclass(frozen=True, slots=True)
class Recognition:
    """What another speech model recognised in a session's sound.

    Attributes:
        model: Name of the model.
        sentences: What it recognised; empty once they are part of the session.
        before: The session's text before they were; None until then.
        spans: Positions of words in `before`, see `StoredSession.spans`.
        is_accepted: The differences are no longer highlighted.
    """

    model: str
    sentences: tuple[Sentence, ...]
    before: str | None = None
    spans: tuple[PlacedWord, ...] = ()
    is_accepted: bool = False


@dataclass(frozen=True, slots=True)
class NewSession:
    """A text about to become a session.

    Attributes:
        title: Title of the session.
        text: The whole text.
        sentences: The words that were spoken or read.
        spans: Their positions in the text, see `SpokenWords.spans`.
        source: Path of the file it came from.
        file: The transcript that was read; None for a recording, whose words can be played back.
        track: Number of the audio track that was recognised; 0 if the file has only one.
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
    """A short excerpt of a text; `spans` are the [start, end) of each search match in it."""

    text: str
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A session that matches a search, and where."""

    info: SessionInfo
    snippet: Snippet
