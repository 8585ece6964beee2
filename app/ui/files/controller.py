"""Works on files, and writes all that came out of them, in the background."""

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
from engine.transcripts.treatment import Treatment

_LANE = Lane("files")
_MOST_FILES = 100_000
_SLICE = 200  # of files that are changed at once: each is told and shown
_T = TypeVar("_T")
_SECTIONS = {"models", "advanced", "files", "dictation"}


class FilesController(QObject):
    """The `queue` of files as an object of the window; every method returns at once.

    Where it `starts_at_once`, transcripts are punctuated without asking.

    What comes out of a file is a session of the history from the moment it is done; where the
    person keeps none, it waits here.

    Signals (`job_changed` on the queue's threads, so queued where it is received):
        added(object): a list of new `FileJob`s, in their order.
        job_changed(object): a `FileJob` as it is now.
        session_wanted(int): the number of a session, which is to be edited.
        changes_wanted(int): the number of a session that was recognised again.
        document_made(object): a `NewSession` that is to be edited, and kept nowhere.
        failed(str): a sentence that says what went wrong.
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
        self._tasks, self._writer, self._store = tasks, writer, store
        self._keeps_history = keeps_history
        self._sessions: dict[int, WrittenSession | NewSession] = {}
        self._taken: set[int] = set()
        self.all = ExportAll(tasks, _LANE, self._export_into, self)

    def add(self, paths: Sequence[Path]) -> None:
        """Put files into the queue; of a folder, the files in it whose names tell what they are."""
        self._run(lambda: self._add(paths), self._tell_added)

    def recognise_again(
        self, sound: Path, session: SessionInfo, speech_model: str, model: str
    ) -> FileJob:
        """Have the sound of a session recognised by another speech model, see `FileQueue`."""
        job = self.queue.recognise_again(sound, session, speech_model, model)
        self.added.emit([job])
        return job

    def start(self, numbers: Sequence[int]) -> None:
        """Have transcripts punctuated that were only looked at."""
        self._in_slices(numbers, self.queue.start)

    def treat(self, numbers: Sequence[int], treatment: Treatment) -> None:
        """Choose what becomes of the marks in transcripts that are not started."""
        self._in_slices(numbers, lambda some: self.queue.treat(some, treatment))

    def cancel(self, numbers: Sequence[int]) -> None:
        self._in_slices(numbers, _each(self.queue.cancel))

    def retry(self, numbers: Sequence[int]) -> None:
        self._in_slices(numbers, _each(self.queue.retry))

    def insist(self, numbers: Sequence[int]) -> None:
        """Have files punctuated that were refused for their language."""
        self._in_slices(numbers, _each(self.queue.insist))

    def remove(self, numbers: Sequence[int]) -> None:
        """Forget files; the sessions that they became stay in the history."""
        for number in numbers:
            self._sessions.pop(number, None)
        self._in_slices(numbers, _each(self.queue.remove))

    def again(self, number: int, model: str) -> None:
        """Work on a file that is done with another punctuation model; what came out stays."""
        self._taken.discard(number)
        self.queue.again(number, model)

    def read_track(self, number: int, track: int) -> None:
        """Transcribe another sound track of a file that is over; what came out stays."""
        self._taken.discard(number)
        self.queue.read_track(number, track)

    def find_speaker_model(self, tell: Callable[[bool], object]) -> None:
        """Tell whether speakers can be told apart: a model for it is installed."""
        paths = self.queue.settings.paths
        self._run(lambda: next(speaker_models(paths), None) is not None, tell)

    def open(self, job: FileJob) -> None:
        """Have the text of a file edited."""
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
        """Return the number of a session once it is written; 0 where it was deleted."""
        number = self._writer.afterwards(lambda: kept.number).result()
        return number if self._store.has(number) else 0

    def export_all(self, format_name: str, folder: Path) -> None:
        """Write all results into a folder, as they stand now, and over nothing that is there."""
        jobs = [job for job in self.queue.jobs() if job.is_result]
        self.all.start(jobs, format_name, folder)

    @property
    def has_untaken(self) -> bool:
        """Whether work is in no history and would be lost, as of recordings."""
        return any(self._is_untaken(job) for job in self.queue.jobs())

    @property
    def is_busy(self) -> bool:
        """Whether files are to come."""
        over = {JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.FOUND}
        return any(job.state not in over for job in self.queue.jobs())

    def _in_slices(self, numbers: Sequence[int], do: Callable[[Sequence[int]], None]) -> None:
        """Change some files, and the others when the window has shown that."""
        do(numbers[:_SLICE])
        if len(numbers) > _SLICE:
            QTimer.singleShot(0, self, lambda: self._in_slices(numbers[_SLICE:], do))

    def _is_untaken(self, job: FileJob) -> bool:
        took_long = job.kind is FileKind.RECORDING  # a transcript is marked anew in a moment
        is_nowhere = isinstance(self._sessions.get(job.number), NewSession)
        return took_long and is_nowhere and job.number not in self._taken

    def close(self) -> None:
        self.queue.close()

    def _keep(self, number: int, new: NewSession) -> None:
        """Keep what came out of a file, on the queue's thread, before the file is done."""
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
        export_session(session, file, format_name, path, sources, title=job.path.stem)
        self._taken.add(job.number)

    def _run(self, work: Callable[[], _T], on_done: Callable[[_T], object]) -> None:
        self._tasks.run(_LANE, work, on_done, self._fail)

    def _fail(self, error: Exception) -> None:
        self.failed.emit(self.reason(error))

    def reason(self, error: Exception) -> str:
        """Return what went wrong in a sentence."""
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
    """Passes preferences on to the controller of files, now and when they change."""

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
        # nobody dictates to a recording: its words are no commands, and none is expected
        recogniser = replace(choice.recogniser, commands=CommandsMode.OFF)
        settings = Settings(choice.punctuation, recogniser)
        files = self._preferences.value.files
        treatment = Treatment(files.treatment)
        self._controller.queue.settings = WorkSettings(
            self._paths, settings, treatment, tells_speakers=files.tells_speakers
        )
        self._controller.queue.set_at_once(files.at_once)
        self._controller.starts_at_once = files.starts_at_once

    def _follow_preference(self, key: str) -> None:
        if key.partition(".")[0] in _SECTIONS:
            self.apply()


class UnsavedResults(QObject):
    """Asks before closing stops files that are worked on, or loses what no history keeps."""

    look_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, notice: NoticeLine, controller: FilesController) -> None:
        super().__init__(notice)
        self._notice, self._controller = notice, controller
        self._gives_up = False

    def may_close(self) -> bool:
        """Whether closing loses nothing, or is wanted all the same; else ask."""
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
