"""Recordings of a session: where each begins on its timeline, how far its words are kept, gaps."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.dictation.events import Gap
from app.history.connections import Connections
from engine.types import Checkpoint, Sentence, Word

_COLUMNS = "session, journal, offset_s, words_before, words, until_s"


@dataclass(frozen=True, slots=True)
class OpenRecording:
    """A recording whose words are not all known to be in the history.

    Attributes:
        session: what it belongs to.
        journal: name of its `SoundLog`.
        offset_s: where on the session's timeline it began.
        words_before: how many words the session had then.
        checkpoint: what of it needs no sound any more.
    """

    session: int
    journal: str
    offset_s: float
    words_before: int
    checkpoint: Checkpoint


class OpenRecordings:
    """At most one a session; what a method has written is on disk when it returns."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def begin(self, session: int, journal: str, offset_s: float = 0.0) -> None:
        with self._connections.writing() as connection:
            connection.execute(
                f"REPLACE INTO recordings ({_COLUMNS})"  # noqa: S608  our own names
                " SELECT number, ?, ?, word_count, 0, 0 FROM sessions WHERE number = ?",
                (journal, offset_s, session),
            )

    def set_checkpoint(self, session: int, checkpoint: Checkpoint) -> bool:
        """Say how much sound is needed no more; False where its words are not in the history."""
        with self._connections.writing() as connection:
            changed = connection.execute(
                "UPDATE recordings SET words = ?, until_s = ? WHERE session = ? AND words_before"
                " + ? <= (SELECT word_count FROM sessions WHERE number = recordings.session)",
                (checkpoint.words, checkpoint.until_s, session, checkpoint.words),
            )
            return bool(changed.rowcount)

    def all(self) -> list[OpenRecording]:
        """Return them, the newest session's first; right after opening, all were cut off."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM recordings ORDER BY session DESC"  # noqa: S608
            ).fetchall()
        return [
            OpenRecording(session, journal, offset_s, words_before, Checkpoint(words, until_s))
            for session, journal, offset_s, words_before, words, until_s in rows
        ]


def end_recording(connection: sqlite3.Connection, session: int) -> None:
    """All words of the session's recording are kept: forget about its sound."""
    connection.execute("DELETE FROM recordings WHERE session = ?", (session,))


class Gaps:
    """Where nothing was heard in each session."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(self, session: int, gap: Gap, offset_s: float = 0.0) -> None:
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT INTO gaps SELECT number, ?, ? FROM sessions WHERE number = ?",
                (offset_s + gap.at_s, gap.lost_s, session),
            )

    def of(self, session: int) -> tuple[Gap, ...]:
        """Return those of a session in order, on its timeline."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT at_s, lost_s FROM gaps WHERE session = ? ORDER BY at_s", (session,)
            ).fetchall()
        return tuple(Gap(at_s, lost_s) for at_s, lost_s in rows)


def moved(sentences: Iterable[Sentence], by_s: float) -> tuple[Sentence, ...]:
    """Return sentences with the times of their words so much later."""

    def later(word: Word) -> Word:
        start_s, end_s = (None if at is None else at + by_s for at in (word.start_s, word.end_s))
        return replace(word, start_s=start_s, end_s=end_s)

    return tuple(replace(one, words=tuple(map(later, one.words))) for one in sentences)
