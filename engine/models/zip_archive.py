"""Unpacks zip archives, checking everything before the first byte is written."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from engine.errors import ArchiveError
from engine.messages import Message
from engine.models.disk_space import check_room
from engine.models.unpacking import BLOCK_BYTES, Unpacking, name_problem

_END, _LOCATOR, _RECORD = b"PK\5\6", b"PK\6\7", b"PK\6\6"
_END_BYTES, _COMMENT_BYTES, _LOCATOR_BYTES, _RECORD_BYTES = 22, 65_535, 20, 56
_ENCRYPTED = 0x1
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
# zipfile raises NotImplementedError for a compression or version that it does not know
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, ValueError)


class _NoEndError(zipfile.BadZipFile):
    """It is not a zip archive, or its end is missing."""


def unpack_zip(unpacking: Unpacking) -> None:
    """Write the files of a zip archive, which must keep to the sizes it announces.

    Refuses encrypted and overlapping entries. Raises like `unpack`.
    """
    archive = unpacking.archive
    try:
        with archive.open("rb") as stream:
            if directory_bytes(stream) > unpacking.limits.directory_bytes:
                raise ArchiveError(archive, "it contains too many files")
            with zipfile.ZipFile(stream) as content:
                files = _checked_files(content, unpacking)
                check_room(unpacking.folder, sum(file.file_size for file in files))
                _write_files(content, files, unpacking)
    except _NoEndError as error:
        reason = Message("it is not a zip archive, or its end is missing")
        raise ArchiveError(archive, reason) from error
    except _BROKEN as error:
        raise ArchiveError(archive, "it is incomplete or was altered") from error
    except RuntimeError as error:  # raised by zipfile for a missing password
        raise ArchiveError(archive, "it is encrypted") from error


def _checked_files(content: zipfile.ZipFile, unpacking: Unpacking) -> list[zipfile.ZipInfo]:
    for entry in content.infolist():
        if problem := _problem(entry, unpacking):
            raise ArchiveError(unpacking.archive, problem)
    files = [entry for entry in content.infolist() if not entry.is_dir()]
    if not files:
        raise ArchiveError(unpacking.archive, "it is empty")
    _check_sizes(files, unpacking)
    return files


def _check_sizes(files: list[zipfile.ZipInfo], unpacking: Unpacking) -> None:
    archive, limits = unpacking.archive, unpacking.limits
    total = sum(entry.file_size for entry in files)
    size = archive.stat().st_size
    if not all(0 <= entry.header_offset < size for entry in files):
        raise ArchiveError(archive, "it is incomplete or was altered")
    if total > limits.unpacked_bytes or total > max(size, 4096) * limits.ratio:
        reason = Message("unpacked, it would take {size} MB", size=f"{total / 1e6:,.1f}")
        raise ArchiveError(archive, reason)
    if sum(entry.compress_size for entry in files) > size:
        raise ArchiveError(archive, "its files overlap")


def _problem(entry: zipfile.ZipInfo, unpacking: Unpacking) -> Message | None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return Message("it contains a link or a device")
    if entry.flag_bits & _ENCRYPTED:
        return Message("it is encrypted")
    if problem := name_problem(entry.orig_filename, unpacking.limits):
        return problem  # before `is_dir`, which fails on an empty name up to Python 3.11
    if entry.compress_type not in _METHODS and not entry.is_dir():
        return Message("it is compressed in a way that Fermata cannot read")
    return unpacking.problem(entry.filename, is_folder=entry.is_dir())


def _write_files(
    content: zipfile.ZipFile, files: list[zipfile.ZipInfo], unpacking: Unpacking
) -> None:
    total = sum(file.file_size for file in files)
    done = 0

    def blocks(file: zipfile.ZipInfo) -> Iterator[bytes]:
        nonlocal done
        end = done + file.file_size
        with content.open(file) as source:
            while block := source.read(BLOCK_BYTES):
                yield block
                unpacking.report(done := done + len(block), total)
        if done != end:
            raise zipfile.BadZipFile("a file is shorter than announced")

    for file in files:
        unpacking.write(file.filename, blocks(file), total - done)


def directory_bytes(stream: BinaryIO) -> int:
    """Return the size of an archive's directory, before zipfile reads all of it.

    zipfile trusts a zip64 record if there is one, whatever the short field says, so this is the
    larger of the two.

    Raises:
        BadZipFile: it is not a zip archive, or its end is missing.
    """
    size = stream.seek(0, os.SEEK_END)
    before = _LOCATOR_BYTES + _RECORD_BYTES
    stream.seek(max(0, size - _END_BYTES - _COMMENT_BYTES - before))
    tail = stream.read(_END_BYTES + _COMMENT_BYTES + before)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_BYTES:
        raise _NoEndError
    (announced,) = struct.unpack_from("<I", tail, at + 12)
    return max(int(announced), _record_size(tail, at))


def _record_size(tail: bytes, end_at: int) -> int:
    # zipfile reads the record right before its locator
    locator_at = end_at - _LOCATOR_BYTES
    record_at = locator_at - _RECORD_BYTES
    if record_at < 0 or tail[locator_at:end_at][:4] != _LOCATOR:
        return 0
    if tail[record_at : record_at + 4] != _RECORD:
        return 0
    (announced,) = struct.unpack_from("<Q", tail, record_at + 40)
    return int(announced)
