"""What the history holds, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.dictation.events import Gap
from engine.types import Sentence, joined_sentences


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """One session without its words.

    Attributes:
        number: names it; never used again, not even after it was deleted.
        title: what the person called it, else its first words, else empty.
        language: code of what was spoken; empty where unknown.
        model: name of the punctuation model; empty where unknown.
        word_count: of the committed sentences.
        audio: a FLAC file, where the person keeps audio.
        is_finished: False while it runs, and after a crash.
    """

    number: int
    title: str
    started_at: datetime
    language: str
    model: str
    word_count: int
    audio: Path | None
    is_finished: bool


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session with its words.

    Attributes:
        info: all but its words.
        sentences: what was recognised.
        document: the text as it was edited, None where it was not.
        gaps: where nothing was heard, in order.
    """

    info: SessionInfo
    sentences: tuple[Sentence, ...]
    document: str | None
    gaps: tuple[Gap, ...] = ()

    @property
    def text(self) -> str:
        if self.document is not None:
            return self.document
        return joined_sentences(self.sentences)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A text that is to become a session: its title, all of it, and the words that were spoken."""

    title: str
    text: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A short piece of a text; `spans` are begin and end of what was searched for in it."""

    text: str
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A session that matches a search, and where."""

    info: SessionInfo
    snippet: Snippet
