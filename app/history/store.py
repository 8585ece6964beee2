"""The history on disk: one SQLite file, one writer, safe against a crash at any moment."""

from __future__ import annotations

import logging
import sqlite3
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Self

from app.document.text import Places
from app.history import index
from app.history.connections import Connections
from app.history.corrections import Reviewed, corrections
from app.history.database import damage, explained
from app.history.decisions import Decisions
from app.history.matching import terms
from app.history.recognitions import Recognitions
from app.history.recordings import Gaps, OpenRecordings, end_recording
from app.history.records import NewSession, SearchHit, SessionInfo, SourceFile, StoredSession
from app.history.retention import Retention
from app.history.session_rows import (
    BEGINNING,
    DOCUMENT,
    IN_TRASH,
    INFO,
    NOT_EMPTY,
    SENTENCES,
    WAS_HEARD,
    Row,
    SessionWriting,
    from_row,
    info_of,
    marked,
    not_found,
    placed,
    settled,
    spans_of,
    storable,
)
from app.history.transfer import transfer
from engine.audio.sound_log import delete_log
from engine.errors import HistoryDamagedError, HistoryError, SessionNotFoundError
from engine.types import Sentence

_log = logging.getLogger(__name__)
_ALL = 1_000_000
_EXCERPT_CHARACTERS = 400


