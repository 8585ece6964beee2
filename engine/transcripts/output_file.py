"""Output files that appear only once complete, and never replace their source."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from engine.atomic_file import SHARED, replacing
from engine.errors import SettingsError
from engine.messages import Message
from engine.transcripts.source import STANDARD_INPUT


@contextmanager
def output_file(path: Path, sources: Iterable[Path] = ()) -> Iterator[TextIO]:
    """Open a UTF-8 file beside `path` that replaces it if all goes well.

    Line ends are written as given. If the block fails, nothing is left behind.

    Raises:
        SettingsError: `path` is one of `sources`, under any name, is a device, a pipe or a folder,
            or cannot be written.
    """
    target = path.resolve()
    _refuse(path, sources)
    mode = stat.S_IMODE(target.stat().st_mode) & 0o777 if target.exists() else None
    with ExitStack() as stack:
        with _said_plainly(path):
            binary = stack.enter_context(replacing(target, SHARED if mode is None else mode))
        stream = io.TextIOWrapper(binary, encoding="utf-8", newline="")
        yield stream
        stream.flush()
        with _said_plainly(path):
            if mode is not None:
                Path(binary.name).chmod(mode)  # the umask may have removed some of it
            stack.close()


def is_among(status: os.stat_result, sources: Iterable[Path]) -> bool:
    """Whether a file is one of `sources`, under any name; `-` is standard input."""
    found = (_status(source) for source in sources)
    return any(it is not None and os.path.samestat(status, it) for it in found)


def _refuse(path: Path, sources: Iterable[Path]) -> None:
    status = _status(path)
    if status is None:
        return
    if is_among(status, sources):
        reason = Message("{path} is the source file, which is never overwritten", path=path)
        raise SettingsError("", reason)
    if stat.S_ISDIR(status.st_mode):
        raise SettingsError("", Message("{path} is a folder", path=path))
    if not stat.S_ISREG(status.st_mode):  # a file would replace it, and its readers would wait
        reason = Message("{path} is a device or a pipe, not a file", path=path)
        raise SettingsError("", reason)


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else path.stat()
    except (OSError, ValueError):
        return None


@contextmanager
def _said_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = Message("{path} cannot be written: {reason}", path=path, reason=error)
        raise SettingsError("", reason) from error
