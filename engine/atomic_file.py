"""Files that appear whole or not at all: the one place that writes a file and renames it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

PRIVATE = 0o600
SHARED = 0o666  # less what the process's umask takes


@contextmanager
def replacing(path: Path, mode: int = SHARED) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` when the block succeeds; else nothing changes.

    Its content is on the disk before it has the name, so a power cut leaves the old or the new.
    The umask is taken from `mode`.

    Raises:
        OSError: the folder cannot be written, or the disk is full.
    """
    opener = partial(os.open, mode=mode)
    with replacing_path(path) as temporary, open(temporary, "xb", opener=opener) as stream:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def replacing_path(path: Path) -> Iterator[Path]:
    """Yield a free name beside `path` for a file that another library writes, then rename it.

    That library must flush the content to the disk.
    """
    temporary = path.with_name(f".{path.name}.{token_hex(4)}")
    try:  # before the file is there: a signal at any moment leaves none behind
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
