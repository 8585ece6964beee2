"""Brings what can still be read of a damaged history into a new one."""

from __future__ import annotations

import logging
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.history import index
from app.history.salvage import Row, salvaged
from app.history.session_rows import from_row, opening, to_row
from engine.types import Sentence, joined_sentences

_log = logging.getLogger(__name__)
_SERIAL_BITS = 32
_MOST_SESSIONS = 1 << 31
_LATEST_S = 1e11  # in the year 5138
_TEXT, _WHOLE = str, int
_NO_TEXT = (type(None), _TEXT)
_SESSION = (type(None), _TEXT, _TEXT, (_WHOLE, float), _WHOLE, _TEXT, _TEXT, _WHOLE, _NO_TEXT)
_COLUMNS = len(_SESSION)  # and, of later ones, when it was used last and where it came from
_SENTENCE = (_WHOLE, _WHOLE, _TEXT, _TEXT, _WHOLE)
_TEXT_OF_NUMBER = (type(None), _TEXT)  # a document, or a passage of the index
_RECORDING = (type(None), _TEXT, (_WHOLE, float), _WHOLE, _WHOLE, (_WHOLE, float))
_GAP = (_WHOLE, (_WHOLE, float), (_WHOLE, float))
_IN_TRASH = (type(None), (_WHOLE, float))
_DECISION = (_WHOLE, _TEXT, _TEXT, (_WHOLE, float))
_LAST_NUMBER = (_TEXT, _WHOLE)


@dataclass(slots=True)
class _Found:
    """The rows of each session, by its number."""

    sessions: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    sentences: dict[int, dict[int, Sentence]] = field(default_factory=lambda: defaultdict(dict))
    documents: dict[int, str] = field(default_factory=dict)
    passages: dict[int, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    recordings: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    gaps: dict[int, list[tuple[Any, ...]]] = field(default_factory=lambda: defaultdict(list))
    trash: dict[int, float] = field(default_factory=dict)
    decisions: dict[int, list[tuple[Any, ...]]] = field(default_factory=lambda: defaultdict(list))
    last_number: int = 0

    @property
    def numbers(self) -> list[int]:
        left = {*self.sentences, *self.documents, *self.passages, *self.recordings}
        return sorted(number for number in left if 0 < number < _MOST_SESSIONS)


def recover(connection: sqlite3.Connection, damaged: Path) -> None:
    """Write what is readable of a damaged history into an empty one.

    Raises:
        OSError, sqlite3.Error: the one cannot be read, the other not written.
    """
    found = _Found()
    for row in salvaged(damaged):
        _sort_in(found, row)
    connection.execute("BEGIN IMMEDIATE")
    for number in found.numbers:
        _write(connection, found, number, damaged)
    last = max([found.last_number, *found.numbers], default=0)
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'sessions'")
    connection.execute("INSERT INTO sqlite_sequence VALUES ('sessions', ?)", (last,))
    connection.execute("COMMIT")
    _log.warning("%d sessions of a damaged history were recovered", len(found.numbers))


def _sort_in(found: _Found, row: Row) -> None:
    """Tell by the kinds of its values which table a row is of."""
    number = row.number
    values: tuple[Any, ...] = row.values
    if number is None:
        if _is_like(values, _SENTENCE):
            session, position, surfaces, words, flags = values
            with suppress(ValueError):  # some of its letters are damaged
                found.sentences[session][position] = from_row((surfaces, words, flags))
        elif _is_like(values, _DECISION):
            found.decisions[values[0]].append(values)
    elif _is_like(values[:_COLUMNS], _SESSION) and len(values) - _COLUMNS in range(3):
        found.sessions[number] = values
    elif _is_like(values, _RECORDING):
        found.recordings[number] = values
    elif _is_like(values, _TEXT_OF_NUMBER):
        _take_text(found, number, values[1])
    elif _is_like(values, _GAP):
        found.gaps[values[0]].append(values)
    elif _is_like(values, _IN_TRASH):
        found.trash[number] = values[1]
    elif _is_like(values, _LAST_NUMBER) and values[0] == "sessions":
        found.last_number = max(found.last_number, int(values[1] or 0))


def _is_like(values: tuple[Any, ...], kinds: tuple[Any, ...]) -> bool:
    return len(values) == len(kinds) and all(map(isinstance, values, kinds))


def _take_text(found: _Found, number: int, text: str) -> None:
    session, serial = divmod(number, 1 << _SERIAL_BITS)
    if not session:
        found.documents[number] = text
    elif serial:
        found.passages[session][serial] = text


def _write(connection: sqlite3.Connection, found: _Found, number: int, damaged: Path) -> None:
    spoken = [sentence for _, sentence in sorted(found.sentences.get(number, {}).items())]
    document = _document(found, number, spoken)
    text = joined_sentences(spoken) if document is None else document
    title, started_s, is_finished, language, model = _known(found, number, damaged)
    count = sum(len(sentence.words) for sentence in spoken)
    used_s, source = _used_s(found, number), _source(found, number)
    audio = f"{number}.flac"
    audio_kept = audio if (damaged.parent / "audio" / audio).exists() else _heard(found, number)
    first = (number, title, opening(text), started_s, is_finished, language, model, count)
    tables: dict[str, list[tuple[Any, ...]]] = {
        "sessions": [(*first, audio_kept, used_s, source)],
        "sentences": [(number, at, *to_row(sentence)) for at, sentence in enumerate(spoken)],
        "documents": [] if document is None else [(number, document)],
        "recordings": [(number, *found.recordings[number][1:])]
        if number in found.recordings
        else [],
        "gaps": found.gaps.get(number, []),
        "trash": [(number, found.trash[number])] if number in found.trash else [],
        "decisions": [*{row[:2]: row for row in found.decisions.get(number, [])}.values()],
    }
    for table, row in ((table, row) for table, rows in tables.items() for row in rows):
        values = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} VALUES ({values})", row)  # noqa: S608
    index.set_title(connection, number, title)
    index.set_document(connection, number, text)


