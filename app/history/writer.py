"""Writes sessions into the history while they are spoken."""

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
        started_at: tells which session it is where it has another number; None where unknown.
        number: 0 until the writer's thread has begun it.
        generation: of the history that it is in.
        offset_s: where on its timeline the recording that runs began.
        text: the newest, while it waits to be written.
        is_numbered: its sentences have the numbers that they have on the page.
    """

    started_at: datetime | None = None
    number: int = 0
    generation: int = 0
    offset_s: float = 0.0
    text: str = ""
    is_numbered: bool = True


class HistoryWriter(QObject):
    """Does the store's work on one thread of its own, in order; every method returns at once.

    What cannot be written now waits in memory, see `RetryingQueue`.

    Signals:
        kept(): a session has ended and stands in the history.
        trashed(int): a session is in the trash.
        recognised(int): another speech model has recognised the session of this number.
        failed(object): the `FermataError` or `OSError` for which something is not kept.
        hindered(object): the `HistoryError` or `OSError` for which things wait in memory.
        caught_up(): everything that waited is on disk.
        session_changed(int): the number of the session that edits belong to now; 0 for none.
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
        """Args: places: where that is kept, in the end, which the store does not take."""
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
        """Of the session that edits belong to, once it is begun; 0 for none."""
        return self._session.number if self._session is not None else 0

    @property
    def offset_s(self) -> float:
        """Where on the timeline of its session the last recording began."""
        return self._session.offset_s if self._session is not None else 0.0

    @property
    def hindrance(self) -> HistoryError | OSError | None:
        return self._queue.hindrance

    @property
    def keeps_sound(self) -> bool:
        """Whether the sound of the recording that runs is kept against a crash."""
        return self._sound is not None and self._sound.path is not None

    def begin(
        self, started_at: datetime, language: str, model: str, sound: SoundLog | None = None
    ) -> None:
        """Begin a session, or go on with the one that edits belong to; what follows is in it.

        `sound` is of a recording, held until the session has ended and all its words are kept.
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
        """Let edits belong to a session that is in the history already."""
        self._session = WrittenSession(started_at, number, self._store.generation)
        self._queue.submit(lambda: self.session_changed.emit(number))

    def forget(self) -> None:
        """Let nothing that follows be kept, until the next `begin`, which is of a new session."""
        self._session = None
        if not self._queue.is_closed:  # that it was emptied may be told behind the end
            self._queue.submit(lambda: self.session_changed.emit(0))

    def forget_deleted(self, numbers: Sequence[int]) -> bool:
        """Forget the session and return True, where it is one of these, which are no more."""
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
        """Keep what was committed, and with it the text in which it stands now.

        See `HistoryStore.append`.
        """

        def append(session: WrittenSession) -> None:
            new, known = moved(sentences, session.offset_s), spans if session.is_numbered else None
            is_numbered = self._store.append(session.number, new, text, known, first=first)
            session.is_numbered = session.is_numbered and is_numbered

        self._in_session(append)

    def set_checkpoint(self, checkpoint: Checkpoint, *, keeps_sound: bool) -> None:
        """Take which words of the recording are committed; sound that only they need may go."""
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
        """Keep a text that was made elsewhere as a session; edits do not belong to it."""
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
        """Keep what another speech model recognised in a session, beside it."""
        session = WrittenSession(None, number, self._store.generation)

        def keep(session: WrittenSession) -> None:
            self._store.recognitions.keep(session.number, model, sentences)
            self.recognised.emit(session.number)

        self._queue.submit(lambda: self._do(keep, session))
        return session

    def take_recognition(
        self, first: int, text: tuple[str, Places], before: tuple[str, Places]
    ) -> None:
        """Make what was recognised part of the session, see `Recognitions.take`."""
        self._in_session(lambda it: self._store.recognitions.take(it.number, first, text, before))

    def drop_recognition(self) -> None:
        """Forget what another model recognised in the session."""
        self._in_session(lambda it: self._store.recognitions.drop(it.number))

    def trash(self) -> None:
        """Put the session that edits belong to into the trash; nothing where there is none."""

        def trash(session: WrittenSession) -> None:
            self._store.trash.add([session.number], datetime.now().astimezone())
            self.kept.emit()
            self.trashed.emit(session.number)

        self._in_session(trash)
        self.forget()

    def save_document(self, text: str, spans: Places | None = None) -> None:
        """Keep the text as it was edited; one that waits still for that is passed over."""
        if self._session is not None:
            self._session.text = text

            def save(session: WrittenSession) -> None:
                if session.text is text:
                    known = spans if session.is_numbered else None
                    self._store.save_document(session.number, text, known)

            self._in_session(save)

    def accept_changes(self, *, are_accepted: bool) -> None:
        """Keep whether what differs from the file of the session is to be shown."""
        self._in_session(
            lambda it: self._store.accept_changes(it.number, are_accepted=are_accepted)
        )

    def settle_word(self, sentence: int, word: int) -> None:
        """Keep that a word of a sentence is right."""

        def settle(session: WrittenSession) -> None:
            if session.is_numbered:
                self._store.settle_word(session.number, sentence, word)

        self._in_session(settle)

    def finish(self, *, keeps_sound: bool = False, is_whole: bool = True) -> None:
        """Say that the session has ended; keep its sound where that is wanted.

        Where it is not whole, it is left as a crash leaves it: the next start can complete it.
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
        """Have something done, on the writer's thread, once all of this is written."""
        return self._queue.submit(do)

    def close(self) -> None:
        self._looking.stop()
        if not self._queue.is_closed:
            self._queue.submit(self._store.check_place)
        self._queue.close()

    @property
    def is_elsewhere(self) -> bool:
        """Whether something is not in the history, but waits for the next start."""
        return self._store.is_elsewhere

    @property
    def has_lost(self) -> bool:
        """Whether something could not be written anywhere."""
        return self._queue.lost > 0

    def _turn(self) -> bool:
        """Write what is left into the first place that takes it; False where there is none."""
        for carries, place in product((True, False), tuple(self._places)):
            with suppress(HistoryError, OSError):
                self._store.turn_to(elsewhere.made(place), carries=carries)
                self._places.remove(place)
                return True
        return False

    def settle(self, timeout_s: float) -> None:
        self._queue.settle(timeout_s)

    def _look_after(self) -> None:
        """Notice soon that the history's file was moved, whether something is written or not."""
        if self._look is None or self._look.done():
            self._look = self._queue.submit(self._store.check_place)

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
        with suppress(SessionNotFoundError):  # a person has deleted it
            do(session)

    def _find(self, session: WrittenSession) -> None:
        """Go on with a session in the file that is the history now; it may not have it."""
        if not self._store.has(session.number):
            session.number = self._store.begin(session.started_at or datetime.now().astimezone())
        session.generation = self._store.generation
        recorded = {one.session for one in self._store.recordings.all()}
        if self._sound is not None and session.number not in recorded:
            self._begin_recording(session, self._sound)

    def _resumed(self, session: WrittenSession, number: int) -> bool:
        """Go on with a session behind its sound and words; False where it was deleted or empty."""
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
