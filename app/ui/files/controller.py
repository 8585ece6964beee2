"""Processes files and exports their results, in the background."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.files.export import OWN_FORMAT, export_name
from app.files.job import FileJob, FileKind, JobState, kind_by_name
from app.files.protocol import WorkSettings
from app.files.queue import FileQueue
from app.history.edited_text import unkept
from app.history.records import NewSession, SessionInfo
from app.history.session_export import export_session
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter, WrittenSession
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import model_choice, spoken_by
from app.tasks import Lane, TaskRunner
from app.ui.files.export_all import ExportAll, free_path
from app.ui.language.messages import explain
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import FermataError
from engine.paths import Paths
from engine.recognisers.speakers import speaker_models
from engine.settings import CommandsMode, Settings
from engine.transcripts.time_marks import TimesInText
from engine.transcripts.treatment import Treatment

_LANE = Lane("files")
_MOST_FILES = 100_000
_SLICE = 200  # files changed at once: each is notified and redrawn
_T = TypeVar("_T")
_SECTIONS = {"models", "advanced", "files", "dictation"}


class FilesController(QObject):
    """The `queue` of files as an object of the window; every method returns at once.

    With `starts_at_once`, transcripts are punctuated without asking.

    The result of a file becomes a session of the history as soon as it is done; if the user keeps
    no history, it waits here.

    Signals (`job_changed` on the queue's threads, so queued for receivers):
        added(object): List of new `FileJob`s, in order.
        job_changed(object): A `FileJob` as it is now.
        session_wanted(int): Number of a session to edit.
        changes_wanted(int): Number of a session that was recognised again.
        document_made(object): A `NewSession` to edit that is not stored anywhere.
        failed(str): A sentence that says what went wrong.
    """

    added = Signal(object)
    job_changed = Signal(object)
    session_wanted = Signal(int)
    changes_wanted = Signal(int)
    document_made = Signal(object)
    failed = Signal(str)

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        settings: WorkSettings,
        tasks: TaskRunner,
        writer: HistoryWriter,
        store: HistoryStore,
        keeps_history: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.queue = FileQueue(settings, self.job_changed.emit, self._keep)
        self.starts_at_once = False
        self.times = TimesInText.NONE
        self._tasks, self._writer, self._store = tasks, writer, store
        self._keeps_history = keeps_history
        self._sessions: dict[int, WrittenSession | NewSession] = {}
        self._taken: set[int] = set()
        self.all = ExportAll(tasks, _LANE, self._export_into, self)

    def add(self, paths: Sequence[Path]) -> None:
        """Add files to the queue; of a folder, the files in it whose names show a known type."""
        self._run(lambda: self._add(paths), self._tell_added)

    def recognise_again(
        self, sound: Path, session: SessionInfo, speech_model: str, model: str
    ) -> FileJob:
        """Recognise a session's sound with another speech model, see `FileQueue`."""
        job = self.queue.recognise_again(sound, session, speech_model, model)
        self.added.emit([job])
        return job

    def start(self, numbers: Sequence[int]) -> None:
        """Punctuate transcripts that were only inspected."""
        self._in_slices(numbers, self.queue.start)

    def treat(self, numbers: Sequence[int], treatment: Treatment) -> None:
        """Choose what happens to the marks in transcripts that have not been started."""
        self._in_slices(numbers, lambda some: self.queue.treat(some, treatment))

    def cancel(self, numbers: Sequence[int]) -> None:
        self._in_slices(numbers, _each(self.queue.cancel))

    def retry(self, numbers: Sequence[int]) -> None:
        self._in_slices(numbers, _each(self.queue.retry))

    def insist(self, numbers: Sequence[int]) -> None:
        """Punctuate files that were refused because of their language."""
        self._in_slices(numbers, _each(self.queue.insist))

    def remove(self, numbers: Sequence[int]) -> None:
        """Forget files; the sessions they became stay in the history."""
        for number in numbers:
            self._sessions.pop(number, None)
        self._in_slices(numbers, _each(self.queue.remove))

    def again(self, number: int, model: str) -> None:
        """Process a finished file with another punctuation model; the earlier result stays."""
        self._taken.discard(number)
        self.queue.again(number, model)

    def read_track(self, number: int, track: int) -> None:
        """Transcribe another audio track of a finished file; the earlier result stays."""
        self._taken.discard(number)
        self.queue.read_track(number, track)

    def find_speaker_model(self, tell: Callable[[bool], object]) -> None:
        """Report whether speakers can be identified, that is, a model for it is installed."""
        paths = self.queue.settings.paths
        self._run(lambda: next(speaker_models(paths), None) is not None, tell)

    def open(self, job: FileJob) -> None:
        """Open a file's text for editing."""
        kept = self._sessions.get(job.number)
        if job.session:
            self.changes_wanted.emit(job.session)
        elif isinstance(kept, NewSession):
            self._taken.add(job.number)
            self.document_made.emit(kept)
        elif kept is not None:
            self._run(lambda: self._number_of(kept), self._open)

    def _open(self, number: int) -> None:
        if number:
            self.session_wanted.emit(number)
        else:
            self.failed.emit(self.tr("This text is no longer in the history."))

    def _number_of(self, kept: WrittenSession) -> int:
        """Return a session's number once it is written; 0 if it was deleted."""
        number = self._writer.afterwards(lambda: kept.number).result()
        return number if self._store.has(number) else 0

    def export_all(self, format_name: str, folder: Path) -> None:
        """Write all results into a folder, as they are now, without overwriting anything."""
        jobs = [job for job in self.queue.jobs() if job.is_result]
        self.all.start(jobs, format_name, folder)

    @property
    def has_untaken(self) -> bool:
        """Whether results would be lost: slow to recreate, and in no history."""
        return any(self._is_untaken(job) for job in self.queue.jobs())

    @property
    def is_busy(self) -> bool:
        """Whether files are waiting or in progress."""
        over = {JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.FOUND}
        return any(job.state not in over for job in self.queue.jobs())

    def _in_slices(self, numbers: Sequence[int], do: Callable[[Sequence[int]], None]) -> None:
        """Change some files now, and the rest once the window has shown that."""
        do(numbers[:_SLICE])
        if len(numbers) > _SLICE:
            QTimer.singleShot(0, self, lambda: self._in_slices(numbers[_SLICE:], do))

    def _is_untaken(self, job: FileJob) -> bool:
        took_long = job.kind is FileKind.RECORDING  # a transcript is quickly punctuated again
        is_nowhere = isinstance(self._sessions.get(job.number), NewSession)
        return took_long and is_nowhere and job.number not in self._taken

    def close(self) -> None:
        self.queue.close()

    def _keep(self, number: int, new: NewSession) -> None:
        """Store a file's result, on the queue's thread, before the file counts as done."""
        job = self.queue.job(number)
        if job is not None and job.session:
            keep = self._writer.keep_recognition
            self._sessions[number] = keep(job.session, job.speech_model, new.sentences)
            return
        self._sessions[number] = self._writer.keep(new) if self._keeps_history() else new

    def _add(self, paths: Sequence[Path]) -> list[FileJob]:
        files = [file for path in paths for file in _files(path)][:_MOST_FILES]
        return self.queue.add(files, are_started=self.starts_at_once) if files else []

    def _tell_added(self, jobs: list[FileJob]) -> None:
        if jobs:
            self.added.emit(jobs)
        else:
            self.failed.emit(self.tr("No recordings or transcripts were found there."))

    def _export_into(self, job: FileJob, format_name: str, folder: Path) -> None:
        kept = self._sessions[job.number]
        if isinstance(kept, NewSession):
            session, file = unkept(kept), kept.file
        else:
            number = self._number_of(kept)
            session, file = self._store.session(number), self._store.file(number)
        if format_name == OWN_FORMAT:
            format_name = "txt" if file is None else file.format_name
        name = export_name(job.path, format_name, is_recording=file is None)
        sources = [other.path for other in self.queue.jobs()]
        path = free_path(folder, name)
        title, times = job.path.stem, self.times
        export_session(session, file, format_name, path, sources, title=title, times=times)
        self._taken.add(job.number)

    def _run(self, work: Callable[[], _T], on_done: Callable[[_T], object]) -> None:
        self._tasks.run(_LANE, work, on_done, self._fail)

    def _fail(self, error: Exception) -> None:
        self.failed.emit(self.reason(error))

    def reason(self, error: Exception) -> str:
        """Return a sentence that says what went wrong."""
        if isinstance(error, FermataError | OSError):
            return explain(error)
        return self.tr("Something went wrong; try again.")


def _each(do: Callable[[int], object]) -> Callable[[Sequence[int]], None]:
    def do_all(numbers: Sequence[int]) -> None:
        for number in numbers:
            do(number)

    return do_all


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            if kind_by_name(file := Path(folder, name)) is not None:
                yield file


class FilePreferences(QObject):
    """Passes preferences on to the files controller, now and when they change."""

    def __init__(
        self,
        controller: FilesController,
        preferences: LivePreferences,
        paths: Paths,
    ) -> None:
        super().__init__(controller)
        self._controller, self._preferences, self._paths = controller, preferences, paths
        preferences.changed.connect(self._follow_preference)
        self.apply()

    def apply(self) -> None:
        language, spoken = spoken_by(self._preferences.value, self._paths)
        choice = model_choice(self._preferences.value, language, spoken)
        # nobody dictates to a recording: its words are not commands, and none need be expected
        recogniser = replace(choice.recogniser, commands=CommandsMode.OFF)
        settings = Settings(choice.punctuation, recogniser)
        files = self._preferences.value.files
        treatment = Treatment(files.treatment)
        self._controller.queue.settings = WorkSettings(
            self._paths, settings, treatment, tells_speakers=files.tells_speakers
        )
        self._controller.queue.set_at_once(files.at_once)
        self._controller.starts_at_once = files.starts_at_once
        self._controller.times = TimesInText(files.times_in_text)

    def _follow_preference(self, key: str) -> None:
        if key.partition(".")[0] in _SECTIONS:
            self.apply()


class UnsavedResults(QObject):
    """Asks before closing stops files in progress, or loses results that no history keeps."""

    look_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, notice: NoticeLine, controller: FilesController) -> None:
        super().__init__(notice)
        self._notice, self._controller = notice, controller
        self._gives_up = False

    def may_close(self) -> bool:
        """Whether closing loses nothing, or the user wants it anyway; otherwise ask."""
        if self._gives_up or not (self._controller.has_untaken or self._controller.is_busy):
            return True
        self._notice.show_offer(
            self.tr(
                "Some file results were neither exported nor opened, and are not kept in the "
                "history. Closing now would lose them."
            )
            if self._controller.has_untaken
            else self.tr("Some files are still being processed. Closing now stops them."),
            Answer(self.tr("Show the files"), self.look_wanted.emit),
            Answer(self.tr("Close anyway"), self._give_up),
        )
        return False

    def _give_up(self) -> None:
        self._gives_up = True
        self.close_wanted.emit()
