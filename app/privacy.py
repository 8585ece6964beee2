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
    """Create a folder only the user can access, or restrict one; ignores failure."""
    with suppress(OSError):  # whoever writes there will report it
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)


def private_file(path: Path) -> None:
    """Create a file only the user can access, or restrict one; ignores failure."""
    with suppress(OSError):
        path.touch(mode=0o600)
        path.chmod(0o600)


def is_ours_alone(folder: Path, forbidden: int = 0o077) -> bool:
    """Whether a folder (not a link) is the user's, and nobody else has these permissions on it.

    Anyone can create a folder in the system's temporary one, and wait for us to use it.
    """
    try:
        status = folder.lstat()
    except OSError:
        return False
    is_closed = stat.S_ISDIR(status.st_mode) and not status.st_mode & forbidden
    return sys.platform == "win32" or (is_closed and status.st_uid == os.getuid())


def place_of(error: BaseException) -> str:
    """Return types and places of an error and its causes; their messages may contain speech."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    own = " ".join([type(error).__name__, "at", *(places or ["?"])])
    cause = error.__cause__ or error.__context__
    return own if cause is None else f"{own}, because of {place_of(cause)}"


def leave_no_words() -> None:
    """Log only the place of an unexpected error, and write no memory to disk in a crash."""
    sys.excepthook = _tell
    threading.excepthook = _tell_of_thread
    leave_no_memory()


def leave_no_memory() -> None:
    """Disable core dumps for this process and its children."""
    if sys.platform == "win32":  # it writes no such dumps by itself
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
