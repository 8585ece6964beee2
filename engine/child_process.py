"""Runs a function in a child process, so that crashes of native code end nothing here.

`HangDetector` tells whether it hangs; `NativeOutput` keeps what its native code prints.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection as connections
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

_KILLED = {-15, -9}  # SIGTERM and SIGKILL; also sent by a system out of memory
_EXIT_TIMEOUT_S = 0.5
_DEATH_TIMEOUT_S = 5.0
_LOOK_S = 0.01
_LEAST_SHARE = 0.001  # of a processor: any less and it is stuck, not slow
_FULL_SHARE = 0.9  # no process gets a processor all the time
_TAIL_BYTES = 8_192
_COPIES_OF_WEIGHTS = 4  # the most held at once while loading
_BESIDE_WEIGHTS_BYTES = 1 << 30
# a position in the source code of Kaldi or sherpa-onnx
_PLACE = re.compile(r"^(ERROR \(VoskAPI:\S*\)|\S+\.(?:cc|h):\w+:\d+) ")
_TELLING = ("ERROR", "ASSERTION_FAILED", "FATAL")


class ChildProcess:
    """A process that runs until its function returns, which it should do when `pipe` closes.

    Only the parent reacts to Ctrl-C.
    """

    def __init__(
        self,
        function: Callable[..., None],
        *arguments: object,
        name: str,
        is_daemon: bool = True,
    ) -> None:
        """Start it; the caller must close it.

        Args:
            function: Called in the child with its end of the pipe and the arguments.
            *arguments: Picklable values.
            name: Name of the process.
            is_daemon: False for one that starts children itself.

        Raises:
            OSError: the system has no room for another process.
        """
        self.pipe, child_pipe = pipe_ends()
        self._closing = Lock()
        self._is_closed = False
        self._exit_code: int | None = None
        self._process = multiprocessing.get_context("spawn").Process(
            target=_run, args=(function, child_pipe, *arguments), name=name, daemon=is_daemon
        )
        try:
            with child_pipe, _interrupts_held_back():
                self._process.start()
        except BaseException:
            self.close()
            raise
        self.pid = self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._is_closed and self._process.is_alive()

    @property
    def is_dead_by_itself(self) -> bool:
        """Whether it ended without being killed from outside."""
        return not self.is_alive and self.exit_code(0.0) not in _KILLED

    def exit_code(self, timeout_s: float = _DEATH_TIMEOUT_S) -> int | None:
        """Return the exit status, negative for a signal; None while it is running.

        Waits a few seconds, since the child's end of the pipe closes before the status is known.
        """
        if not self._is_closed:
            self._process.join(timeout_s)
            self._exit_code = self._status()
        return self._exit_code

    def wait(self, timeout_s: float | None = None, *others: Connection) -> bool:
        """Wait for an answer, the child's end, or another pipe; return False on timeout."""
        ready = connections.wait([self.pipe, self._process.sentinel, *others], timeout_s)
        if self._process.sentinel in ready and self.pipe not in ready:
            self.pipe.poll(_DEATH_TIMEOUT_S)  # it closes its files one by one
        return bool(ready)

    def close(self) -> None:
        """Stop the child, whatever it is doing, and release it; idempotent."""
        self.pipe.close()
        with self._closing:
            if not self._is_closed and self._process.ident is not None:  # else it never started
                self._end()
                self._exit_code = self._status()
                self._is_closed = True
                self._process.close()

    def _status(self) -> int | None:
        """Return the exit status, once a thread that is just fetching it from the system has it.

        Any thread that starts a process asks for the status of all others, and the system tells it
        only once.
        """
        end_s = time.monotonic() + _DEATH_TIMEOUT_S
        while (status := self._process.exitcode) is None and time.monotonic() < end_s:
            if not connections.wait([self._process.sentinel], 0):
                break
            time.sleep(_LOOK_S)
        return status

    def _end(self) -> None:
        self._process.join(_EXIT_TIMEOUT_S)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(_EXIT_TIMEOUT_S)
        if self._process.is_alive():  # suspended, or ignores the signal
            self._process.kill()
            self._process.join()


def pipe_ends() -> tuple[Connection, Connection]:
    """Return both ends of a pipe; Windows has an equivalent class of its own for them."""
    ends: Any = multiprocessing.Pipe()
    one, other = ends
    return one, other


def limit_memory(most_bytes: int) -> None:
    """Limit this process's own memory, if the system can."""
    if sys.platform == "win32":
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, hard))


def limit_memory_beside(weights_bytes: int) -> None:
    """Limit this process's memory to the most that a model of this size needs."""
    limit_memory(_BESIDE_WEIGHTS_BYTES + _COPIES_OF_WEIGHTS * weights_bytes)


def _run(function: Callable[..., None], pipe: Connection, *arguments: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # the parent blocked it while we were starting
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    function(pipe, *arguments)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block SIGINT while a child starts, until the child ignores it."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else the child's start does, and lets SIGINT through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class HangDetector:
    """Tells a child that hangs from one that merely gets little processor time.

    Judges by the child's processor time if the system reports it, else by the clock: the child
    hangs if one answer has used up the allowed time, or if it has stood still for that long.
    """

    def __init__(self, timeout_s: float, pid: int | None) -> None:
        """Args: timeout_s: How long one answer may take with a processor to itself."""
        self._timeout_s = timeout_s
        self._pid = pid
        self.progressed()

    def progressed(self) -> None:
        """Note that the child answered, or was given work while idle."""
        self._began_s = self._checked_s = time.monotonic()
        self._began_cpu_s = self._checked_cpu_s = _processor_s(self._pid)

    @property
    def waited_s(self) -> float:
        return time.monotonic() - self._began_s

    @property
    def hangs(self) -> bool:
        if self.waited_s < self._timeout_s:
            return False
        used_s = _processor_s(self._pid)
        if used_s is None or self._checked_cpu_s is None or self._began_cpu_s is None:
            return True
        if used_s - self._began_cpu_s > _FULL_SHARE * self._timeout_s:
            return True
        idle_s = time.monotonic() - self._checked_s
        if idle_s < self._timeout_s:
            return False
        progress_s, self._checked_cpu_s = used_s - self._checked_cpu_s, used_s
        self._checked_s = time.monotonic()
        return progress_s < _LEAST_SHARE * idle_s


def _processor_s(pid: int | None) -> float | None:
    if pid is not None and sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3) of another process
    return None


class NativeOutput:
    """A temporary file for the output of a child process.

    The child unlinks it, so it vanishes with its users, however they end.
    """

    def __init__(self) -> None:
        handle, name = tempfile.mkstemp(prefix="fermata-", suffix=".log")
        self.path = Path(name)
        self._file = os.fdopen(handle, "rb")

    def last_line(self) -> str:
        """Return the last line that reports an error, else the last line, else ""."""
        if self._file.closed:
            return ""
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(max(0, size - _TAIL_BYTES))
        tail = self._file.read().decode(errors="replace")
        lines = [line.strip() for line in tail.splitlines() if line.strip()]
        telling = [line for line in lines if line.startswith(_TELLING)]
        return _PLACE.sub("", (telling or lines or [""])[-1])

    def close(self) -> None:
        self._file.close()
        self.path.unlink(missing_ok=True)


def send_output_to(path: Path) -> None:
    """Redirect this process's standard output and error, including native code's."""
    with path.open("ab", buffering=0) as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    sys.stdout = sys.stderr = path.open("a", encoding="utf-8", errors="replace")
