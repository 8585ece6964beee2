"""Results in the history: each is a session from the moment it is done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Lock

from app.files.job import FileJob, FileKind, FileResult
from app.files.review import Review
from app.history.edited_text import session_text
from app.history.records import NewSession, StoredSession
from app.history.session_rows import storable
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter, WrittenSession
from app.ui.files.result_text import plain_text
from engine.errors import HistoryError, SessionNotFoundError
from engine.transcripts.restored import RestoredText, RestoredWord


class KeptResults:
    """Knows the session of each result; for use from any thread.

    What a person edits in a session is never written over: what becomes of it is told from what
    was written here by its text.
    """

    def __init__(
        self, writer: HistoryWriter, store: HistoryStore, keeps_history: Callable[[], bool]
    ) -> None:
        self._writer, self._store, self._keeps_history = writer, store, keeps_history
        self._lock = Lock()
        self._sessions: dict[int, WrittenSession] = {}
        self._written: dict[int, int] = {}

    def keep(self, job: FileJob) -> None:
        """Keep what came out of a file, unless nothing is to be kept."""
        packed = job.result
        if packed is not None:
            self._keep(job.number, lambda: new_session(packed.unpacked()))

    def keep_again(self, number: int, result: FileResult, review: Review) -> None:
        """Keep a result whose session was deleted."""
        self._keep(number, lambda: new_session(result, review.text()))

    def forget(self, number: int) -> None:
        """Let the session of a result be one like any other: the file is worked on again."""
        self._sessions.pop(number, None)

    def has(self, number: int) -> bool:
        return number in self._sessions

    def is_there(self, number: int) -> bool:
        """Whether the session of a result is in the history, or waits to be written."""
        session = self._sessions.get(number)
        if session is not None and session.number:
            try:
                self._store.text(session.number)
            except SessionNotFoundError:
                self.forget(number)
        return self.has(number)

    def afterwards(self, number: int, do: Callable[[int], object]) -> None:
        """Have something done with the number of a result's session, once it is written."""
        session = self._sessions.get(number)
        self._writer.afterwards(lambda: do(session.number if session else 0))

    def update(self, number: int, result: FileResult, review: Review) -> None:
        """Write what was decided about a result, unless a person has edited its text since."""
        session = self._sessions.get(number)
        if session is None:
            return

        def write(in_history: int) -> None:
            text = new_session(result, review.text()).text
            with suppress(SessionNotFoundError), self._lock:
                if self._is_as_written(number, in_history):
                    self._store.save_document(in_history, text)
                    self._written[number] = _print_of(text)

        self._writer.rewrite(session, write)

    def edited(self, number: int) -> StoredSession | None:
        """Return the session of a result if a person has edited its text."""
        session = self._sessions.get(number)
        if session is None or not session.number:
            return None
        with suppress(HistoryError), self._lock:  # else it is shown as it came out
            if not self._is_as_written(number, session.number):
                return self._store.session(session.number)
        return None

    def is_open(self, number: int) -> bool:
        """Whether the session of a result is on the page of dictation, where it can be edited."""
        session = self._sessions.get(number)
        return session is not None and self._writer.holds([session.number])

    def _keep(self, number: int, make: Callable[[], NewSession]) -> None:
        def keep() -> NewSession | None:
            new = make()
            with self._lock:
                self._written[number] = _print_of(new.text)
            return new if new.sentences else None

        if self._keeps_history():
            self._sessions[number] = self._writer.keep(keep)

    def _is_as_written(self, number: int, in_history: int) -> bool:
        return _print_of(self._store.text(in_history)) == self._written.get(number)


def new_session(result: FileResult, text: RestoredText | None = None) -> NewSession:
    """Return a result as a session; `text` where it was decided otherwise than it came out."""
    text = text or result.text
    return NewSession(
        result.path.stem,
        plain_text(text),
        tuple(text.sentences()),
        result.path.absolute(),
        is_heard=result.kind is FileKind.RECORDING,
    )


def as_edited(result: FileResult, session: StoredSession) -> FileResult:
    """Return a result with the text of its session: nothing in it is a change any more."""
    text = session_text(session)
    stretches = (
        replace(
            stretch,
            pieces=tuple(
                replace(piece, source=piece.text) if isinstance(piece, RestoredWord) else piece
                for piece in stretch.pieces
            ),
        )
        for stretch in text.stretches
    )
    return replace(result, text=replace(text, stretches=tuple(stretches)), source=b"")


def _print_of(text: str) -> int:
    return hash(storable(text))
