"""Slow machines: a process that gets little processor time, or busy others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

_RUN_S = 0.004


class Slowed:
    """Lets a process run only for a fraction of the time, whichever process that is now."""

    def __init__(self, process, share: float) -> None:
        self._process, self._rest_s = process, _RUN_S / share - _RUN_S
        self._is_over = Event()
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._is_over.is_set():
            pid = self._process()
            self._send(pid, signal.SIGSTOP)
            self._is_over.wait(self._rest_s)
            self._send(pid, signal.SIGCONT)
            time.sleep(_RUN_S)

    @staticmethod
    def _send(pid, number) -> None:
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def end(self) -> None:
        """Let it run."""
        self._is_over.set()
        self._thread.join()


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Run others that never rest beside what is tested."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
