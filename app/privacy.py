"""Keeps what was said out of logs, crash reports and other people's sight."""

from __future__ import annotations

import logging
import os
import stat
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from engine.models.disk_space import make_folder

_log = logging.getLogger(__name__)


def private_folder(folder: Path) -> None:
    """Make a folder that is the user's alone, or make it so; nothing where that cannot be."""
    with suppress(OSError):  # whoever writes there will say it
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)


def private_file(path: Path) -> None:
    """Make a file that is the user's alone, or make it so; nothing where that cannot be."""
    with suppress(OSError):
        path.touch(mode=0o600)
        path.chmod(0o600)


def is_ours_alone(folder: Path, forbidden: int = 0o077) -> bool:
    """Whether a folder, and no link to one, is the user's and others lack these permissions there.

    Anyone may make a folder in the system's temporary one, and wait for us in it.
    """
    try:
        status = folder.lstat()
    except OSError:
        return False
    is_closed = stat.S_ISDIR(status.st_mode) and not status.st_mode & forbidden
    return sys.platform == "win32" or (is_closed and status.st_uid == os.getuid())


def place_of(error: BaseException) -> str:
    """Return the kinds and places of an error and its causes: their words may be speech."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    own = " ".join([type(error).__name__, "at", *(places or ["?"])])
    cause = error.__cause__ or error.__context__
    return own if cause is None else f"{own}, because of {place_of(cause)}"


def leave_no_words() -> None:
    """Let an error that nobody expected leave its place only, and a crash no memory on disk."""
    sys.excepthook = _tell
    threading.excepthook = _tell_of_thread
    leave_no_memory()


def leave_no_memory() -> None:
    """Let a crash of this process, and of those that it starts, write no memory to disk."""
    if sys.platform == "win32":  # it keeps no such dumps by itself
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _tell(
    kind: type[BaseException], error: BaseException, _trace: TracebackType | None = None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    _log.error("unexpected: %s", place_of(error))


def _tell_of_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        _tell(failure.exc_type, failure.exc_value)
