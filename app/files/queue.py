"""The queue of files, processed in the order they were added."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from threading import RLock

from app.files.job import FileJob, FileKind, Findings, JobState, kind_by_name
from app.files.protocol import WorkSettings
from app.files.worker_thread import WorkerThread
from app.history.records import NewSession, SessionInfo
from engine.transcripts.treatment import Treatment


class FileQueue:
    """Files, the state of each, and the threads that process them; usable from any thread.

    The listener is called on the thread that changes a job and must return at once. It hears
    nothing more about a job that was cancelled or removed. `settings` may change at any time.
    """

    def __init__(
        self,
        settings: WorkSettings,
        listener: Callable[[FileJob], None],
        keep: Callable[[int, NewSession], None],
    ) -> None:
        """Start with one thread: one file at a time.

        `keep` receives the number and session of a finished file, on the thread that processed it.
        """
        self.settings = settings
        self.keep = keep
        self._listener = listener
        self._numbers = itertools.count(1)
        self._lock = RLock()
        self._jobs: dict[int, FileJob] = {}
        self._waiting: deque[int] = deque()
        self._running: set[int] = set()
        self._threads: list[WorkerThread] = []
        self.set_at_once(1)

    def set_at_once(self, count: int) -> None:
        """Process `count` files at a time; those in progress are finished in any case."""
        with self._lock:
            self._at_once = count
        for rank in range(len(self._threads), count):
            self._threads.append(WorkerThread(self, rank))
        self._wake_threads()

    def close(self) -> None:
        """Stop, and wait until the worker processes have ended; safe to call again."""
        for thread in self._threads:
            thread.stop()
        for thread in self._threads:
            thread.join()

    def job(self, number: int) -> FileJob | None:
        with self._lock:
            return self._jobs.get(number)

    def jobs(self) -> list[FileJob]:
        with self._lock:
            return list(self._jobs.values())

    def add(self, paths: Iterable[Path], *, are_started: bool = True) -> list[FileJob]:
        """Append files to the queue; returns at once, nothing is read here.

        Transcripts that are not started are only inspected, until `start`.
        """
        treatment = self.settings.treatment
        jobs = [
            FileJob(
                next(self._numbers),
                path,
                kind_by_name(path),
                is_started=are_started,
                treatment=treatment,
            )
            for path in paths
        ]
        with self._lock:
            self._jobs.update((job.number, job) for job in jobs)
            self._waiting.extend(job.number for job in jobs)
        self._wake_threads()
        return jobs

    def recognise_again(
        self, sound: Path, session: SessionInfo, speech_model: str, model: str
    ) -> FileJob:
        """Append a session's sound, to be recognised by another speech model; returns at once."""
        job = FileJob(
            next(self._numbers),
            sound,
            FileKind.RECORDING,
            model=model,
            session=session.number,
            title=session.title,
            speech_model=speech_model,
            track=session.track,
            is_track_chosen=session.track > 0,
        )
        with self._lock:
            self._jobs[job.number] = job
            self._waiting.append(job.number)
        self._wake_threads()
        return job

    def start(self, numbers: Iterable[int]) -> None:
        """Process transcripts that were only inspected, or are about to be."""
        with self._lock:
            for number in numbers:
                job = self._jobs.get(number)
                if job is None or job.is_started or job.state.is_over:
                    continue
                is_found = job.state is JobState.FOUND
                state = JobState.WAITING if is_found else job.state
                self.change(number, state, {job.state}, is_started=True)
                self._waiting.extend([number] * is_found)
        self._wake_threads()

    def treat(self, numbers: Iterable[int], treatment: Treatment) -> None:
        """Choose what happens to the marks in files that have not been started."""
        with self._lock:
            for number in numbers:
                job = self._jobs.get(number)
                if job is not None and not job.is_started:
                    self.change(number, job.state, {job.state}, treatment=treatment)

    def take_found(self, number: int, found: Findings) -> None:
        """Take what was found in a file; one started meanwhile waits its turn."""
        with self._lock:
            job = self._jobs.get(number)
            is_started = job is not None and job.is_started
            state = JobState.WAITING if is_started else JobState.FOUND
            kind = FileKind.TRANSCRIPT
            is_taken = self.change(number, state, {JobState.RUNNING}, kind=kind, found=found)
            if is_taken and is_started:
                self._waiting.append(number)
        self._wake_threads()

    def cancel(self, number: int) -> None:
        """Cancel a file that is waiting or in progress."""
        before = {JobState.WAITING, JobState.RUNNING, JobState.FOUND}
        self.change(number, JobState.CANCELLED, before)

    def retry(self, number: int) -> None:
        """Requeue a file that failed or was cancelled.

        If its language was the problem, it now goes to the installed model that knows it.
        """
        with self._lock:
            job = self._jobs.get(number)
            refusal = job.refusal if job else None
        states = {JobState.FAILED, JobState.CANCELLED}
        other = {}
        if refusal is not None and refusal.other_model:
            other = {"model": refusal.other_model, "is_started": True}
        self._requeue(number, states, problem=None, refusal=None, **other)

    def insist(self, number: int) -> None:
        """Process a refused file after all: the user says the model knows its language."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.refusal is None:
                return
            told = {"language": job.refusal.languages[0], "is_started": True}
            self._requeue(number, {JobState.FAILED}, problem=None, refusal=None, **told)

    def again(self, number: int, model: str) -> None:
        """Requeue a finished file for another punctuation model."""
        self._requeue(number, {JobState.DONE}, outcome=None, model=model)

    def read_track(self, number: int, track: int) -> None:
        """Requeue a finished, failed or cancelled recording for another of its audio tracks."""
        over = {state for state in JobState if state.is_over}
        told = {"problem": None, "outcome": None, "track": track, "is_track_chosen": True}
        self._requeue(number, over, **told)

    def remove(self, number: int) -> None:
        """Forget a file; the session it became stays."""
        with self._lock:
            self._jobs.pop(number, None)
            self._running.discard(number)
        self._wake_threads()

    def next_for(self, rank: int) -> FileJob | None:
        """Return the next file for a thread, now running; None if there is none."""
        with self._lock:
            # a thread no longer needed may still be at work
            while self._waiting and self.needs(rank) and len(self._running) < self._at_once:
                number = self._waiting.popleft()
                if self.change(number, JobState.RUNNING, {JobState.WAITING}):
                    return self._jobs[number]
        return None

    def needs(self, rank: int) -> bool:
        return rank < self._at_once

    def is_running(self, number: int) -> bool:
        """Whether a file is in progress, neither cancelled nor removed."""
        with self._lock:
            job = self._jobs.get(number)
            return job is not None and job.state is JobState.RUNNING

    def change(
        self, number: int, state: JobState, only_from: AbstractSet[JobState], **changes: object
    ) -> bool:
        """Change a job and notify the listener; False if it is in none of the given states."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.state not in only_from:
                return False
            changed = replace(job, state=state, **changes)  # type: ignore[arg-type]
            self._jobs[number] = changed
            (self._running.add if state is JobState.RUNNING else self._running.discard)(number)
            self._listener(changed)  # under the lock, so that changes are reported in order
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
