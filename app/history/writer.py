"""Writes sessions into the history while they are being spoken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.dictation.events import Gap
from app.document.text import Places
from app.history import elsewhere
from app.history.finishing import Ending
from app.history.flac import length_s
from app.history.recordings import moved
from app.history.records import NewSession
from app.history.retrying_queue import RetryingQueue
from app.history.store import HistoryStore
from engine.audio.sound_log import SoundLog
from engine.errors import AudioFileError, HistoryError, SessionNotFoundError
from engine.types import Checkpoint, Sentence

_LOOK_MS = 2_000


@dataclass(slots=True, eq=False)
class WrittenSession:
    """A session that the writer has begun, or is about to begin.

    Attributes:
        started_at: Identifies the session if it has another number; None if unknown.
        number: 0 until the writer's thread has begun it.
        generation: Generation of the history it is in.
        offset_s: Where the current recording began on its timeline.
        text: The newest text, while it waits to be written.
        is_numbered: Its sentences have the same numbers as on the page.
    """

    started_at: datetime | None = None
    number: int = 0
    generation: int = 0
    offset_s: float = 0.0
    text: str = ""
    is_numbered: bool = True


class HistoryWriter(QObject):
    """Runs the store's work in order on its own thread; every method returns at once.

    What cannot be written now waits in memory, see `RetryingQueue`.

    Signals:
        kept(): A session has ended and is in the history.
        trashed(int): The session with this number is in the trash.
        recognised(int): Another speech model has recognised the session with this number.
        failed(object): The `FermataError` or `OSError` because of which something is not stored.
        hindered(object): The `HistoryError` or `OSError` because of which work waits in memory.
        caught_up(): Everything that waited is on disk.
        session_changed(int): Number of the session that edits now belong to; 0 for none.
    """

    kept = Signal()
    trashed = Signal(int)
    recognised = Signal(int)
    failed = Signal(object)
    hindered = Signal(object)
    caught_up = Signal()
    session_changed = Signal(int)
    _emptied = Signal(int)

    def __init__(
        self,
        store: HistoryStore,
        places: Sequence[Path] = (),
        parent: QObject | None = None,
    ) -> None:
        """Args: places: Where to write, as a last resort, what the store does not take."""
        super().__init__(parent)
        self._store, self._places = store, list(places)
        self._queue = RetryingQueue("history", self._turn, self)
        self._queue.failed.connect(self.failed)
        self._queue.hindered.connect(self.hindered)
        self._queue.caught_up.connect(self.caught_up)
        self._session: WrittenSession | None = None
        self._sound: SoundLog | None = None
        self._look: Future[Any] | None = None
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self._look_after)
        self._looking.start()
        self._emptied.connect(lambda number: self.forget_deleted([number]))

    @property
    def has_session(self) -> bool:
        return self._session is not None

    @property
    def number(self) -> int:
        """Number of the session that edits belong to, once it has begun; 0 for none."""
        return self._session.number if self._session is not None else 0

    @property
    def session(self) -> WrittenSession | None:
        """The session that edits belong to."""
        return self._session

    @property
    def offset_s(self) -> float:
        """Where the last recording began on its session's timeline."""
        return self._session.offset_s if self._session is not None else 0.0

    @property
    def hindrance(self) -> HistoryError | OSError | None:
        return self._queue.hindrance

    @property
    def keeps_sound(self) -> bool:
        """Whether the current recording's sound would survive a crash."""
        return self._sound is not None and self._sound.path is not None

    def begin(
        self, started_at: datetime, language: str, model: str, sound: SoundLog | None = None
    ) -> None:
        """Begin a session, or continue the one that edits belong to; what follows goes into it.

        `sound` is the log of a recording, held until the session has ended and all its words are
        stored.
        """
        before, session = self._session, WrittenSession(started_at)
        self._session, self._sound = session, sound

        def begin() -> None:
            if before is None or not self._resumed(session, before.number):
                session.number = self._store.begin(started_at, language, model)
            elif before is not None:
                session.started_at, session.is_numbered = before.started_at, before.is_numbered
            session.generation = self._store.generation
            self.session_changed.emit(session.number)

        self._queue.submit(begin)
        if sound is not None:
            sound.hold()
            self._in_session(lambda session: self._begin_recording(session, sound))

    def resume(self, number: int, started_at: datetime | None = None) -> None:
        """Make edits belong to a session that is already in the history."""
        self.go_on_in(WrittenSession(started_at, number, self._store.generation))

    def go_on_in(self, session: WrittenSession) -> None:
        """Make edits belong to a session that was begun before."""
        self._session = session
        self._queue.submit(lambda: self.session_changed.emit(session.number))

    def forget(self) -> None:
        """Store nothing more until the next `begin`, which starts a new session."""
        self._session = None
        if not self._queue.is_closed:  # an empty session may be reported after the end
            self._queue.submit(lambda: self.session_changed.emit(0))

    def forget_deleted(self, numbers: Sequence[int]) -> bool:
        """Forget the session and return True, if it is one of these deleted ones."""
        is_so = self.holds(numbers)
        if is_so:
            self.forget()
        return is_so

    def holds(self, numbers: Sequence[int]) -> bool:
        return self._session is not None and self._session.number in numbers

    def append(
        self,
        sentences: tuple[Sentence, ...],
        text: str | None = None,
        spans: Places | None = None,
        *,
        first: int | None = None,
    ) -> None:
        """Store what was committed, and the text as it now stands with it.

        See `HistoryStore.append`.
        """

        def append(session: WrittenSession) -> None:
            new, known = moved(sentences, session.offset_s), spans if session.is_numbered else None
            is_numbered = self._store.append(session.number, new, text, known, first=first)
            session.is_numbered = session.is_numbered and is_numbered

        self._in_session(append)

    def set_checkpoint(self, checkpoint: Checkpoint, *, keeps_sound: bool) -> None:
        """Store up to where the recording is committed; sound needed only before that may go."""
        sound = self._sound
        if sound is None:
            return

        def set_checkpoint(session: WrittenSession) -> None:
            is_taken = self._store.recordings.set_checkpoint(session.number, checkpoint)
            if is_taken and not keeps_sound:
                sound.release(checkpoint.until_s)

        self._in_session(set_checkpoint)

    def mark_gap(self, gap: Gap) -> None:
        self._in_session(lambda one: self._store.gaps.add(one.number, gap, one.offset_s))

    def keep(self, new: NewSession) -> WrittenSession:
        """Store a text made elsewhere as a session; edits do not belong to it."""
        started_at = datetime.now().astimezone()
        session = WrittenSession(started_at)

        def keep() -> None:
            session.number = self._store.keep(new, started_at)
            session.generation = self._store.generation
            self.kept.emit()

        self._queue.submit(keep)
        return session

    def keep_recognition(
        self, number: int, model: str, sentences: Sequence[Sentence]
    ) -> WrittenSession:
        """Store what another speech model recognised in a session, beside it."""
        session = WrittenSession(None, number, self._store.generation)

        def keep(session: WrittenSession) -> None:
            self._store.recognitions.keep(session.number, model, sentences)
            self.recognised.emit(session.number)

        self._queue.submit(lambda: self._do(keep, session))
        return session

    def take_recognition(
        self, first: int, text: tuple[str, Places], before: tuple[str, Places]
    ) -> None:
        """Make the recognition part of the session, see `Recognitions.take`."""
        self._in_session(lambda it: self._store.recognitions.take(it.number, first, text, before))

    def drop_recognition(self) -> None:
        """Forget what another model recognised in the session."""
        self._in_session(lambda it: self._store.recognitions.drop(it.number))

    def trash(self) -> None:
        """Put the session that edits belong to into the trash, if there is one."""

        def trash(session: WrittenSession) -> None:
            self._store.trash.add([session.number], datetime.now().astimezone())
            self.kept.emit()
            self.trashed.emit(session.number)

        self._in_session(trash)
        self.forget()

    def save_document(self, text: str, spans: Places | None = None) -> None:
        """Store the edited text; an older one still waiting to be stored is skipped."""
        if self._session is not None:
            self._session.text = text

            def save(session: WrittenSession) -> None:
                if session.text is text:
                    known = spans if session.is_numbered else None
                    self._store.save_document(session.number, text, known)

            self._in_session(save)

    def accept_changes(self, *, are_accepted: bool) -> None:
        """Store whether differences from the session's file are highlighted."""
        self._in_session(
            lambda it: self._store.accept_changes(it.number, are_accepted=are_accepted)
        )

    def settle_word(self, sentence: int, word: int) -> None:
        """Mark a word of a sentence as right."""
        self._in_numbered(lambda number: self._store.settle_word(number, sentence, word))

    def set_mark(self, sentence: int, mark: str) -> None:
        """Store an end mark that Fermata has since changed, which is no correction by the user."""
        self._in_numbered(lambda number: self._store.set_mark(number, sentence, mark))

    def finish(self, *, keeps_sound: bool = False, is_whole: bool = True) -> None:
        """End the session; keep its sound if wanted.

        Unless `is_whole`, it is left as a crash leaves it, and the next start can complete it.
        """
        sound, self._sound = self._sound, None
        if not is_whole and sound is not None and sound.path is not None:
            sound.close()
            self._queue.submit(self.kept.emit)
            return
        ending = Ending(self._store, sound, self.failed.emit, keeps_sound=keeps_sound)
        may_wait = ending.is_about_sound if keeps_sound else None

        def end(session: WrittenSession) -> None:
            if not ending.go_on(session.number, session.offset_s):
                self._emptied.emit(session.number)

        self._in_session(end, can_wait=may_wait)
        if self._session is not None:
            self._queue.submit(self.kept.emit)
        else:  # its session was deleted meanwhile
            self._queue.submit(ending.abandon)

    def afterwards(self, do: Callable[[], Any]) -> Future[Any]:
        """Run `do` on the writer's thread once everything so far is written."""
        return self._queue.submit(do)

    def close(self) -> None:
        self._looking.stop()
        if not self._queue.is_closed:
            self._queue.submit(self._store.check_place)
        self._queue.close()

    @property
    def is_elsewhere(self) -> bool:
        """Whether something is outside the history, waiting for the next start."""
        return self._store.is_elsewhere

    @property
    def has_lost(self) -> bool:
        """Whether something could not be written anywhere."""
        return self._queue.lost > 0

    def _turn(self) -> bool:
        """Write the rest to the first place that accepts it; False if none does."""
        for carries, place in product((True, False), tuple(self._places)):
            with suppress(HistoryError, OSError):
                self._store.turn_to(elsewhere.made(place), carries=carries)
                self._places.remove(place)
                return True
        return False

    def settle(self, timeout_s: float) -> None:
        self._queue.settle(timeout_s)

    def _look_after(self) -> None:
        """Notice soon when the history's file is moved, even if nothing is written."""
        if self._look is None or self._look.done():
            self._look = self._queue.submit(self._store.check_place)

    def _in_numbered(self, do: Callable[[int], None]) -> None:
        """Act on the session only if its sentences are numbered as on the page."""

        def act(session: WrittenSession) -> None:
            if session.is_numbered:
                do(session.number)

        self._in_session(act)

    def _in_session(
        self, do: Callable[[WrittenSession], None], *, can_wait: Callable[[], bool] | None = None
    ) -> None:
        session = self._session
        if session is not None:
            self._queue.submit(lambda: self._do(do, session), can_wait=can_wait)

    def _do(self, do: Callable[[WrittenSession], None], session: WrittenSession) -> None:
        if not session.number:  # it could not be begun
            return
        if session.generation != self._store.generation:
            self._find(session)
        with suppress(SessionNotFoundError):  # deleted by the user
            do(session)

    def _find(self, session: WrittenSession) -> None:
        """Continue the session in the current history file, which may not have it yet."""
        if not self._store.has(session.number):
            session.number = self._store.begin(session.started_at or datetime.now().astimezone())
        session.generation = self._store.generation
        recorded = {one.session for one in self._store.recordings.all()}
        if self._sound is not None and session.number not in recorded:
            self._begin_recording(session, self._sound)

    def _resumed(self, session: WrittenSession, number: int) -> bool:
        """Continue a session after its sound and words; False if it was deleted or empty."""
        with suppress(SessionNotFoundError, AudioFileError):
            if number and number not in {one.session for one in self._store.recordings.all()}:
                sound_s = length_s(self._store.audio_path(number))
                session.offset_s = max(self._store.resume(number), sound_s)
                session.number = number
        return session.number != 0

    def _begin_recording(self, session: WrittenSession, sound: SoundLog) -> None:
        if sound.path is not None:
            self._store.recordings.begin(session.number, sound.path.name, session.offset_s)
            sound.listed()
