"""Files written in full or not at all: the only place that writes a file and renames it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

PRIVATE = 0o600
SHARED = 0o666  # minus the process's umask


@contextmanager
def replacing(path: Path, mode: int = SHARED) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` if the block succeeds; otherwise nothing changes.

    Its content is flushed to disk before the rename, so a power cut leaves either the old or the
    new. The umask is subtracted from `mode`.

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
    """Yield an unused name beside `path` for another library to write to, then rename it.

    The library must flush the content to disk.
    """
    temporary = path.with_name(f".{path.name}.{token_hex(4)}")
    try:  # entered before the file exists, so a signal never leaves one behind
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
