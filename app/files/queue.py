"""The queue of files: they are worked on in the order in which they came."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from threading import RLock

from app.files.job import FileJob, JobState, kind_by_name
from app.files.protocol import WorkSettings
from app.files.worker_thread import WorkerThread


class FileQueue:
    """Files, what becomes of each, and the threads that work on them; for use from any thread.

    The listener is called on the thread that changes a job, and must return at once. It hears
    nothing more of a job that was cancelled or removed. `settings` may change at any time.
    """

    def __init__(self, settings: WorkSettings, listener: Callable[[FileJob], None]) -> None:
        """Begin with one thread: one file is worked on at a time."""
        self.settings = settings
        self._listener = listener
        self._numbers = itertools.count(1)
        self._lock = RLock()
        self._jobs: dict[int, FileJob] = {}
        self._waiting: deque[int] = deque()
        self._running: set[int] = set()
        self._threads: list[WorkerThread] = []
        self.set_at_once(1)

    def set_at_once(self, count: int) -> None:
        """Work on so many files at a time; what is being worked on is finished in any case."""
        with self._lock:
            self._at_once = count
        for rank in range(len(self._threads), count):
            self._threads.append(WorkerThread(self, rank))
        self._wake_threads()

    def close(self) -> None:
        """Stop working; waits until the processes have ended; may be called again."""
        for thread in self._threads:
            thread.stop()
        for thread in self._threads:
            thread.join()

    def jobs(self) -> list[FileJob]:
        with self._lock:
            return list(self._jobs.values())

    def add(self, paths: Iterable[Path]) -> list[FileJob]:
        """Put files at the end; returns at once, nothing is read here."""
        jobs = [FileJob(next(self._numbers), path, kind_by_name(path)) for path in paths]
        with self._lock:
            self._jobs.update((job.number, job) for job in jobs)
            self._waiting.extend(job.number for job in jobs)
        self._wake_threads()
        return jobs

    def cancel(self, number: int) -> None:
        """Cancel a file that waits or is being worked on."""
        self.change(number, JobState.CANCELLED, {JobState.WAITING, JobState.RUNNING})

    def retry(self, number: int) -> None:
        """Put a file that failed or was cancelled at the end again.

        One whose language the model did not know comes to the model that knows it.
        """
        with self._lock:
            job = self._jobs.get(number)
            other = {"model": job.other_model} if job and job.other_model else {}
        states = {JobState.FAILED, JobState.CANCELLED}
        self._requeue(number, states, problem=None, other_model="", **other)

    def again(self, number: int, model: str) -> None:
        """Put a file that is done at the end again, for another punctuation model."""
        self._requeue(number, {JobState.DONE}, result=None, model=model)

    def remove(self, number: int) -> None:
        """Forget a file, its result too."""
        with self._lock:
            self._jobs.pop(number, None)
            self._running.discard(number)
        self._wake_threads()

    def next_for(self, rank: int) -> FileJob | None:
        """Return a file that a thread is to work on, running now; None where there is none."""
        with self._lock:
            # a thread that is no longer needed may still be at work
            while self._waiting and self.needs(rank) and len(self._running) < self._at_once:
                number = self._waiting.popleft()
                if self.change(number, JobState.RUNNING, {JobState.WAITING}):
                    return self._jobs[number]
        return None

    def needs(self, rank: int) -> bool:
        return rank < self._at_once

    def is_running(self, number: int) -> bool:
        """Return whether a file was neither cancelled nor removed while it is worked on."""
        with self._lock:
            job = self._jobs.get(number)
            return job is not None and job.state is JobState.RUNNING

    def change(
        self, number: int, state: JobState, only_from: AbstractSet[JobState], **changes: object
    ) -> bool:
        """Change a job and tell the listener; False where it is in none of the states given."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.state not in only_from:
                return False
            changed = replace(job, state=state, **changes)  # type: ignore[arg-type]
            self._jobs[number] = changed
            (self._running.add if state is JobState.RUNNING else self._running.discard)(number)
            self._listener(changed)  # under the lock: changes are told in their order
        self._wake_threads()
        return True

    def _requeue(self, number: int, only_from: AbstractSet[JobState], **changes: object) -> None:
        if self.change(number, JobState.WAITING, only_from, progress=0.0, **changes):
            with self._lock:
                self._waiting.append(number)
            self._wake_threads()

    def _wake_threads(self) -> None:
        for thread in tuple(self._threads):
            thread.wake()
