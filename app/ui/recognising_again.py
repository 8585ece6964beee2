"""Recognising sessions again with another speech model: start, progress, and result on the page."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.dictation.events import State
from app.dictation.stored_sound import StoredSound
from app.document.document import Document, Written
from app.document.earlier_text import Earlier
from app.document.spoken_words import SpokenWords
from app.files.job import FileJob, JobState
from app.files.second_recognition import Proposal, earlier_text, proposal
from app.history.document_history import DocumentHistory
from app.history.edited_text import RECORDING
from app.history.flac import keep_sound, passing_path
from app.history.records import Recognition, SessionInfo
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.tasks import Lane, TaskRunner
from app.ui.dictation.controller import DictationController
from app.ui.dictation.page import DictationPage
from app.ui.dictation.reopening import Reopening
from app.ui.files.controller import FilesController
from app.ui.language.languages import shown_title
from app.ui.language.messages import explain, translated
from app.ui.models.entries import ModelEntry
from app.ui.widgets.notice_line import Answer
from engine.audio.sound_log import SoundLog
from engine.errors import FermataError, SessionNotFoundError
from engine.models.spoken_languages import spoken_languages
from engine.paths import Paths

_LANE = Lane("recognised again")
_STEP_PERCENT = 10


@dataclass(frozen=True, slots=True)
class PageSession:
    """The session on the page, as stored in the history, and its new recognition."""

    info: SessionInfo
    recognition: Recognition | None


class RecognisingAgain(QObject):
    """Queues the work, stores the result beside the session, and shows both texts.

    Nothing in a session changes until the user accepts the new text.

    Attributes:
        models: The speech models available for this.

    Signals:
        said(str): A sentence for users looking at another part of the window.
        settings_wanted(): The user wants to choose to keep recordings.
        models_wanted(): The user wants to see the models.
    """

    said = Signal(str)
    settings_wanted = Signal()
    models_wanted = Signal()

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        document: Document,
        page: DictationPage,
        controller: DictationController,
        document_history: DocumentHistory,
        writer: HistoryWriter,
        store: HistoryStore,
        files: FilesController,
        reopening: Reopening,
        tasks: TaskRunner,
        paths: Paths,
    ) -> None:
        super().__init__(controller)
        self._document, self._page, self._controller = document, page, controller
        self._document_history, self._writer, self._store = document_history, writer, store
        self._files, self._reopening = files, reopening
        self._tasks, self._paths, self._notice = tasks, paths, page.live.notice
        self.models: tuple[ModelEntry, ...] = ()
        self._on_page: PageSession | None = None
        self._followed: dict[int, FileJob] = {}
        self._text_before: dict[int, str] = {}  # text of the page at that time
        self._wanted = 0  # the session whose differences the user wants to see
        self._shown = ""
        in_order = Qt.ConnectionType.QueuedConnection
        files.job_changed.connect(self._follow_job, in_order)
        writer.recognised.connect(self._arrive)
        writer.session_changed.connect(self._look)
        writer.kept.connect(self._look_again)
        files.changes_wanted.connect(self.show_changes)
        document_history.taken.connect(self._tell_taken)
        page.changes.accepted.connect(self._take)
        page.changes.rejected.connect(self._tell_rejected)

    def follow_models(self, entries: tuple[ModelEntry, ...]) -> None:
        """Set the speech models that can be used."""
        self.models = tuple(
            it for it in entries if it.kind == "speech" and it.origin != "online" and not it.problem
        )

    @property
    def on_page(self) -> SessionInfo | None:
        """The session on the page; None if it is in no history."""
        found = self._on_page
        is_there = found is not None and self._writer.holds([found.info.number])
        return found.info if found is not None and is_there else None

    def reason_against(self, info: SessionInfo | None) -> str:
        """Return why a session cannot be recognised again, as a sentence; "" if it can."""
        if info is None:
            return self.tr("Nothing on this page is in the history.")
        if any(one.session == info.number for one in self._followed.values()):
            return self.tr("It is already being recognised again.")
        if self._writer.holds([info.number]) and self._document_history.is_proposed:
            return self.tr("Accept or reject the new text first.")
        is_there = info.audio is not None and info.audio.exists()
        return "" if is_there or self._log_of(info) is not None else self._no_sound(info)

    def _no_sound(self, info: SessionInfo) -> str:
        if info.source is None:
            was_spoken = info.word_count > 0
            return (
                self.tr("Its recording was not kept.") if was_spoken else self.tr("It was typed.")
            )
        if info.audio is None:
            return self.tr("It came from a transcript, which has no recording.")
        return self.tr("Its recording is missing: %1").replace("%1", str(info.source))

    def begin(self, info: SessionInfo, entry: ModelEntry) -> None:
        """Recognise a session again; does nothing if that is impossible."""
        if self.reason_against(info):
            return
        if self._writer.holds([info.number]):
            self._text_before[info.number] = self._document.units
        log = self._log_of(info)
        if info.audio is not None and info.audio.exists():
            self._queue(info, entry, info.audio)
        elif log is not None:
            self._tasks.run(
                _LANE,
                lambda: self._written(log, info.number),
                lambda path: self._queue(info, entry, path),
                self._fail,
            )

    def _queue(self, info: SessionInfo, entry: ModelEntry, sound: Path) -> None:
        is_there = bool(spoken_languages(info.model, self._paths)) if info.model else False
        model = info.model if is_there else ""
        job = self._files.recognise_again(sound, info, entry.name, model)
        self._followed[job.number] = job
        self._show_progress(job)
        self.said.emit(self._notice.label.text())

    def _log_of(self, info: SessionInfo) -> SoundLog | None:
        """Return the sound of the session just dictated, while it is still available."""
        found = self._controller.back.recorded() if self._writer.holds([info.number]) else None
        is_whole = self._writer.offset_s == 0.0 and self._controller.state is State.STOPPED
        return found[1] if found and is_whole and isinstance(found[1], SoundLog) else None

    def _written(self, log: SoundLog, number: int) -> Path:
        """Write sound that is not kept to a temporary file for the queue, cleaned up later."""
        path = passing_path(self._store.audio_path(number))
        path.unlink(missing_ok=True)
        log.hold()
        try:
            keep_sound(log.blocks(), path)
        finally:
            log.close()
        return path

    def show_changes(self, number: int) -> None:
        """Open a session on the page, with what another model recognised in it."""
        self._wanted = number
        self._reopening.edit(number)
        self._look(number)

    def forget(self) -> None:
        """Forget the new recognition of the session on the page."""
        self._writer.drop_recognition()
        if self._on_page is not None:
            self._on_page = replace(self._on_page, recognition=None)

    def _follow_job(self, job: FileJob) -> None:
        if job.number not in self._followed:
            return
        if not job.state.is_over:
            self._show_progress(job)
            return
        del self._followed[job.number]
        if job.state is not JobState.DONE:
            self._text_before.pop(job.session, None)
        if job.path == passing_path(self._store.audio_path(job.session)):
            job.path.unlink(missing_ok=True)
        self._clear_notice()
        if job.state is JobState.FAILED and job.problem is not None:
            words = translated(job.problem).replace(str(job.path), job.name)
            self._notice.show_error(words)
            self.said.emit(words)

    def _show_progress(self, job: FileJob) -> None:
        percent = int((job.progress or 0.0) * 100) // _STEP_PERCENT * _STEP_PERCENT
        words = self.tr("“%1” is being recognised again: %2 %")
        self._offer(
            words.replace("%1", job.name).replace("%2", str(percent)),
            Answer(self.tr("Cancel"), lambda: self._files.cancel([job.number])),
        )

    def _offer(self, words: str, *answers: Answer) -> None:
        """Show an offer, unless it would replace somebody else's."""
        if words != self._shown and (self._notice.is_free or self._is_ours_shown):
            self._notice.show_offer(words, *answers)
            self._shown = words

    @property
    def _is_ours_shown(self) -> bool:
        return bool(self._shown) and self._notice.label.text() == self._shown

    def _clear_notice(self) -> None:
        if self._is_ours_shown:
            self._notice.clear()
        self._shown = ""

    def _arrive(self, number: int) -> None:
        """Show the result at once if the page has not changed meanwhile."""
        text_before = self._text_before.pop(number, None)
        is_seen = self._page.isVisible() and self._controller.state is State.STOPPED
        if self._writer.holds([number]) and text_before == self._document.units and is_seen:
            self._wanted = number
        self._look(number)

    def _look_again(self) -> None:
        self._look(self._writer.number)

    def _look(self, number: int) -> None:
        """Look up what the history has about the session on the page."""
        if not number or not self._writer.holds([number]):
            return

        def work() -> PageSession | None:
            with suppress(SessionNotFoundError):
                return PageSession(self._store.info(number), self._store.recognitions.of(number))
            return None

        self._tasks.run(_LANE, work, self._take_in, self._fail)

    def _take_in(self, found: PageSession | None) -> None:
        if found is None or not self._writer.holds([found.info.number]):
            return
        self._on_page = found
        recognition = found.recognition
        if recognition is None:
            return
        if recognition.before is not None:
            if not self._page.changes.is_comparing:
                self._look_back(found.info.number, recognition)
        elif self._wanted == found.info.number:
            self._propose()
        elif not self._document_history.is_proposed:
            words = self.tr("This session was recognised again with %1. Nothing has changed yet.")
            self._notice.show_offer(
                words.replace("%1", self._title(recognition.model)),
                Answer(self.tr("Show the differences"), self._propose),
                Answer(self.tr("Discard"), self.forget),
            )

    def _look_back(self, number: int, recognition: Recognition) -> None:
        """Compare the page with its text before the recognition was accepted."""
        units, words = self._document.units, _copied(self._document.words)

        def work() -> Earlier:
            return earlier_text(self._store.session(number), recognition, units, words)

        def done(earlier: Earlier) -> None:
            if self._writer.holds([number]) and self._document.units == units:
                self._show_earlier(earlier, recognition)

        self._tasks.run(_LANE, work, done, self._fail)

    def _show_earlier(self, earlier: Earlier, recognition: Recognition) -> None:
        if earlier.units == self._document.units:  # it was undone
            self._writer.drop_recognition()
        else:
            are_marked = not recognition.is_accepted
            self._compare(earlier, recognition, are_marked=are_marked)

    def _compare(self, earlier: Earlier, recognition: Recognition, *, are_marked: bool) -> None:
        name = recognition.model
        changes = self._page.changes
        changes.show_earlier(earlier, lambda: self._title(name), are_marked=are_marked)

    def _propose(self) -> None:
        """Show the recognition on the page; the history does not store it yet."""
        self._clear_notice()
        found, self._wanted = self._on_page, 0
        recognition = found.recognition if found is not None else None
        if self.on_page is None or recognition is None or self._document_history.is_proposed:
            return
        if self._controller.state is not State.STOPPED:
            self._notice.show_remark(self.tr("Stop recording first."))
            return
        units, words = self._document.units, _copied(self._document.words)
        first, recording = self._document.sentences, RECORDING
        if (recorded := self._controller.back.recorded()) is not None:
            recording = recorded[0]

        def done(it: Proposal) -> None:
            if self._document.units == units and self.on_page is not None:
                self._show_proposal(it, recognition)

        def work() -> Proposal:
            return proposal(recognition, units, words, first, recording)

        self._tasks.run(_LANE, work, done, self._fail)

    def _show_proposal(self, it: Proposal, recognition: Recognition) -> None:
        model = self._title(recognition.model)
        if it.reading.units == it.earlier.units and not it.reading.own:
            self._writer.drop_recognition()
            words = self.tr("%1 recognised exactly the same words.")
            self._notice.show_lasting_remark(words.replace("%1", model))
            return
        document, earlier, info = self._document, it.earlier, self.on_page
        if info is not None and info.audio is not None:  # unless the page holds it already
            folder, is_foreign = self._store.audio_folder, info.source is not None
            sound = StoredSound(info.audio, folder, is_foreign=is_foreign)
            self._controller.back.hold(sound, RECORDING)
        self._document_history.propose(earlier.units, earlier.words.spans(earlier.units))
        document.sentences += it.sentences
        document.rewrite([Written(0, len(document.units), it.reading.units, it.reading.words)])
        self._compare(earlier, recognition, are_marked=True)
        self._notice.show_lasting_remark(
            self.tr("This is the new text. Nothing is changed until you accept it.")
        )

    def _take(self) -> None:
        if self._document_history.is_proposed:
            self._document_history.take()
            self._notice.show_remark(self.tr("New text accepted. Undo restores the old one."))

    def _tell_taken(self) -> None:
        self._notice.show_remark(
            self.tr("New text accepted, because you continued in it. Undo restores the old one.")
        )

    def _tell_rejected(self) -> None:
        if self._document_history.is_proposed:
            self._notice.show_remark(self.tr("Old text kept. Undo shows the new one."))

    def _title(self, name: str) -> str:
        found = next((it for it in self.models if it.name == name), None)
        return shown_title(found.title, found.languages) if found is not None else name

    def _fail(self, error: Exception) -> None:
        if isinstance(error, SessionNotFoundError):  # deleted meanwhile
            return
        if not isinstance(error, FermataError | OSError):
            raise error
        self._notice.show_error(explain(error))


def _copied(words: SpokenWords) -> SpokenWords:
    """Return a snapshot of the words, for another thread."""
    return SpokenWords.of(words.all())
