"""A file that appears when it is complete, and never in the place of what it was made from."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from engine.errors import SettingsError
from engine.transcripts.source import STANDARD_INPUT


@contextmanager
def output_file(path: Path, sources: Iterable[Path] = ()) -> Iterator[TextIO]:
    """Open a UTF-8 file beside `path` that takes its place when all went well.

    Line ends are written as they are given. When the block fails, nothing is left behind.

    Raises:
        SettingsError: `path` is one of `sources`, by whatever name, a device, a pipe or a folder,
            or cannot be written.
    """
    target = path.resolve()
    _refuse(path, sources)
    with _said_plainly(path):
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as stream:
            yield stream
            stream.flush()
            os.fsync(descriptor)  # or a power cut leaves an empty file in the old one's place
        with _said_plainly(path):
            temporary.chmod(_permissions(target))
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def is_among(status: os.stat_result, sources: Iterable[Path]) -> bool:
    """Whether a file is one of `sources`, by whatever name; `-` is what standard input reads."""
    found = (_status(source) for source in sources)
    return any(it is not None and os.path.samestat(status, it) for it in found)


def _refuse(path: Path, sources: Iterable[Path]) -> None:
    status = _status(path)
    if status is None:
        return
    if is_among(status, sources):
        raise SettingsError("output", f"{path} is the source, which is never overwritten")
    if stat.S_ISDIR(status.st_mode):
        raise SettingsError("output", f"{path} is a folder")
    if not stat.S_ISREG(status.st_mode):  # a file would take its place, and its readers wait on
        raise SettingsError("output", f"{path} is a device or a pipe, not a file")


def _status(path: Path) -> os.stat_result | None:
    """Return what the system knows of a file; None where nothing can be known."""
    try:
        return os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else path.stat()
    except (OSError, ValueError):
        return None


@contextmanager
def _said_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise SettingsError("output", f"{path} cannot be written: {reason}") from error


def _permissions(target: Path) -> int:
    """Return what the file has, or what a new file would have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
