"""Unpacks a zip archive of a stranger: plain files into one folder, and no more than announced."""

from __future__ import annotations

import hashlib
import stat
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from engine.errors import ArchiveError
from engine.messages import Message
from engine.models.archive_rules import (
    USUAL_LIMITS,
    Limits,
    check_is_file,
    folded,
    name_problem,
)
from engine.models.disk_space import check_room, writing
from engine.models.unpack_directory import directory_bytes

_BLOCK_BYTES = 1 << 18
_ENCRYPTED = 0x1
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
# NotImplementedError is zipfile's: a way of packing or a version that it does not know
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, ValueError)


def unpack_zip(
    archive: Path,
    folder: Path,
    stop: threading.Event | None = None,
    report: Callable[[int, int], None] = lambda _done, _total: None,
    limits: Limits = USUAL_LIMITS,
) -> dict[str, str]:
    """Unpack an archive into a folder that exists and is empty.

    Everything is checked before the first byte is written, and the announced sizes are kept to
    while writing. Links, devices, absolute names, names that leave the folder, doubled names and
    encrypted entries are refused, as is an archive whose entries overlap.

    Args:
        archive: a zip file.
        folder: where its files go.
        stop: ends the call soon when it is set, with ArchiveError.
        report: hears bytes written and bytes to write.
        limits: what to refuse.

    Returns:
        The SHA-256 of each file, by its path in the folder with forward slashes.

    Raises:
        ArchiveError: it is broken or unsafe; what was unpacked by then is the caller's to delete.
        DiskSpaceError: there is no room for it.
        OSError: it cannot be read, or the folder not written.
    """
    check_is_file(archive)
    try:
        with archive.open("rb") as stream:
            _check_directory(archive, stream, limits)
            with zipfile.ZipFile(stream) as content:
                entries = _checked(content.infolist(), archive, limits)
                check_room(folder, sum(entry.file_size for entry in entries))
                return _write_all(content, entries, folder, stop, report)
    except _BROKEN as error:
        raise ArchiveError(archive, "it is incomplete or altered") from error
    except RuntimeError as error:  # zipfile's word for a missing password
        raise ArchiveError(archive, "it is encrypted") from error


def _check_directory(archive: Path, stream: BinaryIO, limits: Limits) -> None:
    """Look how large the table of contents is, before zipfile reads all of it."""
    try:
        announced = directory_bytes(stream)
    except zipfile.BadZipFile as error:
        raise ArchiveError(archive, "it is no zip archive, or its end is missing") from error
    if announced > limits.directory_bytes:
        raise ArchiveError(archive, "it holds too many files")


def _checked(
    entries: Iterable[zipfile.ZipInfo], archive: Path, limits: Limits
) -> list[zipfile.ZipInfo]:
    """Return the plain files; refuse the archive for any entry that is neither file nor folder."""
    names: set[str] = set()
    files: list[zipfile.ZipInfo] = []
    for entry in entries:
        problem = _problem(entry, limits)
        name = folded(entry.filename)
        if name in names:
            problem = problem or Message("a name stands in it twice")
        names.add(name)
        if problem or len(names) > limits.files:
            raise ArchiveError(archive, problem or "it holds too many files")
        if not entry.is_dir():
            files.append(entry)
    _check_folders(files, archive)
    _check_sizes(files, archive, limits)
    return files


def _check_folders(files: list[zipfile.ZipInfo], archive: Path) -> None:
    """Look for a name that is a file and a folder at once."""
    paths = [PurePosixPath(entry.filename.casefold()) for entry in files]
    if {parent for path in paths for parent in path.parents} & set(paths):
        raise ArchiveError(archive, "a name stands in it twice")


def _check_sizes(files: list[zipfile.ZipInfo], archive: Path, limits: Limits) -> None:
    total = sum(entry.file_size for entry in files)
    size = archive.stat().st_size
    if not files:
        raise ArchiveError(archive, "it is empty")
    if not all(0 <= entry.header_offset < size for entry in files):
        raise ArchiveError(archive, "it is incomplete or altered")
    if total > limits.unpacked_bytes or total > max(size, 4096) * limits.ratio:
        reason = Message("it would grow to {size} GB", size=f"{total / 1e9:,.1f}")
        raise ArchiveError(archive, reason)
    if sum(entry.compress_size for entry in files) > size:
        raise ArchiveError(archive, "its files overlap")


def _problem(entry: zipfile.ZipInfo, limits: Limits) -> Message | None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return Message("a link or a device is in it")
    if entry.flag_bits & _ENCRYPTED:
        return Message("it is encrypted")
    if problem := name_problem(entry.orig_filename, limits):
        return problem  # before `is_dir`, which fails on an empty name up to Python 3.11
    if entry.compress_type not in _METHODS and not entry.is_dir():
        return Message("it is packed in a way that is not read here")
    return None


def _write_all(
    content: zipfile.ZipFile,
    entries: list[zipfile.ZipInfo],
    folder: Path,
    stop: threading.Event | None,
    report: Callable[[int, int], None],
) -> dict[str, str]:
    total = sum(entry.file_size for entry in entries)
    done, digests = 0, {}
    for entry in entries:
        target = folder.joinpath(*PurePosixPath(entry.filename).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        rest = total - done
        with writing(target, rest), content.open(entry) as source, target.open("xb") as sink:
            while block := source.read(_BLOCK_BYTES):
                if stop is not None and stop.is_set():
                    raise ArchiveError(folder, "it was cancelled")
                digest.update(block)
                sink.write(block)
                report(done := done + len(block), total)
        if target.stat().st_size != entry.file_size:
            raise zipfile.BadZipFile("a file is shorter than announced")
        digests[str(PurePosixPath(entry.filename))] = digest.hexdigest()
    return digests
