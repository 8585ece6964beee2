"""Two backups of the history beside it, to restore a damaged one from."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import RLock

from app.history.database import connect, damage, is_damage, opened, remove
from app.history.session_rows import INFO, from_row, info_of
from engine.atomic_file import PRIVATE, replacing_path

_EVERY_S = 600.0
_SAME_S = 1.0  # file timestamps are coarser than our clock
_LEAP = 1 << 20  # past any number a session may have had in the file that was set aside
_TABLES = ("documents", "passages", "recordings", "gaps", "trash", "decisions")


class Backups:
    """Makes backups; each appears complete, and its modification time is when it was made.

    Attributes:
        paths: Paths of the backups, newer one first; neither need exist.
        lock: Held while a backup is made, and while sessions are deleted for good.
    """

    def __init__(self, path: Path) -> None:
        """Args: path: Path of the history."""
        self._path = path
        names = (f"{path.stem}.backup{path.suffix}", f"{path.stem}.backup-older{path.suffix}")
        self.paths = tuple(path.with_name(name) for name in names)
        self.lock = RLock()

    def make(self, source: sqlite3.Connection) -> None:
        """Back up the history, unless that was done in the last ten minutes or nothing changed.

        Args:
            source: Connection that reads one snapshot of it.

        Raises:
            sqlite3.Error, OSError: It is damaged, and both backups stay; or there is no space.
        """
        newer, older = self.paths
        with self.lock:
            now_s = time.time()
            if not self._is_due(newer, now_s):
                return
            if source.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise damage()
            with _copied(source, newer, now_s):
                if newer.exists():
                    newer.replace(older)

    def forget(self, take_out: Callable[[sqlite3.Connection], None]) -> None:
        """Rewrite each backup without some sessions; delete it if that fails."""
        with self.lock:
            self.tidy()
            for path in self.paths:
                try:
                    made_s = path.stat().st_mtime
                    with closing(connect(path)) as source, _copied(source, path, made_s) as copy:
                        take_out(copy)
                        copy.execute("VACUUM")
                except (sqlite3.Error, OSError):
                    path.unlink(missing_ok=True)

    def restore(self, target: Path) -> None:
        """Write the newest intact backup to `target`, with its time; failing that, a new history.

        Raises:
            sqlite3.Error, OSError: There is no space.
            HistoryError: The backup was written by a newer Fermata.
        """
        for path in self.paths:
            remove(target)
            with suppress(FileNotFoundError):
                made_s = path.stat().st_mtime
                target.touch(mode=PRIVATE)
                shutil.copyfile(path, target)
                try:
                    _prepare(target)
                except sqlite3.DatabaseError as error:
                    if not is_damage(error):
                        raise
                else:
                    os.utime(target, (made_s, made_s))
                    return
        remove(target)
        _prepare(target)

    def tidy(self) -> None:
        """Delete partial backups that a killed Fermata left; call only while none is being made."""
        for part in self._path.parent.glob(f".{self._path.stem}.backup*"):
            with suppress(OSError):
                part.unlink()

    def _is_due(self, newest: Path, now_s: float) -> bool:
        if not newest.exists():
            return True
        made_s = newest.stat().st_mtime
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        written_s = max(file.stat().st_mtime for file in files if file.exists())
        is_same = written_s + _SAME_S < made_s
        return made_s > now_s or not (is_same or now_s - made_s < _EVERY_S)


@contextmanager
def _copied(source: sqlite3.Connection, path: Path, made_s: float) -> Iterator[sqlite3.Connection]:
    """Copy everything that `source` reads; the copy gets its name once the caller is done."""
    with replacing_path(path) as part:
        part.touch(mode=PRIVATE)
        with closing(connect(part)) as copy:
            source.backup(copy)
            for mode in ("DELETE", "OFF"):  # no log, then no journal: nothing is left beside it
                copy.execute(f"PRAGMA journal_mode = {mode}")
            yield copy
        os.utime(part, (made_s, made_s))


def _prepare(path: Path) -> None:
    """Check a whole history, and ready it to be the current one again.

    Raises:
        sqlite3.Error: It is damaged, or cannot be written.
    """
    with closing(opened(path)) as connection:
        try:
            _read_all(connection)
        except (ValueError, TypeError, OverflowError) as error:
            raise damage() from error
        connection.execute(
            "INSERT INTO sqlite_sequence SELECT 'sessions', 0"
            " WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'sessions')"
        )
        connection.execute(
            "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'sessions'", (_LEAP,)
        )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _read_all(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise damage()
    connection.execute("INSERT INTO passage_index (passage_index) VALUES ('integrity-check')")
    for row in connection.execute(INFO):
        info_of(row, Path())
    for row in connection.execute("SELECT surfaces, words, is_complete FROM sentences"):
        from_row(row)
    for table in _TABLES:
        for _ in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608  our own names
            pass
