"""Opens files from outside, which may turn out to be pipes that nobody writes to."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

# opening a pipe waits for a writer, and a terminal would become our own
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def open_regular(path: Path) -> BufferedReader:
    """Open a file for reading, without blocking.

    Checks the file that was opened, not whatever had its name before.

    Raises:
        OSError: it cannot be opened, or is a folder, a pipe or a device.
    """
    stream = open(path, "rb", opener=_open_at_once)  # noqa: SIM115  the caller closes it
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
    return stream


def _open_at_once(name: str, flags: int) -> int:
    return os.open(name, flags | _AT_ONCE)


def has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
