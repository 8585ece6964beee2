"""The files that were handed in, and what becomes of each."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from threading import RLock

from app.files.job import FileJob, JobState
from app.files.kinds import kind_by_name
from app.files.protocol import WorkSettings

Listener = Callable[[FileJob], None]


class JobList:
    """Gives files away in the order in which they came; from any thread.

    The listener is called on the thread that changes a job; it must return at once. What a
    cancelled or removed job still does is not told.

    Attributes:
        settings: what files are worked on with from now on.
    """

    def __init__(self, settings: WorkSettings, listener: Listener) -> None:
        """Begin without a file, to be worked on one at a time."""
        self.settings = settings
        self._listener = listener
        self._numbers = itertools.count(1)
        self._lock = RLock()
        self._jobs: dict[int, FileJob] = {}
        self._waiting: deque[int] = deque()
        self._running: set[int] = set()
        self._at_once = 1
        self._bells: list[Callable[[], None]] = []

    def tell(self, ring: Callable[[], None]) -> None:
        """Let something be called after every change, on the thread that changes."""
        self._bells.append(ring)

    def allow(self, at_once: int) -> None:
        """Give so many files away at a time."""
        with self._lock:
            self._at_once = at_once
        self._ring()

    def jobs(self) -> list[FileJob]:
        """Return every file as it is now."""
        with self._lock:
            return list(self._jobs.values())

    def add(self, paths: Iterable[Path]) -> list[FileJob]:
        """Put files at the end; returns at once, nothing is read here."""
        jobs = [FileJob(next(self._numbers), path, kind_by_name(path)) for path in paths]
        with self._lock:
            self._jobs.update((job.number, job) for job in jobs)
            self._waiting.extend(job.number for job in jobs)
        self._ring()
        return jobs

    def cancel(self, number: int) -> None:
        """Let a file go that waits or is worked on; others stay as they are."""
        self.change(number, JobState.CANCELLED, {JobState.WAITING, JobState.RUNNING})

    def retry(self, number: int) -> None:
        """Put a file that failed or was cancelled at the end again."""
        over = {JobState.FAILED, JobState.CANCELLED}
        if self.change(number, JobState.WAITING, over, progress=0.0, problem=None):
            with self._lock:
                self._waiting.append(number)
            self._ring()

    def again(self, number: int, model: str) -> None:
        """Put a file that is done at the end again, for another punctuation model."""
        done = {JobState.DONE}
        if self.change(number, JobState.WAITING, done, progress=0.0, result=None, model=model):
            with self._lock:
                self._waiting.append(number)
            self._ring()

    def remove(self, number: int) -> None:
        """Forget a file, its result too."""
        with self._lock:
            self._jobs.pop(number, None)
            self._running.discard(number)
        self._ring()

    def next_for(self, rank: int) -> FileJob | None:
        """Return a file that a thread is to work on, running now; None where there is none."""
        with self._lock:
            while self._waiting and self.needs(rank) and self._has_room():
                number = self._waiting.popleft()
                if self.change(number, JobState.RUNNING, {JobState.WAITING}):
                    return self._jobs[number]
        return None

    def _has_room(self) -> bool:
        """Threads that are needed no more may still be at work."""
        return len(self._running) < self._at_once

    def needs(self, rank: int) -> bool:
        """Return whether a thread may work."""
        return rank < self._at_once

    def is_running(self, number: int) -> bool:
        """Return whether a file is to be worked on still."""
        with self._lock:
            job = self._jobs.get(number)
            return job is not None and job.state is JobState.RUNNING

    def change(
        self, number: int, state: JobState, only_from: AbstractSet[JobState], **changes: object
    ) -> bool:
        """Change a job and tell it; False where it is no longer in a state to be changed."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.state not in only_from:
                return False
            changed = replace(job, state=state, **changes)  # type: ignore[arg-type]
            self._jobs[number] = changed
            (self._running.add if state is JobState.RUNNING else self._running.discard)(number)
            self._listener(changed)  # under the lock: changes are told in their order
        self._ring()
        return True

    def _ring(self) -> None:
        for ring in tuple(self._bells):
            ring()
