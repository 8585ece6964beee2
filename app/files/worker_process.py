"""The parent's side of the process boundary: a worker that cannot take the window down."""

from __future__ import annotations

import atexit
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from app.files.protocol import Reply, Request
from engine.child_process import ChildProcess
from engine.errors import FileJobError
from engine.messages import Message


class WorkerProcess:
    """A process that works on files; not a daemon, since recognisers are its own children."""

    def __init__(self) -> None:
        """Start it; whoever works with it must close it.

        Raises:
            OSError: the system has no room for another process.
        """
        self._process = ChildProcess(_serve, name="fermata-files", is_daemon=False)
        self._pipe = self._process.pipe
        atexit.register(self.close)  # else leaving waits for a process that nobody will end

    def send(self, request: Request) -> None:
        """Ask for something; a worker that has died is noticed when its answer is waited for."""
        with suppress(OSError):
            self._pipe.send(request)

    def wait(self, also: Connection, timeout_s: float | None = None) -> None:
        """Wait until there is an answer, the process has ended, or `also` has something."""
        self._process.wait(timeout_s, also)

    def reply(self, path: Path) -> Reply | None:
        """Return the next answer, None where there is none yet.

        Raises:
            FileJobError: the process has ended, while working on this path.
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
        """End it, whatever it is doing; may be called again."""
        atexit.unregister(self.close)
        self._process.close()


def _serve(pipe: Connection) -> None:
    """In the other process; this one never needs what it loads."""
    from app.files.worker import serve

    serve(pipe)
