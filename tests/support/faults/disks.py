"""Disks with problems: full, or read-only."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


class SmallDisk:
    """A file system of sixteen megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave not a single byte."""
        with self._filler.open("ab", buffering=0) as file, suppress(OSError):
            for size in (65_536, 4_096, 512, 1):
                with suppress(OSError):
                    while file.write(bytes(size)) == size:
                        pass

    def make_room(self) -> None:
        """Make room again."""
        self._filler.unlink()

    def allow(self, *, writing: bool) -> None:
        """Make it writable or read-only; no file may be open for writing then."""
        subprocess.run(
            ["mount", "-o", f"remount,{'rw' if writing else 'ro'}", str(self.folder)], check=True
        )


@contextmanager
def small_disk(folder: Path, size_mb: int = 16) -> Iterator[SmallDisk]:
    """Provide one; skip the test if mounting is not allowed."""
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m,mode=700", "none", str(folder)]
    try:
        done = subprocess.run(mounting, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no disk of a test's own can be mounted here")
    if done.returncode:
        pytest.skip(f"no disk of a test's own can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
