"""A function in a process of its own: native code that crashes there ends nothing here."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection as connections
from multiprocessing.connection import Connection
from typing import Any

_EXIT_TIMEOUT_S = 0.5
_DEATH_TIMEOUT_S = 5.0


class ChildProcess:
    """Runs until its function returns, which it is to do when `pipe` ends.

    Ctrl-C is the parent's alone.
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
            function: called in the child with its end of the pipe and the arguments.
            *arguments: picklable.
            name: of the process.
            is_daemon: False for one that starts children itself.

        Raises:
            OSError: the system has no room for another process.
        """
        self.pipe, child_pipe = pipe_ends()
        self._process = multiprocessing.get_context("spawn").Process(
            target=_run, args=(function, child_pipe, *arguments), name=name, daemon=is_daemon
        )
        try:
            with child_pipe, _interrupts_held_back():
                self._process.start()
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def exit_code(self, timeout_s: float = _DEATH_TIMEOUT_S) -> int | None:
        """Return the exit status, negative for a signal; None where it still runs.

        Its end of the pipe is closed before the status is known: so this waits a few seconds.
        """
        self._process.join(timeout_s)
        return self._process.exitcode

    def wait(self, timeout_s: float | None = None, *others: Connection) -> bool:
        """Wait for an answer, the child's end, or another pipe; return False on timeout."""
        ready = connections.wait([self.pipe, self._process.sentinel, *others], timeout_s)
        if self._process.sentinel in ready and self.pipe not in ready:
            self.pipe.poll(_DEATH_TIMEOUT_S)  # it closes one file after another
        return bool(ready)

    def close(self) -> None:
        """Stop it, whatever it is doing; may be called again."""
        self.pipe.close()
        if self._process.ident is None:  # it was never started
            return
        self._process.join(_EXIT_TIMEOUT_S)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(_EXIT_TIMEOUT_S)
        if self._process.is_alive():  # stopped, or deaf to it
            self._process.kill()
            self._process.join()


def pipe_ends() -> tuple[Connection, Connection]:
    """Return both ends of a pipe; Windows has a class of its own for them, which does the same."""
    ends: Any = multiprocessing.Pipe()
    one, other = ends
    return one, other


def limit_memory(most_bytes: int) -> None:
    """Let this process have no more memory of its own, where the system can see to that."""
    if sys.platform == "win32":
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, hard))


def _run(function: Callable[..., None], pipe: Connection, *arguments: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # the parent held it back while we were starting
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    function(pipe, *arguments)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block SIGINT while a child starts, until the child itself ignores it."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else starting the child does, and lets SIGINT through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
