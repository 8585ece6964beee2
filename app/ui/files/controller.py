"""Works on files, reads results and writes exports in the background."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.files.export import export, export_name, export_own_form
from app.files.job import FileJob, FileKind, FileResult, JobState, PackedResult, kind_by_name
from app.files.protocol import WorkSettings
from app.files.queue import FileQueue
from app.files.review import Decisions, Review
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import model_choice
from app.tasks import Lane, TaskRunner
from app.ui.files.export_all import OWN_FORMAT, ExportAll, free_path
from app.ui.files.kept_results import KeptResults, as_edited, new_session
from app.ui.files.result_text import OtherModel, ShownResult, shown_result
from app.ui.garbage_collector import held_back
from app.ui.language.messages import explain
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import FermataError
from engine.models.active import active_model
from engine.models.spoken_languages import model_that_knows, spoken_languages
from engine.paths import Paths
from engine.settings import CommandsMode, Settings
from engine.transcripts.treatment import Treatment

_LANE = Lane("files")
_MOST_FILES = 100_000
_WRITE_MS = 400  # as what is typed is written
_SLICE = 200  # of files that are changed at once: each is told and shown
_T = TypeVar("_T")
_SECTIONS = {"models", "advanced", "files", "dictation"}


class FilesController(QObject):
    """The `queue` of files as an object of the window; every method returns at once.

    Where it `starts_at_once`, transcripts are punctuated without asking.

    Signals (`job_changed` on the queue's threads, so queued where it is received):
        added(object): a list of new `FileJob`s, in their order.
        job_changed(object): a `FileJob` as it is now.
        result_opened(object): a `ShownResult`.
        laid_out(object): a `ShownResult` as it is decided now.
        session_wanted(int): the number of a session, which is to be edited.
        document_made(object): a `NewSession` that is to be edited, and kept nowhere.
        exported(int, object): the number of a file, and the path that its result was written to.
        failed(str): a sentence that says what went wrong.
    """

    added = Signal(object)
    job_changed = Signal(object)
    result_opened = Signal(object)
    laid_out = Signal(object)
    session_wanted = Signal(int)
    document_made = Signal(object)
    exported = Signal(int, object)
    failed = Signal(str)

    def __init__(
        self,
        settings: WorkSettings,
        tasks: TaskRunner,
        kept: KeptResults,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.queue = FileQueue(settings, self._follow)
        self.starts_at_once = False
        self._tasks, self._kept = tasks, kept
        self._unwritten: dict[int, ShownResult] = {}
        self._writing = QTimer(self, singleShot=True, interval=_WRITE_MS)
        self._writing.timeout.connect(self._write_decisions)
        self._taken: set[int] = set()
        self._reviewed: set[int] = set()
        self._decisions: defaultdict[int, Decisions] = defaultdict(Decisions)
        self.exported.connect(self.take)
        self.all = ExportAll(tasks, _LANE, self._export_into, self)

    def add(self, paths: Sequence[Path]) -> None:
        """Put files into the queue; of a folder, the files in it whose names tell what they are."""
        self._run(lambda: self._add(paths), self._tell_added)

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
        """Forget files and their results."""
        self._in_slices(numbers, _each(self.queue.remove))

    def again(self, number: int, model: str) -> None:
        self._taken.discard(number)
        self._write_decisions()
        self._kept.forget(number)
        self._decisions.pop(number, None)
        self.queue.again(number, model)

    def open_result(self, job: FileJob) -> None:
        packed = job.result
        if packed is not None:
            self._run(lambda: self._open(job.number, packed), self.result_opened.emit)

    def lay_out(self, shown: ShownResult) -> None:
        """Show a result again, as it is decided now."""
        self._run(
            lambda: shown_result(shown.number, shown.result, shown.review, shown.other),
            self.laid_out.emit,
        )

    def look(self, shown: ShownResult) -> None:
        """Show a result again if its text was edited elsewhere since."""

        def work() -> ShownResult | None:
            result, review = self._standing(shown)
            is_elsewhere = self._is_elsewhere(shown.number)
            if not (is_elsewhere or shown.is_elsewhere):
                return None
            now = shown_result(shown.number, result, review, shown.other, is_elsewhere=is_elsewhere)
            is_same = (now.lines, is_elsewhere) == (shown.lines, shown.is_elsewhere)
            return None if is_same else now

        def done(now: ShownResult | None) -> None:
            if now is not None:
                self.laid_out.emit(now)

        self._write_decisions()
        if self._kept.has(shown.number):
            self._kept.afterwards(shown.number, lambda _: self._run(work, done))

    def edit(self, shown: ShownResult) -> None:
        """Have the session of a result edited; one that was deleted is kept again."""

        def done(is_there: bool) -> None:  # noqa: FBT001  a callback's argument
            if not is_there:
                self._kept.keep_again(shown.number, shown.result, shown.review)
            if self._kept.has(shown.number):
                self._kept.afterwards(shown.number, self.session_wanted.emit)
            else:
                self.take(shown.number)
                new = partial(new_session, shown.result)
                self._run(lambda: new(shown.review.text()), self.document_made.emit)

        self._write_decisions()
        self._run(lambda: self._kept.is_there(shown.number), done)

    def review(self, shown: ShownResult) -> None:
        """Take note that somebody has decided about a result."""
        self._taken.discard(shown.number)
        self._reviewed.add(shown.number)
        self._unwritten[shown.number] = shown
        self._writing.start()

    def export(self, shown: ShownResult, format_name: str, path: Path) -> None:
        """Write a result as it was decided; in its source's format, with all that stands there."""

        def done(_: None) -> None:
            self.exported.emit(shown.number, path)

        self._run(lambda: self._export(shown, format_name, path), done)

    def export_all(self, format_name: str, folder: Path) -> None:
        """Write all results into a folder, as they stand now, and over nothing that is there."""
        self._write_decisions()
        jobs = [job for job in self.queue.jobs() if job.state is JobState.DONE]
        self.all.start(jobs, format_name, folder)

    def take(self, number: int) -> None:
        self._taken.add(number)

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
        # a transcript is marked anew in a moment, if nobody has decided about its changes
        took_long = job.kind is FileKind.RECORDING or job.number in self._reviewed
        is_nowhere = job.number not in self._taken and not self._kept.has(job.number)
        return job.state is JobState.DONE and took_long and is_nowhere

    def close(self) -> None:
        self._write_decisions()
        self.queue.close()

    def _follow(self, job: FileJob) -> None:
        """Keep what is done, on the queue's thread, and tell the window."""
        if job.state is JobState.DONE:
            self._kept.keep(job)
        self.job_changed.emit(job)

    def _write_decisions(self) -> None:
        self._writing.stop()
        decided, self._unwritten = self._unwritten, {}
        for number, shown in decided.items():
            self._kept.update(number, shown.result, shown.review)

    def _standing(self, shown: ShownResult) -> tuple[FileResult, Review]:
        """Return a result as it stands now: as it was decided, or as its session was edited."""
        job = self.queue.job(shown.number)
        packed = job.result if job is not None else None
        return self._as_it_stands(shown.number, packed.unpacked() if packed else shown.result)

    def _as_it_stands(self, number: int, result: FileResult) -> tuple[FileResult, Review]:
        session = self._kept.edited(number)
        if session is None:
            return result, Review(result.text, self._decisions[number])
        result = as_edited(result, session)
        return result, Review(result.text, Decisions())

    def _is_elsewhere(self, number: int) -> bool:
        return self._kept.is_open(number) or self._kept.edited(number) is not None

    def _open(self, number: int, packed: PackedResult) -> ShownResult:
        """Unpack a result of perhaps a million words without stopping the window."""
        with held_back():  # each collection would stop every thread for seconds
            result, review = self._as_it_stands(number, packed.unpacked())
            other = self._other_model(result.foreign_language)
            is_elsewhere = self._is_elsewhere(number)
            shown = shown_result(number, result, review, other, is_elsewhere=is_elsewhere)
            gc.freeze()  # and would look in vain at what has no cycles
        return shown

    def _other_model(self, language: str) -> OtherModel | None:
        if not language:
            return None
        paths = self.queue.settings.paths
        name = model_that_knows(language, paths)
        return OtherModel(name, spoken_languages(name, paths)) if name else OtherModel()

    def _add(self, paths: Sequence[Path]) -> list[FileJob]:
        files = [file for path in paths for file in _files(path)][:_MOST_FILES]
        return self.queue.add(files, are_started=self.starts_at_once) if files else []

    def _tell_added(self, jobs: list[FileJob]) -> None:
        if jobs:
            self.added.emit(jobs)
        else:
            self.failed.emit(self.tr("No recording and no transcript was found there."))

    def _export(self, shown: ShownResult, format_name: str, path: Path) -> None:
        self._write(*self._standing(shown), format_name, path)

    def _export_into(self, job: FileJob, format_name: str, folder: Path) -> None:
        if job.result is None:
            return
        result, review = self._as_it_stands(job.number, job.result.unpacked())
        if format_name == OWN_FORMAT:
            format_name = result.format_name or "txt"
        path = free_path(folder, export_name(result, format_name))
        self._write(result, review, format_name, path)
        self.take(job.number)

    def _write(self, result: FileResult, review: Review, format_name: str, path: Path) -> None:
        sources = chain([result.path], (job.path for job in self.queue.jobs()))
        if result.source and format_name == result.format_name:
            export_own_form(result, review, path, sources)
        else:
            export(review.text(), format_name, path, sources, title=result.path.stem)

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
        language = active_model(self._paths)
        spoken = spoken_languages(language, self._paths)
        choice = model_choice(self._preferences.value, language, spoken)
        # nobody dictates to a recording: its words are no commands, and none is expected
        recogniser = replace(choice.recogniser, commands=CommandsMode.OFF)
        settings = Settings(choice.punctuation, recogniser)
        files = self._preferences.value.files
        treatment = Treatment(files.treatment)
        self._controller.queue.settings = WorkSettings(self._paths, settings, treatment)
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
                "The text of files was neither exported nor copied, and is not kept in the "
                "history; closing now would lose it."
            )
            if self._controller.has_untaken
            else self.tr("Files are not done yet; closing now stops them."),
            Answer(self.tr("Show the files"), self.look_wanted.emit),
            Answer(self.tr("Close all the same"), self._give_up),
        )
        return False

    def _give_up(self) -> None:
        self._gives_up = True
        self.close_wanted.emit()
