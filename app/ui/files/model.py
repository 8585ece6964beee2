"""The files of the queue as a Qt model; ten thousand rows cost no more than one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.files.job import FileJob, FileKind, Findings, JobState
from app.ui.language.durations import lasting
from app.ui.language.languages import shown_language
from app.ui.language.messages import translated
from app.ui.widgets.export_dialog import format_title
from engine.transcripts.inspection import PunctuationState
from engine.transcripts.treatment import Treatment

Index = QModelIndex | QPersistentModelIndex
JOB_ROLE = int(Qt.ItemDataRole.UserRole) + 1
STATE_ROLE = JOB_ROLE + 1


class FilesModel(QAbstractListModel):
    """One row per file, in the order they were added.

    Attributes:
        over: Number of files that are finished, in whatever way.
        done: How many of them succeeded.
        results: How many of those became sessions of their own.
        failed: How many failed.
        unstarted: Number of transcripts waiting for the user to start them.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[FileJob] = []
        self._rows: dict[int, int] = {}
        self._early: dict[int, FileJob] = {}
        self.over = 0
        self.done = self.results = 0
        self.failed = 0
        self.unstarted = 0

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's own
        return 0 if parent.isValid() else len(self._jobs)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        job = self._jobs[index.row()]
        texts: dict[int, Callable[[], object]] = {
            int(Qt.ItemDataRole.DisplayRole): lambda: job.name,
            int(Qt.ItemDataRole.ToolTipRole): lambda: "\n".join(
                (place_of(job), *self._details(job))
            ),
            int(Qt.ItemDataRole.AccessibleTextRole): lambda: f"{job.name}. {self.state(job)}",
            STATE_ROLE: lambda: self.state(job),
            JOB_ROLE: lambda: job,
        }
        wanted = texts.get(int(role))
        return wanted() if wanted else None

    def add(self, jobs: Sequence[FileJob]) -> None:
        """Append new files; changes reported before this are included."""
        first = len(self._jobs)
        self.beginInsertRows(QModelIndex(), first, first + len(jobs) - 1)
        self._jobs += [self._early.pop(job.number, job) for job in jobs]
        self._rows.update((job.number, first + at) for at, job in enumerate(jobs))
        self.over += sum(job.state.is_over for job in self._jobs[first:])
        self.done += sum(_is_done(job) for job in self._jobs[first:])
        self.results += sum(job.is_result for job in self._jobs[first:])
        self.failed += sum(_has_failed(job) for job in self._jobs[first:])
        self.unstarted += sum(is_unstarted(job) for job in self._jobs[first:])
        self.endInsertRows()

    def change(self, job: FileJob) -> None:
        row = self._rows.get(job.number)
        if row is None:
            self._early[job.number] = job
            return
        self.over += job.state.is_over - self._jobs[row].state.is_over
        self.done += _is_done(job) - _is_done(self._jobs[row])
        self.results += job.is_result - self._jobs[row].is_result
        self.failed += _has_failed(job) - _has_failed(self._jobs[row])
        self.unstarted += is_unstarted(job) - is_unstarted(self._jobs[row])
        self._jobs[row] = job
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def remove_over(self) -> list[FileJob]:
        """Remove the finished files, and return them."""
        gone = [job for job in self._jobs if job.state.is_over]
        self.beginResetModel()
        self._jobs = [job for job in self._jobs if not job.state.is_over]
        self._rows = {job.number: row for row, job in enumerate(self._jobs)}
        self.over = self.done = self.failed = 0  # what is not over stays, unstarted or not
        self.results = 0
        self.endResetModel()
        return gone

    def job(self, row: int) -> FileJob:
        return self._jobs[row]

    def jobs(self) -> Sequence[FileJob]:
        return self._jobs

    def state(self, job: FileJob) -> str:
        """Return what is known about a file and what is happening to it, in words."""
        if job.state is JobState.FAILED and job.problem is not None:
            return translated(job.problem).replace(str(job.path), job.name)
        if job.state is JobState.DONE and job.outcome is not None:
            count = job.outcome.word_count
            done = self.tr("Done: %Ln words", "", count)
            if job.session:
                done = self.tr("Recognised again: %Ln words, ready to compare", "", count)
            return " · ".join((done, *map(translated, job.outcome.remarks[:1])))
        if job.state is JobState.RUNNING:
            return self._doing(job)
        if job.state is JobState.FOUND and job.found is not None:
            return self._found(job.found, job.treatment)
        waiting, cancelled = self.tr("Waiting"), self.tr("Cancelled")
        return cancelled if job.state is JobState.CANCELLED else waiting

    def _details(self, job: FileJob) -> list[str]:
        """Return everything there is to say about a file."""
        remarks = job.outcome.remarks if job.outcome is not None else ()
        return [self.state(job), *map(translated, remarks[1:])]

    def _found(self, found: Findings, treatment: Treatment) -> str:
        """Say what was found and what will be done."""
        there = [format_title(found.format_name), shown_language(found.language)]
        there.append(
            {
                PunctuationState.BARE: self.tr("no punctuation"),
                PunctuationState.PARTLY: self.tr("partly punctuated"),
                PunctuationState.FULLY: self.tr("punctuated"),
            }[found.state]
        )
        if found.speakers:
            there.append(self.tr("%Ln speakers", "", found.speakers))
        plan = {
            Treatment.REPAIR: self.tr("punctuation will be repaired"),
            Treatment.FROM_SCRATCH: self.tr("punctuation will be redone"),
            Treatment.ONLY_ADD: self.tr("punctuation will only be added"),
        }[treatment]
        if found.state is PunctuationState.BARE:
            plan = self.tr("punctuation will be added")
        words = f"{' · '.join(filter(None, there))} → {plan}"
        return " · ".join((words, *map(translated, found.remarks[:1])))

    def _doing(self, job: FileJob) -> str:
        is_recording = job.kind is FileKind.RECORDING
        words = self.tr("Transcribing") if is_recording else self.tr("Punctuating")
        words = self.tr("Recognising again") if job.session else words
        if is_unstarted(job) and not is_recording:
            return self.tr("Checking") + "…"
        if job.progress is None or job.progress == 0:
            return f"{words}…"
        words = f"{words}… {round(100 * job.progress)} %"
        if job.left_s is None:
            return words
        return " · ".join((words, self.tr("%1 left").replace("%1", lasting(job.left_s))))


def place_of(job: FileJob) -> str:
    """Return a file's folder; for a session, the model that recognises it again."""
    return str(job.path.parent) if not job.session else job.speech_model


def is_unstarted(job: FileJob) -> bool:
    """Whether the user can start the file; recordings start by themselves."""
    is_open = not job.is_started and not job.state.is_over
    return is_open and job.kind is not FileKind.RECORDING


def _is_done(job: FileJob) -> bool:
    return job.state is JobState.DONE


def _has_failed(job: FileJob) -> bool:
    return job.state is JobState.FAILED
