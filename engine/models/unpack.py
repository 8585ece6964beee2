"""Unpacks untrusted archives: regular files into one folder, within limits."""

from __future__ import annotations

import stat
import threading
from collections.abc import Callable
from pathlib import Path

from engine.errors import ArchiveError
from engine.models.tar_archive import unpack_tar
from engine.models.unpacking import USUAL_LIMITS, Limits, Unpacking
from engine.models.zip_archive import unpack_zip

_BZIP2_MAGIC = b"BZh"


def unpack(
    archive: Path,
    folder: Path,
    stop: threading.Event | None = None,
    report: Callable[[int, int], None] = lambda _done, _total: None,
    limits: Limits = USUAL_LIMITS,
) -> dict[str, str]:
    """Unpack an archive (zip, tar.bz2) into an empty, existing folder.

    Refuses links, devices, absolute names, names that leave the folder, duplicate names, and
    anything beyond the limits. `report` gets bytes done and in total: written (zip) or read (tar).

    Returns:
        The SHA-256 of each file, by its path in the folder with forward slashes.

    Raises:
        ArchiveError: broken, unsafe or cancelled; the caller deletes what was unpacked.
        DiskSpaceError: there is no room for it.
        OSError: it cannot be read, or the folder cannot be written.
    """
    if not stat.S_ISREG(archive.stat().st_mode):  # a device never ends, a pipe waits for a writer
        raise ArchiveError(archive, "it is not a file")
    unpacking = Unpacking(archive, folder, stop, report, limits)
    with archive.open("rb") as stream:
        is_bzip2 = stream.read(len(_BZIP2_MAGIC)) == _BZIP2_MAGIC
    (unpack_tar if is_bzip2 else unpack_zip)(unpacking)
    return unpacking.digests
