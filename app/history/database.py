"""The history's SQLite file: opening, migrating, setting aside a damaged one."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from engine.atomic_file import PRIVATE
from engine.errors import HistoryDamagedError, HistoryError
from engine.messages import own_words

_log = logging.getLogger(__name__)
_LOCK_TIMEOUT_S = 2.0
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DAMAGED_IN_WORDS = ("decode to UTF-8", "unsupported file format")  # have no error code
_REASON = "the file is damaged"
_NO_VERSION = 1_000  # no Fermata will ever write this version
_LATEST_FORMAT = 2  # SQLite's since 2010, with a write-ahead log
_COMPANIONS = ("", "-wal", "-shm")
_HELD_BYTE = 1 << 40  # far beyond the bytes that SQLite locks

# Entry N migrates the file from version N to N + 1; never edit an old one.
_MIGRATIONS = (
    """
    CREATE TABLE sessions (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        opening TEXT NOT NULL DEFAULT '',
        started_s REAL NOT NULL,
        is_finished INTEGER NOT NULL DEFAULT 0,
        language TEXT NOT NULL,
        model TEXT NOT NULL,
        word_count INTEGER NOT NULL DEFAULT 0,
        audio TEXT
    );
    CREATE INDEX sessions_by_start ON sessions (started_s);
    CREATE TABLE sentences (
        session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
        position INTEGER NOT NULL,
        surfaces TEXT NOT NULL,
        words TEXT NOT NULL,
        is_complete INTEGER NOT NULL,
        PRIMARY KEY (session, position)
    ) WITHOUT ROWID;
    CREATE TABLE documents (
        session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        text TEXT NOT NULL
    );
    CREATE TABLE passages (place INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE VIRTUAL TABLE passage_index USING fts5 (
        text, content='', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
    );
    """,
    """
    CREATE TABLE recordings (
        session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        journal TEXT NOT NULL,
        offset_s REAL NOT NULL,
        words_before INTEGER NOT NULL,
        words INTEGER NOT NULL DEFAULT 0,
        until_s REAL NOT NULL DEFAULT 0
    );
    """,
    """
    CREATE TABLE gaps (
        session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
        at_s REAL NOT NULL,
        lost_s REAL NOT NULL
    );
    CREATE INDEX gaps_by_session ON gaps (session);
    CREATE TABLE trash (
        session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        since_s REAL NOT NULL
    );
    """,
    "ALTER TABLE sessions ADD COLUMN used_s REAL;",
    "CREATE TABLE clock (one INTEGER PRIMARY KEY, seen_s REAL NOT NULL);",
    """
    CREATE TABLE decisions (
        session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
        corrected TEXT NOT NULL,
        approved TEXT NOT NULL,
        decided_s REAL NOT NULL,
        PRIMARY KEY (session, corrected)
    ) WITHOUT ROWID;
    """,
    "ALTER TABLE sessions ADD COLUMN source TEXT;",
    "ALTER TABLE documents ADD COLUMN spans BLOB;",
    """
    CREATE TABLE files (
        session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        format TEXT NOT NULL,
        content BLOB NOT NULL,
        is_accepted INTEGER NOT NULL DEFAULT 0
    );
    """,
    """
    CREATE TABLE sound_tracks (
        session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        track INTEGER NOT NULL
    );
    """,
    """
    CREATE TABLE recognitions (
        session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        model TEXT NOT NULL,
        sentences BLOB,
        text TEXT,
        spans BLOB,
        is_accepted INTEGER NOT NULL DEFAULT 0
    );
    ALTER TABLE sessions ADD COLUMN replaced_words INTEGER NOT NULL DEFAULT 0;
    """,
)


def open_database(
    path: Path, restore: Callable[[Path], None], *, is_damaged: bool = False
) -> tuple[sqlite3.Connection, HistoryDamagedError | None]:
    """Open the file, or create it.

    Args:
        path: Path of the file.
        restore: Writes a replacement for a damaged file to the path it is given.
        is_damaged: The file is known to be damaged, in a way that only reading all of it shows.

    Returns:
        The connection, and what to tell the user about a damaged file that was replaced.

    Raises:
        HistoryError: It cannot be opened, is locked, or was written by a newer Fermata.
    """
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if _part(path).exists() and not path.exists():  # crashed between the two renames
            return _replaced(path)
        try:
            if is_damaged or _is_emptied(path) or _is_never_written(path):
                raise damage()
            return opened(path), None
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
        _log.error("the history database is damaged and is set aside")
        part = _part(path)
        try:
            restore(part)
        except BaseException:
            remove(part)  # it holds words that the user may delete for good meanwhile
            raise
        return _replaced(path)


def opened(path: Path) -> sqlite3.Connection:
    """Open a file for writing, or create it, and migrate it to the current version.

    Raises:
        sqlite3.Error: It is damaged or locked.
        HistoryError: It was written by a newer Fermata.
    """
    is_new = not path.exists()
    path.touch(mode=PRIVATE)
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a power cut loses nothing committed
        _migrate(connection, path)
    except BaseException:
        connection.close()
        if is_new:  # an empty file would look like one that has lost everything
            path.unlink(missing_ok=True)
        raise
    return connection


def remove(path: Path) -> None:
    """Delete a file and everything SQLite keeps beside it."""
    for companion in _COMPANIONS:
        path.with_name(path.name + companion).unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection usable from any thread; the caller ensures one thread at a time."""
    locks = takes_locks(path.parent)
    connection = sqlite3.connect(
        path if locks else f"{path.absolute().as_uri()}?vfs=unix-none",
        timeout=_LOCK_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        uri=not locks,
    )
    if not locks:  # a log without shared memory, which needs locks
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # nobody's words in /tmp
    return connection


def takes_locks(folder: Path) -> bool:
    """Whether files there can be locked, as SQLite requires; some network file systems refuse."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:  # SQLite reports anything else
        return error.errno not in {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
    return True


def held(path: Path) -> int:
    """Keep any other Fermata from opening this history, under whatever name it finds it.

    SQLite itself shares the file. Close the returned descriptor after SQLite's connections: closing
    a file releases every lock its process holds on it.

    Returns:
        The open file descriptor.

    Raises:
        HistoryError: Another Fermata has it open.
    """
    if sys.platform != "linux":  # no locks per descriptor; the one in the data folder must do
        return os.open(os.devnull, os.O_RDONLY)  # Windows never renames an open file
    import fcntl

    file = os.open(path, os.O_RDWR)
    try:
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, _HELD_BYTE, 1, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock)
    except BlockingIOError as error:
        os.close(file)
        raise HistoryError(path, "another Fermata is using it") from error
    except OSError:  # a file system without locks: the lock in the data folder must do
        pass
    return file


def files_of(path: Path) -> tuple[tuple[int, int] | None, ...]:
    """Return (device, inode) of a history's file and its companions, None for each missing one."""
    return tuple(_identity(path.with_name(path.name + companion)) for companion in _COMPANIONS)


def remove_companions(path: Path, files: tuple[tuple[int, int] | None, ...]) -> None:
    """Delete the companion files that a history left behind: they would corrupt another one."""
    for companion, was, now in zip(_COMPANIONS, files, files_of(path), strict=True):
        if companion and was == now is not None:
            path.with_name(path.name + companion).unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the system into a `HistoryError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise HistoryError(path, own_words(error)) from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, rather than locked or on a full disk."""
    is_named = any(words in str(error) for words in _DAMAGED_IN_WORDS)
    return is_named or (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DAMAGED


def damage() -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(_REASON)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def _is_emptied(path: Path) -> bool:
    """Whether the file has lost everything; SQLite would take it for a new one."""
    is_empty = not path.exists() or not path.stat().st_size
    return is_empty and (path.exists() or path.with_name(f"{path.name}-wal").exists())


def _is_never_written(path: Path) -> bool:
    """Whether its header says only a later SQLite may write it, which means damage."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return max(file.read(20)[18:], default=0) > _LATEST_FORMAT


def _part(path: Path) -> Path:
    """Return where a new file is built; once the old one has been moved away, it is complete."""
    return path.with_name(f"{path.name}.part")


def _replaced(path: Path) -> tuple[sqlite3.Connection, HistoryDamagedError]:
    """Rename the damaged file and its companions, and move the new file into their place."""
    stamp = f"{datetime.now().astimezone():%Y%m%d-%H%M%S-%f}"
    target = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for companion in _COMPANIONS:
        source = path.with_name(path.name + companion)
        if source.exists():
            source.rename(target.with_name(target.name + companion))
    copied_at = datetime.fromtimestamp(_part(path).stat().st_mtime).astimezone()
    _part(path).rename(path)
    connection = opened(path)
    (sessions,) = connection.execute("SELECT count(*) FROM sessions").fetchone()
    restored = copied_at if sessions else None
    return connection, HistoryDamagedError(path, _REASON, target, restored)


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Migrate the file to the current version; raise if it is damaged or too new."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if found != "ok" or not 0 <= version < _NO_VERSION:
        raise damage()
    if version > len(_MIGRATIONS):
        raise HistoryError(path, "it was written by a newer version of Fermata")
    for number, migration in enumerate(_MIGRATIONS[version:], version + 1):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; {migration} PRAGMA user_version = {number}; COMMIT;"
            )
        except sqlite3.OperationalError as error:  # its tables do not match its version
            is_otherwise = error.sqlite_errorcode == sqlite3.SQLITE_ERROR
            raise (damage() if is_otherwise else error) from error
