"""Sessions cut off by a crash: sound that has no words yet is recognised again."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from app.dictation.events import ModelChoice
from app.dictation.loader import ModelLoader
from app.document.document import Document
from app.history import elsewhere
from app.history.edited_text import spoken_words
from app.history.flac import half_kept, keep_sound, length_s
from app.history.recordings import OpenRecording, moved
from app.history.records import SessionInfo
from app.history.store import HistoryStore
from engine.audio.sound_log import (
    delete_log,
    delete_released,
    is_unlisted,
    left_from_s,
    left_log,
    logged_s,
)
from engine.errors import HistoryDamagedError, HistoryError
from engine.recognisers.listener import Listener
from engine.recognisers.settled_words import aligned_length
from engine.session import run
from engine.text.unit_words import unit_words
from engine.types import Break, Context, Hypothesis, Sentence, Update, Word

_KNOWN_AT_MOST = 3  # known words are looked for in this many times their number
_CONTEXT_LETTERS = 1_000
_MARGIN_WORDS = 20
_SAME_LENGTH_S = 0.5


@dataclass(frozen=True, slots=True)
class InterruptedSession:
    """A session that did not end; `recording` is None if all its sound has words."""

    info: SessionInfo
    recording: OpenRecording | None


class InterruptedSessions:
    """Finds and completes them; if interrupted, this can be done again.

    Attributes:
        found: The sessions, newest first.
    """

    def __init__(self, store: HistoryStore, folder: Path, places: Sequence[Path] = ()) -> None:
        """Find them; call before a new session begins, which would count as one.

        Args:
            store: Just opened.
            folder: Where the recordings' journals are.
            places: Where words that the history could not take may wait.
        """
        self._store, self._folder = store, folder
        self.found: list[InterruptedSession] = []
        self._strays: list[Path] = []
        self._interrupted: list[Path] = []
        self._half_kept: list[Path] = []
        with suppress(HistoryError):  # if it cannot be read, all stays for the next start
            for waiting in elsewhere.found(places):
                store.take_in(waiting)
                shutil.rmtree(waiting, ignore_errors=True)
            self._adopt_strays(is_damaged=isinstance(store.problem, HistoryDamagedError))
            recordings = {one.session: one for one in store.recordings.all()}
            unfinished = store.unfinished()
            self.found = [InterruptedSession(one, recordings.get(one.number)) for one in unfinished]
            journals = {one.journal for one in recordings.values()}
            for path in folder.glob("*"):
                (self._interrupted if path.name in journals else self._strays).append(path)
            self._half_kept = half_kept(store.audio_folder)

    def _adopt_strays(self, *, is_damaged: bool) -> None:
        """Give sound whose session may have been lost to damage a session of its own."""
        journals = {one.journal for one in self._store.recordings.all()}
        for stray in self._folder.glob("*"):
            is_lost = is_damaged or is_unlisted(stray)
            if is_lost and stray.name not in journals and logged_s(stray):
                began_at = datetime.fromtimestamp(stray.stat().st_mtime).astimezone()
                self._store.recordings.begin(self._store.begin(began_at), stray.name)

    def delete_strays(self) -> None:
        for stray in self._strays:
            delete_log(stray)
        for interrupted in self._interrupted:
            delete_released(interrupted)
        for part in self._half_kept:
            part.unlink(missing_ok=True)

    def restore(
        self,
        one: InterruptedSession,
        loader: ModelLoader,
        choice: ModelChoice,
        *,
        keeps_sound: bool,
        progress: Callable[[float], object] = float,
    ) -> bool:
        """Complete a session with the words still in its sound; False if it ends up empty.

        Args:
            one: The session.
            loader: Loads the recogniser and punctuator.
            choice: Which models to use.
            keeps_sound: Whether the user keeps the sound of sessions.
            progress: Called with the share of the sound recognised so far; if it raises, the
                work ends and the session stays as it is.

        Raises:
            FermataError, OSError: It cannot be done now; nothing is lost.
        """
        if one.recording is not None:
            if keeps_sound:
                self._keep_sound(one.recording)
            before = self._store.session(one.info.number)
            document = Document()
            if before.document is not None:
                document.replace_all(before.document, spoken_words(before), before.next_number)
            context = document.context
            if before.document is None:
                context = Context(before.text[-_CONTEXT_LETTERS:], "")
            sentences = self._heard(one.recording, loader, choice, progress, context)
            text = spans = None
            if before.document is not None:
                document.apply(Update(sentences, ""))
                text, spans = document.text, document.words.spans(document.units)
            self._store.append(
                one.info.number,
                sentences,
                text,
                spans,
                first=before.next_number,
                ends_recording=True,
            )
        return self.finish(one)

    def finish(self, one: InterruptedSession) -> bool:
        """Mark a session as ended and delete its sound log; False if it is empty.

        Raises:
            HistoryError: It cannot be written.
        """
        is_kept = self._store.finish(one.info.number)
        if one.recording is not None:
            delete_log(self._folder / one.recording.journal)
        return is_kept

    def _heard(
        self,
        recording: OpenRecording,
        loader: ModelLoader,
        choice: ModelChoice,
        progress: Callable[[float], object],
        context: Context,
    ) -> tuple[Sentence, ...]:
        """Return what was said after the words that the history has."""
        journal = self._folder / recording.journal
        begin_s = max(recording.checkpoint.until_s, left_from_s(journal))
        if begin_s >= logged_s(journal):
            return ()
        with closing(loader.listener(left_log(journal), choice.recogniser, from_s=begin_s)) as it:
            heard = [one for one in _all_heard(it, progress) if isinstance(one, Hypothesis)]
        words = unit_words(tuple(w for one in heard if one.is_final for w in one.words))
        new = words[_known_length(self._known(recording), words) :]
        if not new:
            return ()
        numbered = tuple(replace(word, id=number) for number, word in enumerate(new))
        stages = loader.language(choice.punctuation).result().stages(choice.punctuation)
        events = run([context, Hypothesis(numbered, is_final=True)], stages)
        updates = (event for event in events if isinstance(event, Update))
        return moved((one for update in updates for one in update.sentences), recording.offset_s)

    def _known(self, recording: OpenRecording) -> list[str]:
        """Return the words in the history after the checkpoint."""
        session = self._store.session(recording.session)
        words = [word.text for sentence in session.sentences for word in sentence.words]
        return words[recording.words_before + recording.checkpoint.words :]

    def _keep_sound(self, recording: OpenRecording) -> None:
        """Keep the sound as after a proper end, unless that was done before the crash."""
        journal = self._folder / recording.journal
        path = self._store.audio_path(recording.session)
        sound_s = logged_s(journal)
        is_kept = length_s(path) + _SAME_LENGTH_S >= recording.offset_s + sound_s
        if sound_s and not left_from_s(journal) and not is_kept:
            keep_sound(left_log(journal).blocks(), path, recording.offset_s)
        elif not (is_kept and path.exists()):
            return
        self._store.set_audio(recording.session)


def _all_heard(
    listener: Listener, progress: Callable[[float], object]
) -> Iterator[Hypothesis | Break]:
    """Recognise a log to its end, reporting the share done so far."""
    whole_s = listener.behind_s
    while listener.behind_s:
        progress(1.0 - listener.behind_s / whole_s)
        listener.wait()
        yield from listener.poll()
    yield from listener.flush()


def _known_length(known: Sequence[str], words: Sequence[Word]) -> int:
    within = words[: _KNOWN_AT_MOST * len(known) + _MARGIN_WORDS]
    return aligned_length(known, [word.text for word in within]) if known else 0
