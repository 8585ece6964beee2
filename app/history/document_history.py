"""The document's session in the history, for both speech and typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from app.document.document import (
    Committed,
    Document,
    Edited,
    MarkChanged,
    MarkDecided,
    Replaced,
    Settled,
)
from app.document.text import Places, from_units
from app.document.word_span import WordSpan
from app.history.writer import HistoryWriter
from engine.audio.sound_log import SoundLog

_SENTENCE = 2  # the column of spans with the number of a word's sentence
_DELAY_MS = 400  # a crash loses no more typing than this, plus the time it takes to write


@dataclass(frozen=True, slots=True)
class Proposal:
    """What another model recognised is on the page, but not yet part of the session.

    Attributes:
        before: The session's text, in UTF-16 code units.
        spans: Positions of words in it, see `SpokenWords.spans`.
        first: Number of the first proposed sentence.
    """

    before: str
    spans: Places
    first: int


class DocumentHistory(QObject):
    """Writes words as they are committed, and edits soon after; must be the first observer.

    What is typed without a recording becomes a session too. If a session is in the trash while it
    is dictated, what is said goes to the trash with it; one deleted for good is not stored again.

    What another model recognised is only proposed at first: it is shown on the page, and stored
    once it is accepted or the user goes on writing or dictating in it.

    Signals:
        deleted(): The session was deleted for good, and nothing more will be said in it.
        taken(): The proposal became part of the session because the user wrote in it.
    """

    deleted = Signal()
    taken = Signal()

    def __init__(
        self,
        document: Document,
        writer: HistoryWriter,
        keeps_history: Callable[[], bool],
        active_model: Callable[[], str],
    ) -> None:
        super().__init__(writer)
        self._document, self._writer = document, writer
        self._keeps_history, self._active_model = keeps_history, active_model
        self._is_unsaved = self._is_deleted = self._is_trashed = False
        self._is_private = False  # until another text is begun
        self._proposal: Proposal | None = None
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self.save)
        document.observe(Committed, self._append)
        document.observe(MarkChanged, lambda _: self._save_soon())
        document.observe(MarkDecided, lambda it: writer.set_mark(it.sentence, it.mark))
        document.observe(Edited, self._follow)
        document.observe(Settled, lambda event: self._settle(event.word))
        document.observe(Replaced, self._begin_anew)

    def begin(self, new_sound: Callable[..., SoundLog]) -> SoundLog:
        """Begin a recording; return the log for its sound, crash-safe if the history is kept."""
        keeps_history = self._keeps_history()
        sound = new_sound(for_next_start=keeps_history)
        if keeps_history:
            self._writer.begin(datetime.now().astimezone(), "", self._active_model(), sound)
        else:
            self._writer.forget()
            self._is_private = True
        return sound

    def end(self, *, keeps_sound: bool, is_whole: bool) -> None:
        self.save()
        self._writer.finish(keeps_sound=keeps_sound, is_whole=is_whole)
        self._leave()

    def propose(self, before: str, spans: Places) -> None:
        """Store nothing that happens on the page until the proposal is accepted.

        Args:
            before: The stored text, in UTF-16 code units.
            spans: Positions of words in it.
        """
        self.save()
        self._proposal = Proposal(before, spans, self._document.sentences)

    @property
    def is_proposed(self) -> bool:
        """Whether the page shows a recognition by another model that has not been accepted."""
        return self._proposal is not None

    def take(self) -> None:
        """Make the proposal part of the session, as it stands on the page."""
        proposal, self._proposal = self._proposal, None
        if proposal is None:
            return
        text, spans = self._document.text, self._spans
        if (spans[:, _SENTENCE] >= proposal.first).any():
            before = from_units(proposal.before), proposal.spans
            self._writer.take_recognition(proposal.first, (text, spans), before)
        else:  # all of it was rejected
            self._writer.drop_recognition()

    def set_aside(self) -> Callable[[], None]:
        """Return a function that returns edits to this session, once its text is back."""
        session, is_private = self._writer.session, self._is_private

        def bring_back() -> None:
            self._is_private = is_private
            if session is not None:
                self._writer.go_on_in(session)

        return bring_back

    def close(self) -> None:
        """Store everything; a proposal that was undone completely is not made again."""
        if self._proposal is not None and self._document.units == self._proposal.before:
            self.take()
        self.save()

    def save(self) -> None:
        self._timer.stop()
        if self._proposal is not None:
            return
        is_new, self._is_unsaved = self._is_unsaved and not self._writer.has_session, False
        if is_new and not self._keeps_history():
            self._is_private = True
        text = self._text
        if text is None or (is_new and not text.strip()):
            return
        if is_new:
            self._writer.begin(datetime.now().astimezone(), "", self._active_model())
        self._writer.save_document(text, self._spans)
        if is_new:
            self._writer.finish()

    def forget_deleted(self, numbers: Sequence[int]) -> None:
        """Leave a session that was deleted for good; its text survives only on the page."""
        if self._writer.forget_deleted(numbers):
            self._is_deleted = self._is_private = True
        self._leave_unless_dictating()

    def follow_trashed(self, numbers: Sequence[int]) -> None:
        """Leave a session that was put in the trash, after saving everything in it."""
        if self._writer.holds(numbers):
            self.save()
            self._is_trashed = True
            self._leave_unless_dictating()

    def follow_restored(self, numbers: Sequence[int]) -> None:
        """Continue a session that was taken out of the trash."""
        if self._writer.holds(numbers):
            self._is_trashed = False

    @property
    def _text(self) -> str | None:
        return None if self._is_private else self._document.text

    @property
    def _spans(self) -> Places:
        return self._document.words.spans(self._document.units)

    def _follow(self, event: Edited) -> None:
        if event.is_written:
            self._write_in_proposal()
        self._save_soon()

    def _write_in_proposal(self) -> None:
        if self._proposal is not None:
            self.take()
            self.taken.emit()

    def _append(self, event: Committed) -> None:
        self._write_in_proposal()
        self._writer.append(event.sentences, self._text, self._spans, first=event.number)

    def _settle(self, word: WordSpan) -> None:
        self._write_in_proposal()
        self._writer.settle_word(word.spoken.utterance.number, word.spoken.index)

    def _begin_anew(self, event: Replaced) -> None:
        if self._proposal is not None and event.edit.removed == self._proposal.before:
            self._writer.drop_recognition()
        self._proposal = None
        self._writer.forget()
        self._timer.stop()
        self._is_unsaved = self._is_private = False

    def _save_soon(self) -> None:
        """Save soon; the timer is not restarted, so that typing without a pause is saved too."""
        self._is_unsaved = True
        if self._is_private and not self._document.text.strip():
            self._is_private = False
        if not self._timer.isActive():
            self._timer.start()

    def _leave_unless_dictating(self) -> None:
        if not self._document.is_dictating:
            self._leave()

    def _leave(self) -> None:
        if self._is_trashed:
            self._writer.forget()
        if self._is_deleted:
            self.deleted.emit()
        self._is_deleted = self._is_trashed = False
