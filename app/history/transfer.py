"""Copies sessions from one history into another, with everything that belongs to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from app.history import index
from app.history.database import damage
from app.history.session_rows import DOCUMENT, SENTENCES, SessionWriting, from_row, spans_of
from engine.types import Sentence

_COPIED = (
    "number, title, started_s, is_finished, language, model, audio, used_s, source, replaced_words"
)


def transfer(
    source: sqlite3.Connection,
    target: sqlite3.Connection,
    numbers: Iterable[int],
    writing: SessionWriting,
    *,
    keeps_numbers: bool = False,
) -> dict[int, int]:
    """Copy sessions into a history; sessions with the same start time are the same session.

    Sentences that the target lacks are added after those it has.

    Args:
        source: Only read.
        target: Within a transaction.
        numbers: Numbers of sessions in the source; missing ones are skipped.
        writing: Writes to the target.
        keeps_numbers: A session keeps its number if it is free.

    Returns:
        The number of each session in the target.
    """
    placed = {}
    for number in numbers:
        row = source.execute(f"SELECT {_COPIED} FROM sessions WHERE number = ?", (number,))  # noqa: S608
        if (session := row.fetchone()) is not None:
            placed[number] = _place(target, session, keeps_number=keeps_numbers)
            _fill(source, target, number, placed[number], writing)
    return placed


def _there(target: sqlite3.Connection, started_s: float) -> int | None:
    row = target.execute("SELECT number FROM sessions WHERE started_s = ?", (started_s,)).fetchone()
    return None if row is None else int(row[0])


def _place(target: sqlite3.Connection, session: tuple[object, ...], *, keeps_number: bool) -> int:
    """Return a session's number in the target, its old one if that is wanted and free."""
    number, title, started_s, *_ = session
    there = _there(target, float(str(started_s)))
    if there is not None:
        return there
    is_taken = target.execute("SELECT 1 FROM sessions WHERE number = ?", (number,)).fetchone()
    values = (number if keeps_number and not is_taken else None, *session[1:])
    placed = target.execute(
        f"INSERT INTO sessions ({_COPIED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        values,
    ).lastrowid
    index.set_title(target, int(placed or 0), str(title))
    return int(placed or 0)


def _fill(
    source: sqlite3.Connection,
    target: sqlite3.Connection,
    number: int,
    placed: int,
    writing: SessionWriting,
) -> None:
    (words,) = target.execute(
        "SELECT word_count FROM sessions WHERE number = ?", (placed,)
    ).fetchone()
    (numbers, sentences), (_, known) = _sentences(source, number), _sentences(target, placed)
    text, packed = source.execute(DOCUMENT, (number,)).fetchone() or (None, None)
    spans = spans_of(packed, text)
    common = _common(known, sentences)
    words -= sum(len(one.words) for one in sentences[:common])
    sentences = sentences[common:]
    writing.add(target, placed, sentences, text, spans, numbers[common:])
    if text is not None and not sentences:
        writing.set_document(target, placed, text, spans)
    tables = ("recordings", "gaps", "trash", "decisions", "files", "sound_tracks", "recognitions")
    for table in tables:
        rows = source.execute(f"SELECT * FROM {table} WHERE session = ?", (number,)).fetchall()  # noqa: S608
        for _, *values in rows:
            if table == "recordings":
                values[2] += words
            target.execute(
                f"INSERT OR IGNORE INTO {table} VALUES (?{', ?' * len(values)})",  # noqa: S608
                (placed, *values),
            )


def _common(before: Sequence[Sentence], after: Sequence[Sentence]) -> int:
    """Return how many sentences `after` begins with that `before` ends with."""
    most = min(len(before), len(after))
    return next((n for n in range(most, 0, -1) if before[-n:] == after[:n]), 0)


def _sentences(
    connection: sqlite3.Connection, number: int
) -> tuple[list[int], tuple[Sentence, ...]]:
    """Return the sentences' numbers, and the sentences."""
    rows = connection.execute(SENTENCES, (number,)).fetchall()
    try:
        return [position for *_, position in rows], tuple(map(from_row, rows))
    except ValueError as error:
        raise damage() from error
