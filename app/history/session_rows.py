"""Sessions and sentences as rows of the database; sentences as JSON that reads back as it was."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from app.history import index
from app.history.records import SessionInfo
from engine.errors import SessionNotFoundError
from engine.messages import Message
from engine.types import Sentence, Word

Row = tuple[str, str, int]
_IS_COMPLETE, _WITHOUT_SPACES = 1, 2
_OPENING_CHARACTERS = 80
INFO = (
    "SELECT number, title, opening, started_s, is_finished, language, model, word_count, audio,"
    " source FROM sessions"
)
NOT_EMPTY = (
    "(word_count > 0 OR EXISTS"
    " (SELECT 1 FROM documents WHERE session = number AND trim(text, char(9, 10, 13, 32)) <> ''))"
)
IN_TRASH = "EXISTS (SELECT 1 FROM trash WHERE session = number)"
SENTENCES = "SELECT surfaces, words, is_complete FROM sentences WHERE session = ? ORDER BY position"
_SENTENCES_WITH = (
    "SELECT position, surfaces, words, is_complete FROM sentences"
    " WHERE session = ? AND instr(words, ?)"
)
DOCUMENT = "SELECT text FROM documents WHERE session = ?"
BEGINNING = "SELECT substr(text, 1, ?) FROM documents WHERE session = ?"
WAS_HEARD = "EXISTS (SELECT 1 FROM recordings WHERE session = number)"


class SessionWriting:
    """Keeps rows, document and index of a session in step.

    Where there is no such session, `SessionNotFoundError` says so.

    Attributes:
        changed: numbers of sessions that were written since the start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.changed: set[int] = set()

    def change(self, connection: sqlite3.Connection, number: int, column: str, to: object) -> None:
        changed = connection.execute(
            f"UPDATE sessions SET {column} = ? WHERE number = ?",  # noqa: S608  our own names
            (to, number),
        )
        if not changed.rowcount:
            raise not_found(self._path, number)
        self.changed.add(number)

    def add(
        self,
        connection: sqlite3.Connection,
        number: int,
        sentences: Sequence[Sentence],
        document: str | None,
    ) -> None:
        if not sentences:
            return
        row = connection.execute(
            "SELECT word_count, title || opening FROM sessions WHERE number = ?", (number,)
        ).fetchone()
        count, title = row or (0, "")
        count += sum(len(sentence.words) for sentence in sentences)
        self.change(connection, number, "word_count", count)
        if not title:
            self.change(connection, number, "opening", opening(storable(sentences[0].text)))
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

    def settle_word(
        self, connection: sqlite3.Connection, number: int, text: str, start_s: float
    ) -> None:
        """Make a word sure; nothing where there is none of this text and time."""
        rows = connection.execute(_SENTENCES_WITH, (number, _json(text))).fetchall()
        for position, *columns in rows:
            before = from_row(tuple(columns))
            after = _settled(before, text, start_s)
            if after.words != before.words:
                _, words, _ = to_row(after)
                change = "UPDATE sentences SET words = ? WHERE session = ? AND position = ?"
                connection.execute(change, (words, number, position))
                self.changed.add(number)

    def set_document(self, connection: sqlite3.Connection, number: int, text: str) -> None:
        """Keep the text as it was edited, and make it what is found."""
        text = storable(text)
        self.change(connection, number, "opening", opening(text))
        before = connection.execute(DOCUMENT, (number,)).fetchone()
        connection.execute("REPLACE INTO documents VALUES (?, ?)", (number, text))
        index.set_document(connection, number, text, before[0] if before else None)


def not_found(path: Path, number: int) -> SessionNotFoundError:
    return SessionNotFoundError(path, Message("there is no session {number}", number=number))


def info_of(row: tuple[Any, ...], audio_folder: Path) -> SessionInfo:
    number, title, begin, started_s, is_finished, language, model, word_count, audio, source = row
    return SessionInfo(
        number=number,
        title=title or begin,
        started_at=datetime.fromtimestamp(started_s).astimezone(),
        language=language,
        model=model,
        word_count=word_count,
        audio=audio_folder / audio if audio else None,  # a recording's own path stays as it is
        is_finished=bool(is_finished),
        source=Path(source) if source else None,
    )


def opening(text: str) -> str:
    words = text.strip().partition("\n")[0].split(maxsplit=_OPENING_CHARACTERS)
    line = " ".join(words)
    if len(line) <= _OPENING_CHARACTERS:
        return line
    cut = line[:_OPENING_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + "…"


def storable(text: str) -> str:
    """Return a text without halves of surrogate pairs, of which UTF-8 has none."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _settled(sentence: Sentence, text: str, start_s: float) -> Sentence:
    """Return a sentence in which a word is sure."""
    words = tuple(
        replace(it, confidence=1.0) if (it.text, it.start_s) == (text, start_s) else it
        for it in sentence.words
    )
    return replace(sentence, words=words)


def to_row(sentence: Sentence) -> Row:
    """Return the columns `surfaces`, `words`, `is_complete`.

    The last one also tells whether no space stands between scripts.
    """
    words = [[word.text, word.start_s, word.end_s, word.confidence] for word in sentence.words]
    flags = sentence.is_complete * _IS_COMPLETE + (not sentence.between_scripts) * _WITHOUT_SPACES
    return _json(sentence.surfaces), _json(words), flags


def from_row(row: Row) -> Sentence:
    """Return the sentence of these columns.

    Raises:
        ValueError: they are damaged.
    """
    flags = row[2]
    try:
        surfaces = tuple(json.loads(row[0]))
        words = tuple(_word(*fields) for fields in json.loads(row[1]))
    except (TypeError, RecursionError) as error:
        raise ValueError("no sentence") from error
    if len(surfaces) != len(words) or not all(isinstance(one, str) for one in surfaces):
        raise ValueError("words are missing")
    return Sentence(
        surfaces,
        words,
        is_complete=bool(flags & _IS_COMPLETE),
        between_scripts="" if flags & _WITHOUT_SPACES else " ",
    )


def _word(
    text: str,
    start_s: float | None = None,
    end_s: float | None = None,
    confidence: float | None = None,
) -> Word:
    figures = (start_s, end_s, confidence)
    if not (isinstance(text, str) and all(isinstance(one, float | int | None) for one in figures)):
        raise TypeError(figures)
    return Word(text, *figures)


def _json(values: Sequence[object]) -> str:
    return storable(json.dumps(values, ensure_ascii=False, separators=(",", ":")))
