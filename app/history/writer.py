"""Writes sessions into the history while they are spoken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.dictation.events import Gap
from app.dictation.sound_log import SoundLog
from app.history.finishing import Ending
from app.history.flac import length_s
from app.history.retrying_queue import RetryingQueue
from app.history.store import HistoryStore
from app.history.timeline import moved
from engine.errors import AudioFileError, HistoryError, SessionNotFoundError
from engine.types import Checkpoint, Sentence


@dataclass(slots=True)
class _Place:
    """A session, and where on its timeline the recording that runs began.

    `set_aside` is the damaged history that had been met by then.
    """

    number: int
    set_aside: Path | None
    offset_s: float = 0.0


class HistoryWriter(QObject):
    """Does the store's work on one thread of its own, in order; every method returns at once.

    What cannot be written now waits in memory, see `RetryingQueue`.

    Signals:
        kept(): a session has ended and stands in the history.
        thrown_away(int): a session is in the trash.
        failed(object): the `FermataError` or `OSError` for which something is not kept.
        hindered(object): the `HistoryError` or `OSError` for which things wait in memory.
        caught_up(): everything that waited is on disk.
    """

    kept = Signal()
    thrown_away = Signal(int)
    failed = Signal(object)
    hindered = Signal(object)
    caught_up = Signal()
    _emptied = Signal(int)

    def __init__(self, store: HistoryStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._writer = RetryingQueue("history", self)
        self._writer.failed.connect(self.failed)
        self._writer.hindered.connect(self.hindered)
        self._writer.caught_up.connect(self.caught_up)
        self._place: Future[_Place] | None = None
        self._sound: SoundLog | None = None
        self._newest: tuple[Future[_Place] | None, str] = (None, "")
        self._emptied.connect(lambda number: self.forget_deleted([number]))

    @property
    def has_session(self) -> bool:
        """Whether there is a session that edits belong to."""
        return self._place is not None

    @property
    def hindrance(self) -> HistoryError | OSError | None:
        """Why something is not on disk yet; None where nothing is in the way."""
        return self._writer.hindrance

    @property
    def keeps_sound(self) -> bool:
        """Whether the sound of the recording that runs is kept against a crash."""
        return self._sound is not None and self._sound.path is not None

    def begin(
        self,
        started_at: datetime,
        language: str,
        model: str,
        sound: SoundLog | None = None,
    ) -> None:
        """Begin a session, or go on with the one that edits belong to; what follows is in it.

        Args:
            started_at: with its time zone.
            language: code of what is spoken; empty where unknown.
            model: name of the punctuation model; empty where unknown.
            sound: of a recording, held until the session has ended and all its words are kept.
        """
        before = self._place
        self._sound = sound
        self._place = self._writer.submit(lambda: self._begun(before, started_at, language, model))
        if sound is not None:
            sound.hold()
            self._in_place(lambda place: self._begin_recording(place, sound))

    def resume(self, number: int) -> None:
        """Let edits belong to a session that is in the history already."""
        self._place = Future()
        self._place.set_result(_Place(number, self._store.set_aside))

    def forget(self) -> None:
        """Let nothing that follows be kept, until the next `begin`, which is of a new session."""
        self._place = None

    def forget_deleted(self, numbers: Sequence[int]) -> bool:
        """Forget the session where it is one of these, which are in the history no more.

        Returns:
            Whether it was.
        """
        is_so = self.holds(numbers)
        if is_so:
            self._place = None
        return is_so

    def holds(self, numbers: Sequence[int]) -> bool:
        """Whether edits belong to one of these sessions."""
        place = self._place
        is_known = place is not None and place.done() and _went_well(place)
        return place is not None and is_known and place.result().number in numbers

    def append(self, sentences: tuple[Sentence, ...], text: str | None = None) -> None:
        """Keep what was committed, and with it the text in which it stands now."""
        self._in_place(
            lambda place: self._store.append(place.number, moved(sentences, place.offset_s), text)
        )

    def set_checkpoint(self, checkpoint: Checkpoint, *, keeps_sound: bool) -> None:
        """Take which words of the recording are committed; sound that only they need may go."""
        sound = self._sound
        if sound is not None:
            self._in_place(
                lambda place: self._set_checkpoint(
                    place, None if keeps_sound else sound, checkpoint
                )
            )

    def mark_gap(self, gap: Gap) -> None:
        """Keep where nothing was heard in the recording that runs."""
        self._in_place(lambda place: self._store.gaps.add(place.number, gap, place.offset_s))

    def throw_away(self) -> None:
        """Throw the session away that edits belong to; nothing where there is none."""
        self._in_place(self._throw_away)
        self.forget()

    def save_document(self, text: str) -> None:
        """Keep the text as it was edited; one that waits still for that is passed over."""
        of = self._place
        self._newest = of, text
        self._in_place(lambda place: self._save(place, text, of))

    def finish(self, *, keeps_sound: bool = False, is_whole: bool = True) -> None:
        """Say that the session has ended; keep its sound where that is wanted.

        Where it is not whole, it is left as a crash leaves it: the next start can complete it.
        """
        sound, self._sound = self._sound, None
        if not is_whole and sound is not None and sound.path is not None:
            sound.close()
            self._writer.submit(self.kept.emit)
            return
        ending = Ending(self._store, sound, self.failed.emit, keeps_sound=keeps_sound)
        may_wait = ending.is_about_sound if keeps_sound else None
        self._in_place(lambda place: self._end(place, ending), can_wait=may_wait)
        if self._place is not None:
            self._writer.submit(self.kept.emit)
        else:  # its session was deleted meanwhile
            self._writer.submit(ending.abandon)

    def afterwards(self, do: Callable[[], Any]) -> Future[Any]:
        """Have something done, on the writer's thread, once all of this is written."""
        return self._writer.submit(do)

    def close(self) -> None:
        """Wait until everything is written; what still waits is tried once more."""
        self._writer.close()

    def settle(self, timeout_s: float) -> None:
        """Wait until everything is written, or it is known why it cannot be, at most so long."""
        self._writer.settle(timeout_s)

    def _in_place(
        self, do: Callable[[_Place], None], *, can_wait: Callable[[], bool] | None = None
    ) -> None:
        place = self._place
        if place is not None:
            self._writer.submit(
                lambda: self._do(do, place.result()) if _went_well(place) else None,
                can_wait=can_wait,
            )

    def _do(self, do: Callable[[_Place], None], place: _Place) -> None:
        try:
            do(place)
        except SessionNotFoundError:
            if self._store.set_aside == place.set_aside:  # then a person has deleted it
                return
            self._begin_again(place)
            do(place)

    def _begin_again(self, place: _Place) -> None:
        """The session was in a part of the history that is lost."""
        place.number = self._store.begin(datetime.now().astimezone())
        place.set_aside = self._store.set_aside
        if self._sound is not None:
            self._begin_recording(place, self._sound)

    def _begun(
        self, before: Future[_Place] | None, started_at: datetime, language: str, model: str
    ) -> _Place:
        if before is not None and _went_well(before):
            number = before.result().number
            with suppress(SessionNotFoundError, AudioFileError):  # it was deleted, or had no word
                if number not in {one.session for one in self._store.recordings.all()}:
                    sound_s = length_s(self._store.audio_path(number))
                    last_word_s = self._store.resume(number)
                    return _Place(number, self._store.set_aside, max(last_word_s, sound_s))
        return _Place(self._store.begin(started_at, language, model), self._store.set_aside)

    def _begin_recording(self, place: _Place, sound: SoundLog) -> None:
        if sound.path is not None:
            self._store.recordings.begin(place.number, sound.path.name, place.offset_s)
            sound.listed()

    def _set_checkpoint(
        self, place: _Place, sound: SoundLog | None, checkpoint: Checkpoint
    ) -> None:
        if self._store.recordings.set_checkpoint(place.number, checkpoint) and sound is not None:
            sound.release(checkpoint.until_s)

    def _throw_away(self, place: _Place) -> None:
        self._store.trash.throw_in([place.number], datetime.now().astimezone())
        self.kept.emit()
        self.thrown_away.emit(place.number)

    def _save(self, place: _Place, text: str, of: Future[_Place] | None) -> None:
        newest_of, newest = self._newest
        if newest_of is not of or newest is text:  # that of another session replaces nothing
            self._store.save_document(place.number, text)

    def _end(self, place: _Place, ending: Ending) -> None:
        if not ending.go_on(place.number, place.offset_s):
            self._emptied.emit(place.number)


def _went_well(done: Future[Any]) -> bool:
    return done.exception() is None
