"""A session's recordings: where each begins on its timeline, how far its words are stored, gaps."""

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
    """A recording whose words may not all be in the history yet.

    Attributes:
        session: Number of its session.
        journal: Name of its `SoundLog`.
        offset_s: Where it began on the session's timeline.
        words_before: How many words the session had then.
        checkpoint: The part of it whose sound is no longer needed.
    """

    session: int
    journal: str
    offset_s: float
    words_before: int
    checkpoint: Checkpoint


class OpenRecordings:
    """At most one per session; when a method returns, its changes are on disk."""

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
        """Store up to where sound is no longer needed; False if the history lacks its words."""
        with self._connections.writing() as connection:
            changed = connection.execute(
                "UPDATE recordings SET words = ?, until_s = ? WHERE session = ? AND words_before"
                " + ? <= (SELECT word_count FROM sessions WHERE number = recordings.session)",
                (checkpoint.words, checkpoint.until_s, session, checkpoint.words),
            )
            return bool(changed.rowcount)

    def all(self) -> list[OpenRecording]:
        """Return them, newest session first; right after opening, all of them were cut off."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM recordings ORDER BY session DESC"  # noqa: S608
            ).fetchall()
        return [
            OpenRecording(session, journal, offset_s, words_before, Checkpoint(words, until_s))
            for session, journal, offset_s, words_before, words, until_s in rows
        ]


def end_recording(connection: sqlite3.Connection, session: int) -> None:
    """Forget the session's recording: all its words are stored."""
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
        """Return a session's gaps in order, on its timeline."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT at_s, lost_s FROM gaps WHERE session = ? ORDER BY at_s", (session,)
            ).fetchall()
        return tuple(Gap(at_s, lost_s) for at_s, lost_s in rows)


def moved(sentences: Iterable[Sentence], by_s: float) -> tuple[Sentence, ...]:
    """Return the sentences with all word times shifted by `by_s`."""

    def later(word: Word) -> Word:
        start_s, end_s = (None if at is None else at + by_s for at in (word.start_s, word.end_s))
        return replace(word, start_s=start_s, end_s=end_s)

    return tuple(replace(one, words=tuple(map(later, one.words))) for one in sentences)
