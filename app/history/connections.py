"""The two connections of the history: one that writes, one that reads beside it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.history.database import connect, copied, explained, is_damage, open_database
from engine.errors import HistoryDamagedError, HistoryError


class Connections:
    """Hands each connection to one thread at a time; reading does not wait for writing.

    A file that cannot be opened now is tried again whenever it is needed. One that turns out to
    be damaged is replaced by what is readable of it.

    Attributes:
        damage: what is to be said of the last damaged file that stood here.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damage: HistoryDamagedError | None = None
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._open_lock = threading.Lock()
        self._is_closed = False
        self._is_purged = True
        self._both: tuple[sqlite3.Connection, sqlite3.Connection] | None = None

    def open(self) -> None:
        self._opened()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or nothing."""
        self._stay()
        with self._mending(), self._write_lock, explained(self.path):
            writer, _ = self._opened()
            with _transaction(writer):
                yield writer

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the file, whatever is written meanwhile."""
        with self._mending(), self._read_lock, explained(self.path):
            _, reader = self._opened()
            reader.execute("BEGIN")
            try:
                yield reader
            finally:
                with suppress(sqlite3.Error):
                    reader.execute("ROLLBACK")

    def purge(self) -> None:
        """Leave no trace of what was deleted in the file or in its log.

        Where that cannot be done now, as on a full disk, closing tries again.
        """
        with self._read_lock, self._write_lock:  # readers keep old pages
            self._is_purged = False
            self._purge()

    def close(self) -> None:
        """Close both; may be called again."""
        with suppress(HistoryError):
            self._stay()
        with self._read_lock, self._write_lock:
            if self._both is not None and not self._is_purged:
                with suppress(HistoryError):
                    self._purge()
            self._is_closed = True
            self._close_both()

    def _purge(self) -> None:
        with explained(self.path):
            writer, _ = self._opened()
            writer.execute("VACUUM")
            (is_busy, *_) = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if is_busy:
                raise sqlite3.OperationalError("database is locked")
        self._is_purged = True

    def _opened(self, *, is_damaged: bool = False) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        with self._open_lock:
            if self._is_closed:
                raise HistoryError(self.path, "it is closed")
            if self._both is None:
                writer, found = open_database(self.path, is_damaged=is_damaged)
                self.damage = found or self.damage
                with explained(self.path):
                    self._both = writer, connect(self.path)
            return self._both

    def _stay(self) -> None:
        """Put the file back where somebody has deleted it: what is open still holds all of it."""
        with explained(self.path):
            if self._both is None or self.path.exists():
                return
            with self._read_lock, self._write_lock:
                if self._both is not None and not self.path.exists():
                    copied(self._both[0], self.path)
                    self._close_both()

    def _close_both(self) -> None:
        for connection in self._both or ():
            connection.close()
        self._both = None

    @contextmanager
    def _mending(self) -> Iterator[None]:
        """Replace a file that is found to be damaged; its user may try again."""
        used = self._both
        try:
            yield
        except HistoryError as error:
            if not (isinstance(error.__cause__, sqlite3.Error) and is_damage(error.__cause__)):
                raise
            with self._read_lock, self._write_lock:
                if self._both is used:  # nobody else has replaced it
                    self._close_both()
                    self._opened(is_damaged=True)
            raise (self.damage or error) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a full disk may have rolled back already
            connection.execute("ROLLBACK")
        raise
