"""A file in the queue, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from app.files.kinds import FileKind
from app.files.result import PackedResult
from engine.messages import Message


class JobState(Enum):
    """How far a file is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """True where nothing more will happen by itself."""
        return self not in {JobState.WAITING, JobState.RUNNING}


@dataclass(frozen=True, slots=True)
class FileJob:
    """One file and what became of it.

    Attributes:
        number: names the job.
        path: the source, which is never written to.
        kind: None until the content of a file without a telling name was looked at.
        progress: 0 to 1; None where the length of a recording is not known.
        problem: why it failed, in a sentence for people; else None.
        result: what came out, where it is done.
        model: the punctuation model that was chosen for this file alone; else empty.
    """

    number: int
    path: Path
    kind: FileKind | None
    state: JobState = JobState.WAITING
    progress: float | None = 0.0
    problem: Message | None = None
    result: PackedResult | None = None
    model: str = ""
