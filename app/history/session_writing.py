"""What is written about one session, within a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from app.history import index
from app.history.sentence_rows import storable, to_row
from app.history.session_rows import DOCUMENT, opening
from engine.errors import SessionNotFoundError
from engine.messages import Message
from engine.types import Sentence


class SessionWriting:
    """Keeps rows, document and index of a session in step."""

    def __init__(self, path: Path) -> None:
        """Args: path: of the history, for errors."""
        self._path = path

    def change(self, connection: sqlite3.Connection, number: int, column: str, to: object) -> None:
        """Change one value of a session.

        Raises:
            SessionNotFoundError: there is no such session.
        """
        changed = connection.execute(
            f"UPDATE sessions SET {column} = ? WHERE number = ?",  # noqa: S608  our own names
            (to, number),
        )
        if not changed.rowcount:
            reason = Message("there is no session {number}", number=number)
            raise SessionNotFoundError(self._path, reason)

    def add(
        self,
        connection: sqlite3.Connection,
        number: int,
        sentences: Sequence[Sentence],
        document: str | None,
    ) -> None:
        """Add sentences behind those that a session has, and the text in which they stand now.

        Raises:
            SessionNotFoundError: there is no such session.
        """
        if not sentences:
            return
        self._count_words(connection, number, sentences)
        (last,) = connection.execute(
            "SELECT max(position) FROM sentences WHERE session = ?", (number,)
        ).fetchone()
        begin = 0 if last is None else last + 1
        rows = [(number, begin + at, *to_row(s)) for at, s in enumerate(sentences)]
        connection.executemany("INSERT INTO sentences VALUES (?, ?, ?, ?, ?)", rows)
        if document is None:
            texts = [storable(sentence.text) for sentence in sentences]
            index.add_passages(connection, number, texts)
        else:
            self.set_document(connection, number, document)

    def set_document(self, connection: sqlite3.Connection, number: int, text: str) -> None:
        """Keep the text as it was edited, and make it what is found.

        Raises:
            SessionNotFoundError: there is no such session.
        """
        text = storable(text)
        self.change(connection, number, "opening", opening(text))
        before = connection.execute(DOCUMENT, (number,)).fetchone()
        connection.execute("REPLACE INTO documents VALUES (?, ?)", (number, text))
        index.set_document(connection, number, text, before[0] if before else None)

    def _count_words(
        self, connection: sqlite3.Connection, number: int, sentences: Sequence[Sentence]
    ) -> None:
        row = connection.execute(
            "SELECT word_count, title || opening FROM sessions WHERE number = ?", (number,)
        ).fetchone()
        count, title = row or (0, "")
        count += sum(len(sentence.words) for sentence in sentences)
        self.change(connection, number, "word_count", count)
        if not title:
            self.change(connection, number, "opening", opening(storable(sentences[0].text)))
