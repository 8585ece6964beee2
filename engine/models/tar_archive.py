"""Unpacks tar archives with bzip2, checking each entry before its first byte is written."""

from __future__ import annotations

import bz2
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from engine.errors import ArchiveError
from engine.messages import Message
from engine.models.disk_space import check_room
from engine.models.unpacking import BLOCK_BYTES, Unpacking

_SMALL_ARCHIVE_BYTES = 4096
_HEADER_BYTES, _SPARE_HEADER_BYTES = 16 << 10, 256 << 10
_HEADER_BYTES_AN_ENTRY = 2048  # its own, and one for a long name or a fraction of a second
_MOST_HEADERS = 100  # of the kind with names; tarfile keeps all headers of any entry
# takes tarfile n² steps to parse, or n² bytes to keep
_SLOW_NUMBER, _LONG_KEY = re.compile(rb"\d{40}"), re.compile(rb"\d [^=]{400}")
_PLAIN = {tarfile.REGTYPE, tarfile.AREGTYPE}
_BROKEN = (  # `tarfile` raises all of these on altered headers
    *(tarfile.TarError, EOFError, ValueError, RecursionError, ArithmeticError, LookupError),
)


def unpack_tar(unpacking: Unpacking) -> None:
    """Write the files of a tar archive, refusing sparse files and long headers; see `unpack`."""
    archive, limits = unpacking.archive, unpacking.limits
    size = archive.stat().st_size
    most_bytes = round(min(limits.unpacked_bytes, max(size, _SMALL_ARCHIVE_BYTES) * limits.ratio))
    try:
        with archive.open("rb") as packed, bz2.BZ2File(packed) as content:
            stream = _ForwardStream(content, archive, most_bytes)
            for entry in _checked_entries(stream, unpacking):
                _write_file(entry, stream, unpacking, packed)
            _check_end(stream)
    except _BROKEN as error:
        raise ArchiveError(archive, "it is incomplete or was altered") from error
    except OSError as error:
        if error.errno is None:  # raised by bz2 for invalid data
            raise ArchiveError(archive, "it is incomplete or was altered") from error
        raise
    if not unpacking.digests:
        raise ArchiveError(archive, "it is empty")


def _checked_entries(stream: _ForwardStream, unpacking: Unpacking) -> Iterator[tarfile.TarInfo]:
    archive = unpacking.archive
    with tarfile.TarFile(fileobj=stream, mode="r", encoding="utf-8") as entries:  # type: ignore[arg-type]
        for number, entry in enumerate(entries, start=1):
            stream.begin_entry()
            entries.members.clear()  # type: ignore[attr-defined]  # it keeps them, headers and all
            if number > unpacking.limits.files or len(entry.pax_headers) > _MOST_HEADERS:
                raise ArchiveError(archive, "it contains too many files or headers")
            if problem := _problem(entry, unpacking):
                raise ArchiveError(archive, problem)
            if not entry.isdir():
                yield entry


def _problem(entry: tarfile.TarInfo, unpacking: Unpacking) -> Message | None:
    if not entry.isdir() and (entry.type not in _PLAIN or entry.sparse is not None):
        return Message("it contains a link or a device")
    if PurePosixPath(entry.name) == PurePosixPath() and entry.isdir():
        return None  # the archive's root, "./"
    return unpacking.problem(entry.name, is_folder=entry.isdir())


def _write_file(
    entry: tarfile.TarInfo, stream: _ForwardStream, unpacking: Unpacking, packed: IO[bytes]
) -> None:
    size = unpacking.archive.stat().st_size

    def blocks() -> Iterator[bytes]:
        stream.seek(entry.offset_data)
        left_bytes = entry.size
        while left_bytes:
            block = stream.read_content(min(BLOCK_BYTES, left_bytes))
            if not block:
                raise EOFError
            left_bytes -= len(block)
            yield block
            unpacking.report(packed.tell(), size)

    stream.check_growth(entry.size)
    check_room(unpacking.folder, entry.size)
    unpacking.write(entry.name, blocks(), entry.size)


def _check_end(stream: _ForwardStream) -> None:
    """Look for the zeros that end an archive, since tarfile just stops at a broken header."""
    while block := stream.read_content(BLOCK_BYTES):
        if block.strip(b"\0"):
            raise tarfile.ReadError("a broken header")
    if stream.tell() % tarfile.BLOCKSIZE or stream.newest.strip(b"\0"):
        raise tarfile.ReadError("no end")


class _ForwardStream:
    """The tar file within bzip2, read once, in order, up to a limit."""

    def __init__(self, content: IO[bytes], archive: Path, most_bytes: int) -> None:
        self._content = content
        self._archive = archive
        self._left_bytes = most_bytes + BLOCK_BYTES  # headers and padding included
        self._position = 0
        self._header_bytes_left = _SPARE_HEADER_BYTES
        self.newest = b""

    def read(self, size: int) -> bytes:
        """Read a header for tarfile, which reads it whole and keeps what it says."""
        if size > _HEADER_BYTES:
            raise tarfile.ReadError("a header is too long")
        data = self.read_content(size)
        if _SLOW_NUMBER.search(data) or (size > tarfile.BLOCKSIZE and _LONG_KEY.search(data)):
            raise tarfile.ReadError("a header of no known kind")
        self._header_bytes_left -= len(data)
        if self._header_bytes_left < 0:
            raise ArchiveError(self._archive, "its headers are too long")
        return data

    def begin_entry(self) -> None:
        self._header_bytes_left += _HEADER_BYTES_AN_ENTRY

    def read_content(self, size: int) -> bytes:
        data = self._content.read(size)
        self._position += len(data)
        self.newest = data or self.newest
        self._left_bytes -= len(data)
        self.check_growth(0)
        return data

    def check_growth(self, next_bytes: int) -> None:
        if next_bytes > self._left_bytes:
            grown = (self._position + next_bytes) / 1e6
            reason = Message("unpacked, it would take {size} MB", size=f"{grown:,.1f}")
            raise ArchiveError(self._archive, reason)

    def tell(self) -> int:
        return self._position

    def seek(self, position: int) -> None:
        while self._position < position:
            if not self.read_content(min(BLOCK_BYTES, position - self._position)):
                raise EOFError
        if self._position > position:
            raise tarfile.StreamError("back")
