"""Gives files to a worker process, which cannot take the window down, and follows its work."""

from __future__ import annotations

import atexit
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from app.files.job import FileJob, JobState
from app.files.protocol import (
    Advanced,
    Cancel,
    Cancelled,
    Failed,
    Finished,
    LookedAt,
    Reply,
    Request,
    Start,
    TracksFound,
)
from app.wording import explain
from engine.child_process import ChildProcess, pipe_ends
from engine.errors import FermataError, FileJobError
from engine.messages import Message

if TYPE_CHECKING:
    from app.files.queue import FileQueue

_CANCEL_TIMEOUT_S = 2.0
_RUNNING = frozenset({JobState.RUNNING})


class WorkerThread:
    """A thread with its own process, which starts with the first file."""

    def __init__(self, queue: FileQueue, rank: int) -> None:
        """Args: rank: Index of this thread in the queue, from zero."""
        self._queue = queue
        self._rank = rank
        self._is_open = True
        self._wake_sender, self._wake = pipe_ends()
        self._worker: _WorkerProcess | None = None
        self._thread = Thread(target=self._run, name=f"files {rank}", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        with suppress(OSError):
            if not self._wake.poll():
                self._wake_sender.send_bytes(b"!")

    def stop(self) -> None:
        self._is_open = False
        self.wake()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._is_open:
                job = self._queue.next_for(self._rank)
                if job is not None:
                    self._work_on(job)
                    continue
                if not self._queue.needs(self._rank):
                    self._end_worker()
                self._wake.poll(None)
                self._clear_wake()
        finally:
            self._end_worker()

    def _work_on(self, job: FileJob) -> None:
        try:
            worker = self._worker = self._worker or _WorkerProcess()
            settings = self._queue.settings.of_job(job)
            worker.send(Start(job.number, job.path, settings, job.name, not job.is_started))
            self._follow(worker, job)
        except (FermataError, OSError) as error:
            self._end_worker()
            self._queue.change(job.number, JobState.FAILED, _RUNNING, problem=explain(error))

    def _follow(self, worker: _WorkerProcess, job: FileJob) -> None:
        """Handle the worker's replies until it is done with the job.

        Raises:
            FileJobError: It ended, or did not stop in time after a cancellation.
        """
        cancelled_at_s: float | None = None
        number, change = job.number, self._queue.change
        while self._is_open:
            match worker.reply(job.path):
                case Advanced(_, kind, done, left_s):
                    told = {"kind": kind, "progress": done, "left_s": left_s}
                    change(number, JobState.RUNNING, _RUNNING, **told)
                case TracksFound(_, tracks, track):
                    change(number, JobState.RUNNING, _RUNNING, tracks=tracks, track=track)
                case LookedAt() | Finished() | Failed() | Cancelled() as end:
                    self._take(end)
                    return
                case None if cancelled_at_s is None and not self._queue.is_running(number):
                    worker.send(Cancel(number))
                    cancelled_at_s = time.monotonic()
                case None:
                    timeout_s = None
                    if cancelled_at_s is not None:
                        timeout_s = cancelled_at_s + _CANCEL_TIMEOUT_S - time.monotonic()
                        if timeout_s < 0.0:
                            raise FileJobError(job.path, "it could not be cancelled in time")
                    worker.wait(self._wake, timeout_s)
                    self._clear_wake()

    def _take(self, end: LookedAt | Finished | Failed | Cancelled) -> None:
        change = self._queue.change
        match end:
            case LookedAt(number, found):
                self._queue.take_found(number, found)
            case Finished(number, kind, outcome, session):
                told = {"kind": kind, "progress": 1.0, "outcome": outcome}
                if self._queue.is_running(number):
                    self._queue.keep(number, session)
                change(number, JobState.DONE, _RUNNING, **told)
            case Failed(number, problem, refusal):
                change(number, JobState.FAILED, _RUNNING, problem=problem, refusal=refusal)

    def _clear_wake(self) -> None:
        while self._wake.poll():
            self._wake.recv_bytes()

    def _end_worker(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None


class _WorkerProcess:
    """A process that processes files; not a daemon, since recognisers are its own children."""

    def __init__(self) -> None:
        self._process = ChildProcess(_serve, name="fermata-files", is_daemon=False)
        self._pipe = self._process.pipe
        atexit.register(self.close)  # otherwise exiting would wait for it

    def send(self, request: Request) -> None:
        with suppress(OSError):  # if it has died, `reply` notices
            self._pipe.send(request)

    def wait(self, also: Connection, timeout_s: float | None = None) -> None:
        """Wait for a reply, the end of the process, or input on `also`."""
        self._process.wait(timeout_s, also)

    def reply(self, path: Path) -> Reply | None:
        """Return the next reply, None if there is none yet.

        Raises:
            FileJobError: The process ended while working on `path`.
        """
        try:
            if self._pipe.poll():
                reply: Reply = self._pipe.recv()
                return reply
        except (EOFError, OSError):
            code = self._process.exit_code()
            reason = Message("the process that read it ended (exit code {code})", code=code)
            raise FileJobError(path, reason) from None
        return None

    def close(self) -> None:
        """End it, whatever it is doing; safe to call again."""
        atexit.unregister(self.close)
        self._process.close()


def _serve(pipe: Connection) -> None:
    from app.files.worker import serve  # loaded only in the other process

    serve(pipe)
