"""Does the history's work on a thread of its own, so that widgets need not."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.files.export import export
from app.history.edited_text import session_text
from app.history.records import Found, Snippet
from app.history.reopened import reopened
from app.history.store import HistoryStore
from app.ui.language.sentences import explain
from engine.errors import FermataError

_log = logging.getLogger(__name__)
_LISTED = 100_000  # all of them: rows cost little, and nothing is out of reach


class HistoryController(QObject):
    """Asks the store; every method returns at once, answers come as signals in order.

    Signals (emitted on the desk's thread, so queued where they are received):
        listed(str, object): the query, and a list of `Found`; only the newest query is answered.
        opened(object): a `StoredSession`.
        reopened(object): a `ReopenedSession`, which is to become the document.
        deleted(object): the numbers of sessions that are no more.
        thrown_away(object): the numbers of sessions that are in the trash now.
        returned(object): the numbers of sessions that are in the trash no more.
        changed(): sessions were renamed, deleted, thrown away or put back.
        exported(object): the path that was written.
        failed(str): a sentence that says what went wrong.
    """

    listed = Signal(str, object)
    opened = Signal(object)
    reopened = Signal(object)
    deleted = Signal(object)
    thrown_away = Signal(object)
    returned = Signal(object)
    changed = Signal()
    exported = Signal(object)
    failed = Signal(str)

    def __init__(self, store: HistoryStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = ThreadPoolExecutor(1, "history")
        self._newest_search = 0
        self._is_open = True

    def search(self, query: str) -> None:
        """List what matches, or every session where the query is empty."""
        self._list(lambda: self._found(query), query)

    def list_trash(self) -> None:
        """List what was thrown away."""
        self._list(lambda: self._all(in_trash=True), "")

    def open(self, number: int) -> None:
        """Read a session."""
        self._do(lambda: self.opened.emit(self._store.session(number)))

    def reopen(self, number: int) -> None:
        """Read a session with the places of its spoken words."""
        self._do(lambda: self.reopened.emit(reopened(self._store.session(number))))

    def rename(self, number: int, title: str) -> None:
        """Give a session a title."""
        self._do(lambda: self._store.rename(number, title), self.changed.emit)

    def throw_away(self, numbers: Sequence[int]) -> None:
        """Throw sessions into the trash."""
        self._do(lambda: self._throw_away(numbers), self.changed.emit)

    def put_back(self, numbers: Sequence[int]) -> None:
        """Take sessions out of the trash."""
        self._do(lambda: self._put_back(numbers), self.changed.emit)

    def empty_trash(self) -> None:
        """Delete for good what is in the trash."""
        self._do(lambda: self._delete(self._store.trash.numbers()), self.changed.emit)

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete sessions for good."""
        self._do(lambda: self._delete(numbers), self.changed.emit)

    def delete_older_than(self, days: float) -> None:
        """Delete sessions for good that began more than so many days ago."""
        self._do(lambda: self._delete_older_than(days))

    def export(self, number: int, format_name: str, path: Path) -> None:
        """Write a session to a file."""
        self._do(lambda: self._export(number, format_name, path))

    def close(self) -> None:
        """Finish what was asked for, and end the thread; the store stays open."""
        self._is_open = False
        self._thread.shutdown(wait=True)

    def _list(self, find: Callable[[], list[Found]], query: str) -> None:
        self._newest_search += 1
        number = self._newest_search

        def answer() -> None:
            if number == self._newest_search:
                self.listed.emit(query, find())

        self._do(answer)

    def _found(self, query: str) -> list[Found]:
        return self._store.search(query) if query.strip() else self._all()

    def _all(self, *, in_trash: bool = False) -> list[Found]:
        sessions = self._store.sessions(_LISTED, in_trash=in_trash)
        return [Found(info, Snippet("")) for info in sessions]

    def _throw_away(self, numbers: Sequence[int]) -> None:
        self._store.trash.throw_in(numbers, datetime.now().astimezone())
        self.thrown_away.emit(numbers)

    def _put_back(self, numbers: Sequence[int]) -> None:
        self._store.trash.put_back(numbers)
        self.returned.emit(numbers)

    def _delete(self, numbers: Sequence[int]) -> None:
        self._store.delete(numbers)
        self.deleted.emit(numbers)

    def _delete_older_than(self, days: float) -> None:
        gone = self._store.delete_older_than(days, datetime.now().astimezone())
        if gone:
            self.deleted.emit(gone)
            self.changed.emit()

    def _export(self, number: int, format_name: str, path: Path) -> None:
        session = self._store.session(number)
        export(session_text(session), format_name, path, title=session.info.title)
        self.exported.emit(path)

    def _do(self, work: Callable[[], Any], then: Callable[[], Any] | None = None) -> None:
        if self._is_open:
            self._thread.submit(self._done, work, then)

    def _done(self, work: Callable[[], Any], then: Callable[[], Any] | None) -> None:
        try:
            work()
            if then:
                then()
        except (FermataError, OSError) as error:
            self.failed.emit(explain(error))
        except Exception as error:  # noqa: BLE001  the thread must live on
            _log.error("the history failed with %s", type(error).__name__)
            self.failed.emit(self.tr("Something went wrong with the history; try again."))
