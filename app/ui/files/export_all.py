"""Writes the results of all files into one folder."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.files.job import FileJob
from app.tasks import Lane, TaskRunner

Write = Callable[[FileJob, str, Path], object]  # takes a job, a format and a folder


@dataclass(frozen=True, slots=True)
class Exported:
    """The progress of an export.

    Attributes:
        folder: Where files are written.
        count: Number of results.
        written: How many have been written.
        failed: File names and errors of those that could not be.
    """

    folder: Path
    count: int
    written: int = 0
    failed: tuple[tuple[str, Exception], ...] = ()


class ExportAll(QObject):
    """Writes one result after another, letting other work in between.

    Signals:
        ended(object): An `Exported`, when nothing is left to write.
    """

    ended = Signal(object)

    def __init__(self, tasks: TaskRunner, lane: Lane, write: Write, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks, self._lane, self._write = tasks, lane, write
        self._left: deque[FileJob] = deque()
        self._format_name = ""
        self._so_far: Exported | None = None

    @property
    def is_running(self) -> bool:
        return self._so_far is not None

    def start(self, jobs: list[FileJob], format_name: str, folder: Path) -> None:
        """Start, unless it is already running."""
        if jobs and not self.is_running:
            self._left, self._format_name = deque(jobs), format_name
            self._go_on(Exported(folder, len(jobs)))

    def _go_on(self, so_far: Exported) -> None:
        self._so_far = so_far if self._left else None
        if not self._left:
            self.ended.emit(so_far)
            return
        job = self._left.popleft()

        def done(_: object) -> None:
            self._go_on(replace(so_far, written=so_far.written + 1))

        def fail(error: Exception) -> None:
            failed = (*so_far.failed, (job.path.name, error))
            self._go_on(replace(so_far, failed=failed))

        work = self._write
        self._tasks.run(self._lane, lambda: work(job, self._format_name, so_far.folder), done, fail)


def free_path(folder: Path, name: str) -> Path:
    """Return an unused path for a file of this name."""
    path, number = folder / name, 2
    while path.exists() or path.is_symlink():
        path = folder / f"{Path(name).stem} ({number}){Path(name).suffix}"
        number += 1
    return path
