"""Sessions as rows of the database, without their words."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from app.history.records import SessionInfo

_OPENING_CHARACTERS = 80
INFO = (
    "SELECT number, title, opening, started_s, is_finished, language, model, word_count, audio"
    " FROM sessions"
)
NOT_EMPTY = (
    "(word_count > 0 OR EXISTS"
    " (SELECT 1 FROM documents WHERE session = number AND trim(text, char(9, 10, 13, 32)) <> ''))"
)
IN_TRASH = "EXISTS (SELECT 1 FROM trash WHERE session = number)"
USED_BEFORE = (
    "SELECT number FROM sessions WHERE max(started_s, coalesce(used_s, 0)) < ?"
    " AND started_s > 1577836800"  # in 2020: before, the clock was not set
)
DOCUMENT = "SELECT text FROM documents WHERE session = ?"
WAS_HEARD = "EXISTS (SELECT 1 FROM recordings WHERE session = number)"


def info_of(row: tuple[Any, ...], audio_folder: Path) -> SessionInfo:
    """Return the session of a row that `INFO` has selected."""
    number, title, begin, started_s, is_finished, language, model, word_count, audio = row
    return SessionInfo(
        number=number,
        title=title or begin,
        is_named=bool(title),
        started_at=datetime.fromtimestamp(started_s).astimezone(),
        language=language,
        model=model,
        word_count=word_count,
        audio=audio_folder / audio if audio else None,
        is_finished=bool(is_finished),
    )


def opening(text: str) -> str:
    """Return the first words of a text, as a title."""
    words = text.strip().partition("\n")[0].split(maxsplit=_OPENING_CHARACTERS)
    line = " ".join(words)
    if len(line) <= _OPENING_CHARACTERS:
        return line
    cut = line[:_OPENING_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + "…"
