"""The queue of files: they are worked on in the order in which they came."""

from __future__ import annotations

from app.files.job_list import JobList, Listener
from app.files.protocol import WorkSettings
from app.files.worker_thread import WorkerThread


class FileQueue(JobList):
    """Files, and the threads that pass them to worker processes."""

    def __init__(self, settings: WorkSettings, listener: Listener) -> None:
        """Begin with one thread: one file is worked on at a time."""
        super().__init__(settings, listener)
        self._threads: list[WorkerThread] = []
        self.set_at_once(1)

    def set_at_once(self, count: int) -> None:
        """Work on so many files at a time; what is being worked on is finished in any case."""
        for rank in range(len(self._threads), count):
            self._threads.append(WorkerThread(self, rank))
            self.tell(self._threads[rank].wake)
        self.allow(count)

    def close(self) -> None:
        """Stop working; waits until the processes have ended; may be called again."""
        for thread in self._threads:
            thread.stop()
        for thread in self._threads:
            thread.join()
