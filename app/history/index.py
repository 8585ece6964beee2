"""The full-text index: the passages of every session, newest session first.

The place of a passage is `session << 32 | serial`, so each session is one range of the index.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from app.history.matching import Term, changed_passages, passages, snippet, spaced
from app.history.records import Snippet

_SERIAL_BITS = 32
_TITLE = 0


def add_passages(connection: sqlite3.Connection, session: int, texts: Iterable[str]) -> None:
    first, end = _range(session)
    (last,) = connection.execute(
        "SELECT max(place) FROM passages WHERE place >= ? AND place < ?", (first, end)
    ).fetchone()
    place = max(last or 0, first + _TITLE) + 1
    _insert(connection, [(place + at, text) for at, text in enumerate(texts)])


def set_document(
    connection: sqlite3.Connection, session: int, text: str, before: str | None = None
) -> None:
    """Index what the document now says instead of what it said; unchanged passages stay.

    If the text `before` is given, only the difference costs time.
    """
    if before is None:
        old = Counter(passage for _, passage in _passages(connection, session))
    else:
        before, text = changed_passages(before, text)
        old = Counter(passages(before))
    new = Counter(passages(text))
    removed, rows = old - new, []
    for row in _passages(connection, session) if removed else ():
        if removed[row[1]] > 0:
            removed[row[1]] -= 1
            rows.append(row)
    _remove(connection, rows)
    add_passages(connection, session, (new - old).elements())


def set_title(connection: sqlite3.Connection, session: int, title: str) -> None:
    place = _range(session)[0] + _TITLE
    _remove(connection, connection.execute(_ONE_PASSAGE, (place,)).fetchall())
    _insert(connection, [(place, title)] if title else [])


def remove_session(connection: sqlite3.Connection, session: int) -> None:
    title = _range(session)[0] + _TITLE
    _remove(connection, connection.execute(_ONE_PASSAGE, (title,)).fetchall())
    _remove(connection, _passages(connection, session))


def forget_removed(connection: sqlite3.Connection) -> None:
    """Rewrite the index without what was removed; until then that is only marked as deleted."""
    connection.execute("INSERT INTO passage_index (passage_index) VALUES ('optimize')")


def search(
    connection: sqlite3.Connection, wanted: Sequence[Term], limit: int
) -> Iterator[tuple[int, Snippet]]:
    """Yield the sessions that contain every term, newest first, each with a snippet.

    The snippet shows a passage with all terms if there is one, else one with the first.
    """
    matches = [term.match for term in wanted]
    places = [_first_places(connection, match) for match in matches]
    together = _first_places(connection, " AND ".join(matches)) if wanted[1:] else places[0]
    found = set(places[0]).intersection(*places[1:])
    for session in sorted(found, reverse=True)[:limit]:
        place = together.get(session, places[0][session])
        _, text = connection.execute(_ONE_PASSAGE, (place,)).fetchone()
        yield session, snippet(text, wanted)


def _first_places(connection: sqlite3.Connection, match: str) -> dict[int, int]:
    """Return the first matching passage of each session that has one.

    Scanning all matches takes 3 ms for the commonest word of a million, less than a few queries for
    the next one.
    """
    return dict(connection.execute(_FIRST_PLACES, (_SERIAL_BITS, match, _SERIAL_BITS)).fetchall())


def _passages(connection: sqlite3.Connection, session: int) -> list[tuple[int, str]]:
    first, end = _range(session)
    return connection.execute(
        "SELECT place, text FROM passages WHERE place > ? AND place < ? ORDER BY place",
        (first + _TITLE, end),
    ).fetchall()


def _insert(connection: sqlite3.Connection, rows: Sequence[tuple[int, str]]) -> None:
    connection.executemany("INSERT INTO passages (place, text) VALUES (?, ?)", rows)
    connection.executemany(
        "INSERT INTO passage_index (rowid, text) VALUES (?, ?)",
        [(place, spaced(text)) for place, text in rows],
    )


def _remove(connection: sqlite3.Connection, rows: Sequence[tuple[int, str]]) -> None:
    connection.executemany("DELETE FROM passages WHERE place = ?", [row[:1] for row in rows])
    connection.executemany(
        "INSERT INTO passage_index (passage_index, rowid, text) VALUES ('delete', ?, ?)",
        [(place, spaced(text)) for place, text in rows],
    )


def _range(session: int) -> tuple[int, int]:
    return session << _SERIAL_BITS, (session + 1) << _SERIAL_BITS


_ONE_PASSAGE = "SELECT place, text FROM passages WHERE place = ?"
_FIRST_PLACES = (
    "SELECT rowid >> ?, min(rowid) FROM passage_index WHERE passage_index MATCH ?"
    " GROUP BY rowid >> ?"
)
