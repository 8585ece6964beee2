"""The history's two connections: one writes, the other reads alongside it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.history.backups import Backups
from app.history.database import (
    connect,
    explained,
    files_of,
    held,
    is_damage,
    open_database,
    remove_companions,
    takes_locks,
)
from engine.errors import HistoryDamagedError, HistoryError, HistoryMovedError
from engine.messages import Message

_MOVED = Message("another program has moved, removed or replaced it")
_FAR_NUMBERS = "INSERT INTO sqlite_sequence VALUES ('sessions', 1 << 30)"
_Carry = Callable[[sqlite3.Connection, sqlite3.Connection], None]


@dataclass(frozen=True, slots=True)
class _Open:
    """An open history.

    Attributes:
        path: Where it was opened.
        writer: Connection that writes.
        reader: Connection that reads; the writer where files cannot be locked.
        hold: Descriptor that keeps other Fermatas out.
        files: What its file names referred to then, see `files_of`.
    """

    path: Path
    writer: sqlite3.Connection
    reader: sqlite3.Connection
    hold: int
    files: tuple[tuple[int, int] | None, ...]

    @property
    def has_moved(self) -> bool:
        return files_of(self.path) != self.files

    def close(self) -> None:
        """Close it; if it was moved, its log is written into it first."""
        if self.has_moved:
            with suppress(sqlite3.Error):  # SQLite itself would do nothing
                self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.writer.close()
        self.reader.close()
        os.close(self.hold)
        if files_of(self.path)[0] != self.files[0]:
            remove_companions(self.path, self.files)


class Connections:
    """Hands each connection to one thread at a time; reading does not wait for writing.

    If the file cannot be opened now, each use tries again. If it turns out to be damaged, its
    newest backup replaces it. If it is moved, removed or replaced, nothing more is written to it.

    Attributes:
        path: Path of the file.
        backups: Backups of the history.
        damage: The error to report about the last damaged file replaced here.
        generation: How many times the history's file has been replaced.
    """

    def __init__(self, path: Path, carry: _Carry) -> None:
        """Args: carry: Copies what was written since the start from one history into another."""
        self.path = self._home = path
        self.backups = Backups(path)
        self.damage: HistoryDamagedError | None = None
        self.generation = 0
        self._carry = carry
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._open_lock = threading.Lock()
        self._is_closed = False
        self._is_purged = True
        self._now: _Open | None = None

    def open(self) -> None:
        self._opened()
        self.backups.tidy()

    @property
    def is_elsewhere(self) -> bool:
        """Whether new entries go to another place until the next start takes them in."""
        return self.path != self._home

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: afterwards all of it is on disk, or nothing.

        Raises:
            HistoryMovedError: The open file is no longer in its place.
        """
        with self._mending(), self._write_lock, explained(self.path):
            writer = self._opened().writer
            self.check_place()
            with _transaction(writer):
                yield writer

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent snapshot of the file, whatever is written meanwhile."""
        with self._mending(), self._read_lock, explained(self.path), ExitStack() as stack:
            now = self._opened()
            reader = now.reader
            if reader is now.writer:
                stack.enter_context(self._write_lock)
            reader.execute("BEGIN")
            try:
                yield reader
            finally:
                with suppress(sqlite3.Error):
                    reader.execute("ROLLBACK")

    def purge(self) -> None:
        """Leave no trace of deleted data in the file or its log.

        If that fails now, as on a full disk, closing tries again.
        """
        with self._read_lock, self._write_lock:  # readers keep old pages
            self._is_purged = False
            self._purge()

    def check_place(self) -> None:
        """Check that the open file is still where it was opened.

        Raises:
            HistoryMovedError: It is not; the open file still holds everything that was written.
        """
        with explained(self.path):
            if self._now is not None and self._now.has_moved:
                raise HistoryMovedError(self.path, _MOVED)

    def back_up(self) -> None:
        """Back up the history if a backup is due, unless writing goes elsewhere.

        Raises:
            HistoryError: It cannot be copied now, or was damaged and has been replaced.
        """
        self.check_place()
        if not self.is_elsewhere:
            with self.backups.lock, self.reading() as connection:
                self.backups.make(connection)

    def turn_to(self, path: Path, *, carries: bool) -> None:
        """Switch to a new file, with session numbers of its own, that is not taken for the history.

        What is in the history stays there. With `carries`, what was written since the start to a
        file that has been moved comes along.

        Raises:
            HistoryError: The new file cannot be created.
        """
        with self._read_lock, self._write_lock, explained(path):
            before, here = self._now, self.path
            self._now, self.path = None, path
            try:
                other = self._opened()
                with _transaction(other.writer):
                    other.writer.execute(_FAR_NUMBERS)
                    if carries and before is not None and before.has_moved:
                        self._carry(before.reader, other.writer)
            except BaseException:
                self._close()
                self._now, self.path = before, here
                raise
            if before is not None:
                before.close()
            self.generation += 1

    def close(self) -> None:
        """Close both; safe to call again."""
        with self._read_lock, self._write_lock:
            if self._now is not None and not self._is_purged:
                with suppress(HistoryError):
                    self._purge()
            self._is_closed = True
            self._close()

    def _purge(self) -> None:
        with explained(self.path):
            writer = self._opened().writer
            writer.execute("VACUUM")
            (is_busy, *_) = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if is_busy:
                raise sqlite3.OperationalError("database is locked")
        self._is_purged = True

    def _opened(self, *, is_damaged: bool = False) -> _Open:
        with self._open_lock:
            if self._is_closed:
                raise HistoryError(self.path, "it is closed")
            if self._now is None:
                self._now = self._open(is_damaged=is_damaged)
            return self._now

    def _open(self, *, is_damaged: bool = False) -> _Open:
        """Open the file, keeping other Fermatas away while it is repaired."""
        with explained(self.path), ExitStack() as undo:
            is_new = not self.path.exists()
            if not is_new:
                before = hold = held(self.path)
                undo.callback(os.close, hold)
            writer, found = open_database(
                self.path, Backups(self.path).restore, is_damaged=is_damaged
            )
            undo.callback(writer.close)
            if is_new or found is not None:
                hold = held(self.path)
                undo.callback(os.close, hold)
            # where files cannot be locked, one connection does both, in turn
            reader = connect(self.path) if takes_locks(self.path.parent) else writer
            undo.callback(reader.close)
            reader.execute("SELECT count(*) FROM sessions").fetchone()  # opens the log too
            undo.pop_all()
            if found is not None:
                self.damage = found
                self.generation += 1
                if not is_new:
                    os.close(before)
            return _Open(self.path, writer, reader, hold, files_of(self.path))

    def _close(self) -> None:
        if self._now is not None:
            self._now.close()
        self._now = None

    @contextmanager
    def _mending(self) -> Iterator[None]:
        """Replace a file that turns out to be damaged; the caller may try again."""
        used = self._now
        try:
            yield
        except HistoryError as error:
            if not (isinstance(error.__cause__, sqlite3.Error) and is_damage(error.__cause__)):
                raise
            with self._read_lock, self._write_lock:
                if self._now is used:  # nobody else has replaced it
                    self.check_place()
                    self._close()
                    self._opened(is_damaged=True)
            raise (self.damage or error) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have rolled back already on a full disk
            connection.execute("ROLLBACK")
        raise
