"""Folders that appear whole or not at all, as `engine.atomic_file` does for files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing_folder(path: Path) -> Iterator[Path]:
    """Make a folder to write in, which replaces `path` when the block succeeds.

    A kill leaves `path.partial` behind, which the next time overwrites.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    partial = path.with_name(f"{path.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        yield partial
        for file in partial.iterdir():
            flush_to_disk(file)
        shutil.rmtree(path, ignore_errors=True)
        partial.replace(path)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    flush_to_disk(path.parent)


def flush_to_disk(path: Path) -> None:
    """Flush it now, so that a full disk says so before the rename, not after."""
    if path.is_dir() and os.name == "nt":
        return  # folders cannot be opened there
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
