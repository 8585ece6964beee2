"""Disk space: checks for it beforehand, and reports running out in the same way."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import DiskSpaceError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_OTHERS_WRITE = 0o022


def check_room(folder: Path, needed_bytes: int) -> None:
    """Check that a folder's disk has this much room.

    Raises:
        DiskSpaceError: it has less.
    """
    free = shutil.disk_usage(folder).free
    if free < needed_bytes:
        raise DiskSpaceError(folder, needed_bytes, free)


@contextmanager
def writing(path: Path, needed_bytes: int) -> Iterator[None]:
    """Name the file in errors, and turn a full disk into a `DiskSpaceError`.

    Raises:
        DiskSpaceError: the disk became full.
        OSError: anything else, with the file's name.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            free = shutil.disk_usage(path.parent).free
            raise DiskSpaceError(path.parent, max(needed_bytes, free + 1), free) from error
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


def make_folder(folder: Path) -> None:
    """Create a folder and its parents; others cannot write to them, whatever the umask."""
    for path in (*reversed(folder.parents), folder):
        if not path.is_dir():
            path.mkdir(mode=0o755, exist_ok=True)


def write_through(folder: Path) -> None:
    """Flush every file of a folder to disk, so that a power cut leaves none of them empty.

    Also removes write permission for others, which the umask may have allowed.
    """
    for path in (*folder.rglob("*"), folder):
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS_WRITE)
        is_folder = path.is_dir()
        if is_folder and os.name == "nt":  # Windows cannot open folders
            continue
        number = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
        try:
            os.fsync(number)
        finally:
            os.close(number)