class Trash:
    """Sessions in it are not listed, searched or learnt from; they themselves stay unchanged."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(self, numbers: Sequence[int], now: datetime) -> None:
        with self._connections.writing() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO trash SELECT number, ? FROM sessions WHERE number = ?",
                [(now.timestamp(), number) for number in numbers],
            )

    def put_back(self, numbers: Sequence[int]) -> None:
        with self._connections.writing() as connection:
            connection.executemany(
                "DELETE FROM trash WHERE session = ?", [(number,) for number in numbers]
            )

    def numbers(self) -> list[int]:
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT session FROM trash ORDER BY since_s DESC, session DESC"
            )
            return [number for (number,) in rows]


class HistoryStore:
    """Stores sessions; every method may be called from any thread.

    When a method returns, its changes are on disk. Reading does not wait for writing. Methods raise
    a `HistoryError` if the file cannot be read or written, or has no such session.

    Attributes:
        audio_folder: Where sound that the user keeps is stored.
        recordings: Recordings that are running or were cut off.
        gaps: Where nothing was heard.
        recognitions: What other speech models recognised in sessions.
        trash: Sessions that can be put back.
        decisions: Which corrections to learn.
        retention: Sessions unused for a long time.
        problem: What to report about opening it: it failed, or the file was damaged.
    """

    def __init__(self, folder: Path, *, is_patient: bool = False) -> None:
        """Open the history in a private folder, or create it.

        Args:
            folder: The folder.
            is_patient: If it cannot be opened now, open it as soon as possible.

        Raises:
            HistoryError: It cannot be opened, and `is_patient` is False.
        """
        self.path = folder / "history.sqlite"
        self.problem: HistoryError | None = None
        self.audio_folder = folder / "audio"
        self._sound_folder = folder / "sound"
        self._connections = Connections(self.path, self._carry)
        self._writing = SessionWriting(self.path)
        self.recordings = OpenRecordings(self._connections)
        self.gaps = Gaps(self._connections)
        self.recognitions = Recognitions(self._connections, self._writing)
        self.trash = Trash(self._connections)
        self.decisions = Decisions(self._connections)
        self.retention = Retention(self._connections)
        try:
            self._connections.open()
            self.problem = self._connections.damage
        except HistoryError as error:
            if not is_patient:
                raise
            self.problem = error

    @property
    def generation(self) -> int:
        """How often the file has been replaced: the newest may lack a session."""
        return self._connections.generation

    @property
    def is_elsewhere(self) -> bool:
        """Whether new entries go to another place until the next start takes them in."""
        return self._connections.is_elsewhere

    def turn_to(self, folder: Path, *, carries: bool) -> None:
        """Write everything that follows into another folder, for `take_in` to bring back."""
        self._connections.turn_to(folder / self.path.name, carries=carries)

    def take_in(self, folder: Path) -> None:
        """Move the sessions waiting in a folder into the history, as unfinished ones."""
        with (
            HistoryStore(folder) as other,
            other._connections.reading() as source,
            self._connections.writing() as connection,
        ):
            numbers = [one for (one,) in source.execute("SELECT number FROM sessions")]
            placed = transfer(source, connection, numbers, self._writing)
            for number in placed.values():
                self._writing.change(connection, number, "is_finished", 0)

    def check_place(self) -> None:
        """Raise a `HistoryMovedError` if the file was moved; every write checks this by itself."""
        self._connections.check_place()

    def back_up(self) -> None:
        """Back up the history beside it, at most every ten minutes; slow.

        Raises:
            HistoryDamagedError: It was damaged, and its newest backup has replaced it.
        """
        try:
            self._connections.back_up()
        except HistoryDamagedError:
            raise
        except HistoryError:  # it is tried again, and nobody waits for it
            _log.warning("the history cannot be copied now")

    @property
    def set_aside(self) -> Path | None:
        """Where a damaged history was moved to; None if there was none."""
        damage = self._connections.damage
        return damage.kept if damage else None

    def has(self, number: int) -> bool:
        with self._connections.reading() as connection:
            there = connection.execute("SELECT 1 FROM sessions WHERE number = ?", (number,))
            return there.fetchone() is not None

    def begin(self, started_at: datetime, language: str = "", model: str = "") -> int:
        """Return the number of a new session; it is listed once it has words."""
        with self._connections.writing() as connection:
            number = connection.execute(
                "INSERT INTO sessions (title, started_s, language, model) VALUES ('', ?, ?, ?)",
                (started_at.timestamp(), storable(language), storable(model)),
            ).lastrowid
        self._writing.changed.add(int(number or 0))
        return int(number or 0)

    def keep(self, new: NewSession, made_at: datetime) -> int:
        """Store a text made elsewhere, all at once; return the number of its session."""
        source = storable(str(new.source))
        with self._connections.writing() as connection:
            row = connection.execute(
                "INSERT INTO sessions (title, started_s, is_finished, language, model, audio,"
                " source) VALUES (?, ?, 1, '', '', ?, ?)",
                (
                    storable(new.title),
                    made_at.timestamp(),
                    source if new.file is None else None,
                    source,
                ),
            )
            number = int(row.lastrowid or 0)
            self._writing.changed.add(number)
            numbers = range(len(new.sentences))
            self._writing.add(connection, number, new.sentences, new.text, new.spans, numbers)
            if new.file is not None:
                packed = zlib.compress(new.file.content, 1)
                values = (number, new.file.format_name, packed, new.file.is_accepted)
                connection.execute("INSERT INTO files VALUES (?, ?, ?, ?)", values)
            if new.track:
                wanted = "INSERT INTO sound_tracks VALUES (?, ?)"
                connection.execute(wanted, (number, new.track))
            index.set_title(connection, number, storable(new.title))
        return number

    def file(self, number: int) -> SourceFile | None:
        """Return the transcript a session came from; None if there is none."""
        wanted = "SELECT format, content, is_accepted FROM files WHERE session = ?"
        with self._connections.reading() as connection:
            row = connection.execute(wanted, (number,)).fetchone()
        try:
            return row and SourceFile(row[0], zlib.decompress(row[1]), bool(row[2]))
        except zlib.error as error:
            raise damage() from error

    def accept_changes(self, number: int, *, are_accepted: bool) -> None:
        """Store whether changes to a session's file, or to its earlier text, are highlighted."""
        with self._connections.writing() as connection:
            for table in ("files", "recognitions"):
                wanted = f"UPDATE {table} SET is_accepted = ? WHERE session = ?"  # noqa: S608
                connection.execute(wanted, (are_accepted, number))

    def append(  # noqa: PLR0913  sentences and their text are kept together
        self,
        number: int,
        sentences: Sequence[Sentence],
        document: str | None = None,
        spans: Places | None = None,
        *,
        first: int | None = None,
        ends_recording: bool = False,
    ) -> bool:
        """Store newly committed sentences after those the session has.

        Args:
            number: Number of the session.
            sentences: The new sentences.
            document: The edited text including them, if there is one; stored together or not at
                all.
            spans: Positions of words in it, see `SpokenWords.spans`.
            first: Number of the first sentence, the others follow; None for the next free one.
            ends_recording: Nothing more will be recognised in the recording's sound.

        Returns:
            Whether the sentences got these numbers, see `SessionWriting.add`.
        """
        if not sentences and not ends_recording:
            return True
        with self._connections.writing() as connection:
            if ends_recording:
                end_recording(connection, number)
            numbers = () if first is None else range(first, first + len(sentences))
            return self._writing.add(connection, number, sentences, document, spans, numbers)

    def save_document(self, number: int, text: str, spans: Places | None = None) -> None:
        """Store the edited text, which is what search and reopening use from now on."""
        with self._connections.writing() as connection:
            self._writing.set_document(connection, number, text, spans)
            self._writing.change(connection, number, "used_s", time.time())

    def settle_word(self, number: int, sentence: int, word: int) -> None:
        """Mark a word of a sentence as right: it is no longer in doubt."""
        self._change(number, sentence, partial(settled, word=word))

    def set_mark(self, number: int, sentence: int, mark: str) -> None:
        """Change a sentence's end mark, as if it had been committed that way."""
        self._change(number, sentence, partial(marked, mark=mark))

    def rename(self, number: int, title: str) -> None:
        """Give a session a title; an empty one brings back its first words."""
        with self._connections.writing() as connection:
            title = storable(title.strip())
            self._writing.change(connection, number, "title", title)
            index.set_title(connection, number, title)

    def audio_path(self, number: int) -> Path:
        """Return where to write a session's sound if the user keeps it."""
        return self.audio_folder / f"{number}.flac"

    def set_audio(self, number: int) -> None:
        with self._connections.writing() as connection:
            self._writing.change(connection, number, "audio", self.audio_path(number).name)

    def has_source_sound(self, number: int) -> bool:
        """Whether a session came from a recording, which is its sound."""
        came = "SELECT 1 FROM sessions WHERE number = ? AND audio = source"
        with self._connections.reading() as connection:
            return connection.execute(came, (number,)).fetchone() is not None

    def finish(self, number: int) -> bool:
        """Mark a session as properly ended. One without words is forgotten, and False returned."""
        with self._connections.writing() as connection:
            self._writing.change(connection, number, "is_finished", 1)
            end_recording(connection, number)
            of_words = f"{INFO} WHERE number = ? AND {NOT_EMPTY}"
            is_kept = connection.execute(of_words, (number,)).fetchone()
        if not is_kept:
            self._forget([number])
        return bool(is_kept)

    def resume(self, number: int) -> float:
        """Continue a session; return when its last word ended, in seconds."""
        with self._connections.writing() as connection:
            self._writing.change(connection, number, "is_finished", 0)
            self._writing.change(connection, number, "used_s", time.time())
            rows = connection.execute(f"{SENTENCES} DESC", (number,))
            words = (word for row in rows for word in reversed(_sentence(row).words))
            return next((word.end_s for word in words if word.end_s is not None), 0.0)

    def session(self, number: int) -> StoredSession:
        with self._connections.reading() as connection:
            rows = connection.execute(SENTENCES, (number,)).fetchall()
            text, packed = connection.execute(DOCUMENT, (number,)).fetchone() or (None, None)
            info = self._info(connection, number)
        spans = placed(spans_of(packed, text))
        numbers = tuple(position for *_, position in rows)
        sentences = tuple(map(_sentence, rows))
        return StoredSession(info, sentences, text, self.gaps.of(number), numbers, spans)

    def info(self, number: int) -> SessionInfo:
        """Return everything about a session but its words."""
        with self._connections.reading() as connection:
            return self._info(connection, number)

    def sessions(self, limit: int = 200, *, in_trash: bool = False) -> list[SessionInfo]:
        """Return sessions that have words, newest first, either in the trash or outside it."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"{INFO} WHERE {NOT_EMPTY} AND {IN_TRASH} = ? ORDER BY number DESC LIMIT ?",
                (in_trash, limit),
            )
            return [self._info_of(row) for row in rows]

    def excerpts(self, sessions: Sequence[SessionInfo]) -> dict[int, str]:
        """Return the beginning of each edited text on one line, as much as a list shows."""
        with self._connections.reading() as connection:
            begun = [
                (one, connection.execute(BEGINNING, (_EXCERPT_CHARACTERS, one.number)).fetchone())
                for one in sessions
            ]
        return {one.number: " ".join(row[0].split()) for one, row in begun if row is not None}

    def corrections(self) -> list[Reviewed]:
        """Find what was corrected in all sessions, newest first; slow."""
        found = []
        for info in self.sessions(_ALL):
            decided = self.decisions.of(info.number)
            with suppress(SessionNotFoundError):  # deleted meanwhile
                changed = corrections(self.session(info.number))
                found += [Reviewed(one, decided.get(one.corrected)) for one in changed]
        return found

    def unfinished(self) -> list[SessionInfo]:
        """Return unfinished sessions; right after opening, all of them were cut off by a crash."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"{INFO} WHERE NOT is_finished AND ({NOT_EMPTY} OR {WAS_HEARD})"
                " ORDER BY number DESC"
            )
            return [self._info_of(row) for row in rows]

    def search(self, query: str, limit: int = 100) -> list[SearchHit]:
        """Find the sessions that contain every word of the query; the last may be a prefix.

        Words in quotation marks are a phrase. An empty query finds nothing; the trash is not
        searched.
        """
        wanted = terms(query)
        if not wanted:
            return []
        trashed = set(self.trash.numbers())
        with self._connections.reading() as connection:
            return [
                SearchHit(self._info(connection, number), snippet)
                for number, snippet in index.search(connection, wanted, limit + len(trashed))
                if number not in trashed
            ][:limit]

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete sessions for good: rows, index, sound; no trace stays in the file or a backup.

        Backups go first: a session that is still listed can be deleted again.
        """
        backups = self._connections.backups
        with backups.lock:
            backups.forget(lambda copy: _remove(copy, numbers))
            self._forget(numbers)
            self._connections.purge()

    def close(self) -> None:
        self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _change(self, number: int, sentence: int, change: Callable[[Sentence], Sentence]) -> None:
        with self._connections.writing() as connection:
            try:
                self._writing.change_sentence(connection, number, sentence, change)
            except ValueError as error:
                raise damage() from error

    def _forget(self, numbers: Sequence[int]) -> None:
        journals = {one.session: one.journal for one in self.recordings.all()}
        with explained(self.audio_folder):
            for number in numbers:  # first: a session that is still listed can be deleted again
                self.audio_path(number).unlink(missing_ok=True)
        for number in journals.keys() & set(numbers):
            delete_log(self._sound_folder / journals[number])
        with self._connections.writing() as connection:
            _remove(connection, numbers)

    def _carry(self, source: sqlite3.Connection, target: sqlite3.Connection) -> None:
        changed = sorted(self._writing.changed)
        transfer(source, target, changed, self._writing, keeps_numbers=True)

    def _info(self, connection: sqlite3.Connection, number: int) -> SessionInfo:
        row = connection.execute(f"{INFO} WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise not_found(self.path, number)
        return self._info_of(row)

    def _info_of(self, row: tuple[Any, ...]) -> SessionInfo:
        try:
            return info_of(row, self.audio_folder)
        except (ValueError, TypeError, OverflowError, OSError) as error:
            raise damage() from error


def _remove(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    for number in numbers:
        index.remove_session(connection, number)
        connection.execute("DELETE FROM sessions WHERE number = ?", (number,))
    index.forget_removed(connection)


def _sentence(row: Row) -> Sentence:
    try:
        return from_row(row)
    except ValueError as error:
        raise damage() from error
