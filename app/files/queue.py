"""The queue of files: they are worked on in the order in which they came."""

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
    """Files, what becomes of each, and the threads that work on them; for use from any thread.

    The listener is called on the thread that changes a job, and must return at once. It hears
    nothing more of a job that was cancelled or removed. `settings` may change at any time.
    """

    def __init__(
        self,
        settings: WorkSettings,
        listener: Callable[[FileJob], None],
        keep: Callable[[int, NewSession], None],
    ) -> None:
        """Begin with one thread: one file is worked on at a time.

        `keep` takes the number of a file that is done, and its text, on the thread that worked.
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

    def job(self, number: int) -> FileJob | None:
        with self._lock:
            return self._jobs.get(number)

    def jobs(self) -> list[FileJob]:
        with self._lock:
            return list(self._jobs.values())

    def add(self, paths: Iterable[Path], *, are_started: bool = True) -> list[FileJob]:
        """Put files at the end; returns at once, nothing is read here.

        Transcripts that are not started are only looked at, until `start`.
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
        """Put the sound of a session at the end, for another speech model; returns at once."""
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
        """Work on transcripts that were only looked at, or still are to be."""
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
        """Choose what becomes of the marks in files that are not started."""
        with self._lock:
            for number in numbers:
                job = self._jobs.get(number)
                if job is not None and not job.is_started:
                    self.change(number, job.state, {job.state}, treatment=treatment)

    def take_found(self, number: int, found: Findings) -> None:
        """Take what was found in a file; one that was started meanwhile waits its turn."""
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
        """Cancel a file that waits or is being worked on."""
        before = {JobState.WAITING, JobState.RUNNING, JobState.FOUND}
        self.change(number, JobState.CANCELLED, before)

    def retry(self, number: int) -> None:
        """Put a file that failed or was cancelled at the end again.

        One whose language the model did not know comes to the model that knows it, at once.
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
        """Work on a file that was refused: the person says that the model knows its language."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.refusal is None:
                return
            told = {"language": job.refusal.languages[0], "is_started": True}
            self._requeue(number, {JobState.FAILED}, problem=None, refusal=None, **told)

    def again(self, number: int, model: str) -> None:
        """Put a file that is done at the end again, for another punctuation model."""
        self._requeue(number, {JobState.DONE}, outcome=None, model=model)

    def read_track(self, number: int, track: int) -> None:
        """Put a recording that is over at the end again, for another of its sound tracks."""
        over = {state for state in JobState if state.is_over}
        told = {"problem": None, "outcome": None, "track": track, "is_track_chosen": True}
        self._requeue(number, over, **told)

    def remove(self, number: int) -> None:
        """Forget a file; the session that it became stays."""
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
