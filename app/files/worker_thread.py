"""Works on one file of the queue after another."""

from __future__ import annotations

import multiprocessing
import time
from contextlib import suppress
from threading import Thread

from app.files.job import FileJob, JobState
from app.files.job_list import JobList
from app.files.protocol import Advanced, Cancel, Cancelled, Failed, Finished, Reply, Start
from app.files.worker_process import WorkerProcess
from app.wording import explain
from engine.errors import FermataError, FileJobError

_CANCEL_TIMEOUT_S = 2.0
_RUNNING = frozenset({JobState.RUNNING})


class WorkerThread:
    """A thread that hands files to a process of its own; the process starts with the first file."""

    def __init__(self, jobs: JobList, rank: int) -> None:
        """Args: jobs: where files come from; rank: of this thread among all, from zero."""
        self._jobs = jobs
        self._rank = rank
        self._is_open = True
        self._wake_sender, self._wake = multiprocessing.Pipe()
        self._worker: WorkerProcess | None = None
        self._thread = Thread(target=self._run, name=f"files {rank}", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Wake the thread, wherever it waits."""
        with suppress(OSError):
            if not self._wake.poll():
                self._wake_sender.send_bytes(b"!")

    def stop(self) -> None:
        """Stop working, without waiting for it."""
        self._is_open = False
        self.wake()

    def join(self) -> None:
        """Wait until the process has ended."""
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._is_open:
                job = self._jobs.next_for(self._rank)
                if job is not None:
                    self._work_on(job)
                    continue
                if not self._jobs.needs(self._rank):
                    self._end_worker()
                self._wake.poll(None)
                self._clear_wake()
        finally:
            self._end_worker()

    def _work_on(self, job: FileJob) -> None:
        try:
            worker = self._worker = self._worker or WorkerProcess()
            settings = self._jobs.settings.with_model(job.model)
            worker.send(Start(job.number, job.path, settings))
            self._follow(worker, job)
        except (FermataError, OSError) as error:
            self._end_worker()
            self._jobs.change(job.number, JobState.FAILED, _RUNNING, problem=explain(error))

    def _follow(self, worker: WorkerProcess, job: FileJob) -> None:
        """Take the worker's answers until it is done with the job, or has not let it go in time."""
        cancelled_at_s: float | None = None
        while self._is_open:
            reply = worker.reply(job.path)
            if isinstance(reply, Finished | Failed | Cancelled):
                self._end_job(reply)
                return
            if isinstance(reply, Advanced):
                self._advance(reply)
            elif cancelled_at_s is None and not self._jobs.is_running(job.number):
                worker.send(Cancel(job.number))
                cancelled_at_s = time.monotonic()
            elif (
                cancelled_at_s is not None and time.monotonic() - cancelled_at_s > _CANCEL_TIMEOUT_S
            ):
                raise FileJobError(job.path, "it was not let go in time")
            else:
                worker.wait(self._wake, None if cancelled_at_s is None else _CANCEL_TIMEOUT_S)
                self._clear_wake()

    def _advance(self, reply: Advanced) -> None:
        self._jobs.change(
            reply.number, JobState.RUNNING, _RUNNING, kind=reply.kind, progress=reply.progress
        )

    def _end_job(self, reply: Reply) -> None:
        if isinstance(reply, Finished):
            changes = {"kind": reply.kind, "progress": 1.0, "result": reply.result}
            self._jobs.change(reply.number, JobState.DONE, _RUNNING, **changes)
        elif isinstance(reply, Failed):
            self._jobs.change(reply.number, JobState.FAILED, _RUNNING, problem=reply.problem)

    def _clear_wake(self) -> None:
        while self._wake.poll():
            self._wake.recv_bytes()

    def _end_worker(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None
