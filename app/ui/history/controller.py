"""Runs the history's work in the background, so that widgets need not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from app.history.edited_text import ReopenedSession, reopened, unkept
from app.history.records import (
    NewSession,
    SearchHit,
    SessionInfo,
    Snippet,
    SourceFile,
    StoredSession,
)
from app.history.retention import OldSessions
from app.history.session_export import export_session
from app.history.store import HistoryStore
from app.tasks import Lane, TaskRunner
from app.ui.garbage_collector import held_back
from app.ui.language.messages import explain
from engine.errors import FermataError, SessionNotFoundError
from engine.transcripts.time_marks import TimesInText

_LANE = Lane("history", drains=True)
_EXCERPTS = 500
_LISTED = 100_000  # all of them: rows cost little, and nothing is out of reach
_T = TypeVar("_T")


class HistoryController(QObject):
    """Queries the store; every method returns at once, answers arrive as signals in order.

    Attributes:
        times: where times stand in the text of what is exported.

    Signals:
        listed(str, object): The query, and a list of `SearchHit`; only the newest query is
            answered.
        opened(object): A `StoredSession`.
        reopened(object): A `ReopenedSession`, to become the document.
        last_reopened(object): A `ReopenedSession` that was on the page when Fermata last closed.
        open_found(object): `SessionInfo`s of the sessions open when Fermata last closed.
        deleted(object): Numbers of sessions that no longer exist.
        trashed(object): Numbers of sessions now in the trash.
        restored(object): Numbers of sessions taken out of the trash.
        changed(): Sessions were renamed, deleted, put into the trash or back.
        exported(object): The path that was written.
        old_found(object): Numbers of old sessions, to ask about before deleting them.
        failed(str, object): A sentence that says what went wrong, and what tries it again.
    """

    listed = Signal(str, object)
    opened = Signal(object)
    reopened = Signal(object)
    last_reopened = Signal(object)
    open_found = Signal(object)
    deleted = Signal(object)
    trashed = Signal(object)
    restored = Signal(object)
    changed = Signal()
    exported = Signal(object)
    old_found = Signal(object)
    failed = Signal(str, object)

    def __init__(
        self, store: HistoryStore, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.times = TimesInText.NONE
        self._store, self._tasks = store, tasks
        self._newest_search = 0
        self._keep_days = 0.0

    def search(self, query: str) -> None:
        self._list(query, lambda: self._store.search(query) if query.strip() else self._all())

    def list_trash(self) -> None:
        self._list("", lambda: self._all(in_trash=True))

    def open(self, number: int) -> None:
        self._run(lambda: self._store.session(number), self.opened.emit)

    def reopen(self, number: int) -> None:
        self._run(lambda: self._reopened(self._store.session(number)), self.reopened.emit)

    def reopen_last(self, number: int) -> None:
        """Reopen what was on the page, unless it is in the trash, deleted or unfinished."""

        def work() -> ReopenedSession | None:
            with suppress(SessionNotFoundError):
                session = self._store.session(number)
                is_there = session.info.is_finished and number not in self._store.trash.numbers()
                return self._reopened(session) if is_there else None
            return None

        def done(found: ReopenedSession | None) -> None:
            if found is not None:
                self.last_reopened.emit(found)

        self._run(work, done)

    def find_open(self, numbers: Sequence[int]) -> None:
        """Find the sessions that were open, without those in the trash, deleted or unfinished."""

        def work() -> list[SessionInfo]:
            found, trash = [], self._store.trash.numbers()
            for number in numbers:
                with suppress(SessionNotFoundError):
                    info = self._store.info(number)
                    if info.is_finished and number not in trash:
                        found.append(info)
            return found

        self._run(work, self.open_found.emit)

    def show(self, new: NewSession) -> None:
        """Open a text as the document without storing it."""
        session = unkept(new)
        folder = self._store.audio_folder
        self._run(lambda: _reopened(session, folder, new.file), self.reopened.emit)

    def rename(self, number: int, title: str) -> None:
        self._run(lambda: self._store.rename(number, title), lambda _: self.changed.emit())

    def trash(self, numbers: Sequence[int]) -> None:
        self._change(lambda: self._store.trash.add(numbers, _now()), self.trashed, numbers)

    def put_back(self, numbers: Sequence[int]) -> None:
        self._change(lambda: self._store.trash.put_back(numbers), self.restored, numbers)

    def empty_trash(self) -> None:
        def work() -> Sequence[int]:
            numbers = self._store.trash.numbers()
            self._store.delete(numbers)
            return numbers

        self._run(work, self._tell_deleted)

    def delete(self, numbers: Sequence[int]) -> None:
        self._change(lambda: self._store.delete(numbers), self.deleted, numbers)

    def delete_older_than(self, days: float) -> None:
        """Delete sessions unused for this many days, if no question is needed."""
        self._keep_days = days

        def done(old: OldSessions) -> None:
            if old.numbers and old.must_ask:
                self.old_found.emit(old.numbers)
            elif old.numbers:
                self.delete(sorted(old.numbers))

        self._run(lambda: self._store.retention.old(days, _now()), done)

    def delete_old(self, numbers: frozenset[int]) -> None:
        """Delete those of the sessions that are still old: the user was asked, and agreed."""

        def work() -> Sequence[int]:
            self._store.retention.believe(_now())
            old = self._store.retention.old(self._keep_days, _now()).numbers & numbers
            self._store.delete(sorted(old))
            return sorted(old)

        self._run(work, self._tell_deleted)

    def export(self, number: int, format_name: str, path: Path) -> None:
        times = self.times

        def work() -> Path:
            session, file = self._store.session(number), self._store.file(number)
            sources = [session.info.source] if session.info.source else []
            title = session.info.title
            export_session(session, file, format_name, path, sources, title=title, times=times)
            return path

        self._run(work, self.exported.emit)

    def _reopened(self, session: StoredSession) -> ReopenedSession:
        file = self._store.file(session.info.number)
        return _reopened(session, self._store.audio_folder, file)

    def _list(self, query: str, find: Callable[[], list[SearchHit]]) -> None:
        self._newest_search += 1
        number = self._newest_search

        def work() -> list[SearchHit] | None:
            return find() if number == self._newest_search else None

        def done(found: list[SearchHit] | None) -> None:
            if found is not None:
                self.listed.emit(query, found)

        self._run(work, done)

    def _all(self, *, in_trash: bool = False) -> list[SearchHit]:
        sessions = self._store.sessions(_LISTED, in_trash=in_trash)
        excerpts = self._store.excerpts(sessions[:_EXCERPTS])
        return [SearchHit(info, Snippet(excerpts.get(info.number, ""))) for info in sessions]

    def _tell_deleted(self, numbers: Sequence[int]) -> None:
        if numbers:
            self.deleted.emit(numbers)
            self.changed.emit()

    def _change(
        self, work: Callable[[], None], signal: SignalInstance, numbers: Sequence[int]
    ) -> None:
        def done(_: None) -> None:
            signal.emit(numbers)
            self.changed.emit()

        self._run(work, done)

    def _run(self, work: Callable[[], _T], on_done: Callable[[_T], object]) -> None:
        def fail(error: Exception) -> None:
            words = self.tr("Something went wrong with the history.")
            if isinstance(error, FermataError | OSError):
                words = explain(error)
            self.failed.emit(words, lambda: self._run(work, on_done))

        self._tasks.run(_LANE, work, on_done, fail)


def _reopened(session: StoredSession, folder: Path, file: SourceFile | None) -> ReopenedSession:
    with held_back():  # a long text has a million objects
        return reopened(session, folder, file)


def _now() -> datetime:
    return datetime.now().astimezone()
