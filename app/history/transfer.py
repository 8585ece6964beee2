"""Brings sessions of one history into another, with all that belongs to them."""

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
    """Write sessions into a history; the time of its beginning tells which session is which.

    Sentences that the target lacks follow those that it has of a session.

    Args:
        source: is only read.
        target: within a transaction.
        numbers: of sessions in the source; one that is not there is passed over.
        writing: of the target.
        keeps_numbers: a session has the number that it had, if that is free.

    Returns:
        The number that each has in the target.
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
    """Return the number of a session in the target; its own where wanted and no other has it."""
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
    """Return with how many of the ones the others begin: from a copy, or until a crash."""
    most = min(len(before), len(after))
    return next((n for n in range(most, 0, -1) if before[-n:] == after[:n]), 0)


def _sentences(
    connection: sqlite3.Connection, number: int
) -> tuple[list[int], tuple[Sentence, ...]]:
    """Return the numbers of the sentences, and these."""
    rows = connection.execute(SENTENCES, (number,)).fetchall()
    try:
        return [position for *_, position in rows], tuple(map(from_row, rows))
    except ValueError as error:
        raise damage() from error
