"""A file that appears when it is complete, and never in the place of what it was made from."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from engine.errors import SettingsError


@contextmanager
def output_file(path: Path, sources: Iterable[Path] = ()) -> Iterator[TextIO]:
    """Open a UTF-8 file beside `path` that takes its place when all went well.

    Line ends are written as they are given. When the block fails, nothing is left behind.

    Raises:
        SettingsError: `path` is one of `sources`, by whatever name, or cannot be written.
    """
    target = path.resolve()
    _refuse_sources(path, sources)
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


def _refuse_sources(path: Path, sources: Iterable[Path]) -> None:
    for source in sources:
        with suppress(FileNotFoundError):
            if path.samefile(source):
                raise SettingsError("output", f"{path} is the source, which is never overwritten")
    if path.is_dir():
        raise SettingsError("output", f"{path} is a folder")


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