def _document(found: _Found, number: int, spoken: Sequence[Sentence]) -> str | None:
    """Return the text as it was edited; where it is lost, what the index still holds of it."""
    if number in found.documents:
        return found.documents[number]
    pieces = [text for _, text in sorted(found.passages.get(number, {}).items())]
    if {*pieces} <= {sentence.text for sentence in spoken}:
        return None
    text = " ".join(pieces)
    return text if len(text) > len(joined_sentences(spoken)) else None


def _used_s(found: _Found, number: int) -> float | None:
    row = found.sessions.get(number, ())
    used_s = row[_COLUMNS] if len(row) > _COLUMNS else None
    return min(max(used_s, 0.0), _LATEST_S) if isinstance(used_s, int | float) else None


def _heard(found: _Found, number: int) -> str | None:
    """Return the recording that a session came from."""
    audio = found.sessions.get(number, (None,) * _COLUMNS)[_COLUMNS - 1]
    return audio if audio is not None and audio == _source(found, number) else None


def _source(found: _Found, number: int) -> str | None:
    source = found.sessions.get(number, ())[_COLUMNS + 1 :]
    return source[0] if source and isinstance(source[0], str) else None


def _known(found: _Found, number: int, damaged: Path) -> tuple[str, float, bool, str, str]:
    """Return title, start, whether it has ended, language and model; the start may be a guess."""
    row = found.sessions.get(number)
    if row is None:
        before = [known for known in found.sessions if known < number]
        started_s = found.sessions[max(before)][3] if before else damaged.stat().st_mtime
        return "", min(max(started_s, 0.0), _LATEST_S), number not in found.recordings, "", ""
    return row[1], min(max(row[3], 0.0), _LATEST_S), bool(row[4]), row[5], row[6]
