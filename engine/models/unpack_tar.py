"""Unpacks a tar.bz2 archive of a stranger: plain files into one folder, under the rules of zip."""

from __future__ import annotations

import bz2
import hashlib
import re
import tarfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

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

_MAGIC = b"BZh"
_BLOCK_BYTES = 1 << 18
_SMALL_ARCHIVE_BYTES = 4096
_HEADER_BYTES, _SPARE_HEADER_BYTES = 16 << 10, 256 << 10
_HEADER_BYTES_AN_ENTRY = 2048  # its own, and one of a long name or a fraction of a second
_MOST_HEADERS = 100  # of the kind that has names; tarfile keeps all that any entry brings
# what costs tarfile n² steps to take apart, or n² bytes to keep
_SLOW_NUMBER, _LONG_KEY = re.compile(rb"\d{40}"), re.compile(rb"\d [^=]{400}")
_PLAIN = {tarfile.REGTYPE, tarfile.AREGTYPE}
_BROKEN = (  # `tarfile` lets all of these out of altered headers
    *(tarfile.TarError, EOFError, ValueError, RecursionError, ArithmeticError, LookupError),
)


def is_bzip2(archive: Path) -> bool:
    """Return whether a file begins as bzip2 does.

    Raises:
        ArchiveError: it is a device, a pipe or a folder.
        OSError: it cannot be read.
    """
    check_is_file(archive)
    with archive.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC


def unpack_tar(
    archive: Path,
    folder: Path,
    stop: threading.Event | None = None,
    report: Callable[[int, int], None] = lambda _done, _total: None,
    limits: Limits = USUAL_LIMITS,
) -> dict[str, str]:
    """Unpack an archive into a folder that exists and is empty.

    A tar archive has no table of contents: each entry is checked before its first byte is written.
    Links, devices, sparse files, absolute names, names that leave the folder and doubled names are
    refused, and whatever would grow beyond the limits.

    Args:
        archive: a tar file within bzip2.
        folder: where its files go.
        stop: ends the call soon when it is set, with ArchiveError.
        report: hears bytes read and bytes to read.
        limits: what to refuse.

    Returns:
        The SHA-256 of each file, by its path in the folder with forward slashes.

    Raises:
        ArchiveError: it is broken or unsafe; what was unpacked by then is the caller's to delete.
        DiskSpaceError: there is no room for it.
        OSError: it cannot be read, or the folder not written.
    """
    size = archive.stat().st_size
    most_bytes = round(min(limits.unpacked_bytes, max(size, _SMALL_ARCHIVE_BYTES) * limits.ratio))
    try:
        with archive.open("rb") as packed, bz2.BZ2File(packed) as content:
            stream = _ForwardStream(content, archive, most_bytes)
            unpacking = _Unpacking(archive, folder, stop, lambda: report(packed.tell(), size))
            return unpacking.run(stream, limits)
    except _BROKEN as error:
        raise ArchiveError(archive, "it is incomplete or altered") from error
    except OSError as error:
        if error.errno is None:  # bz2's word for data that is none
            raise ArchiveError(archive, "it is incomplete or altered") from error
        raise


class _ForwardStream:
    """What is packed, read once and in order, and no more of it than allowed."""

    def __init__(self, content: IO[bytes], archive: Path, most_bytes: int) -> None:
        self._content = content
        self._archive = archive
        self._left_bytes = most_bytes + _BLOCK_BYTES  # of headers and padding
        self._position = 0
        self._header_bytes_left = _SPARE_HEADER_BYTES
        self.newest = b""

    def read(self, size: int) -> bytes:
        """Read for tarfile, which takes only headers: whole, and keeps what they say."""
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
            grown = (self._position + next_bytes) / 1e9
            reason = Message("it would grow to {size} GB", size=f"{grown:,.1f}")
            raise ArchiveError(self._archive, reason)

    def tell(self) -> int:
        return self._position

    def seek(self, position: int) -> None:
        while self._position < position:
            if not self.read_content(min(_BLOCK_BYTES, position - self._position)):
                raise EOFError
        if self._position > position:
            raise tarfile.StreamError("back")


@dataclass(slots=True)
class _Unpacking:
    """One archive on its way to a folder."""

    archive: Path
    folder: Path
    stop: threading.Event | None
    advance: Callable[[], None]
    names: set[str] = field(default_factory=set)
    files: set[PurePosixPath] = field(default_factory=set)
    folders: set[PurePosixPath] = field(default_factory=set)

    def run(self, stream: _ForwardStream, limits: Limits) -> dict[str, str]:
        digests: dict[str, str] = {}
        with tarfile.TarFile(fileobj=stream, mode="r", encoding="utf-8") as entries:  # type: ignore[arg-type]
            for number, entry in enumerate(entries, start=1):
                stream.begin_entry()
                entries.members.clear()  # type: ignore[attr-defined]  # it keeps them, headers and all
                if number > limits.files or len(entry.pax_headers) > _MOST_HEADERS:
                    raise ArchiveError(self.archive, "it holds too many files or headers")
                if problem := self._problem(entry, limits):
                    raise ArchiveError(self.archive, problem)
                if not entry.isdir():
                    digests[str(PurePosixPath(entry.name))] = self._write(entry, stream)
        self._check_end(stream)
        if not digests:
            raise ArchiveError(self.archive, "it is empty")
        return digests

    def _problem(self, entry: tarfile.TarInfo, limits: Limits) -> Message | None:
        if not entry.isdir() and (entry.type not in _PLAIN or entry.sparse is not None):
            return Message("a link or a device is in it")
        if PurePosixPath(entry.name) == PurePosixPath() and entry.isdir():
            return None  # the archive's own top, "./"
        name = folded(str(PurePosixPath(entry.name)))
        problem = name_problem(entry.name, limits)
        problem = problem or self._place_problem(PurePosixPath(name), is_folder=entry.isdir())
        self.names.add(name)
        if problem is None and len(self.names) > limits.files:
            return Message("it holds too many files")
        return problem

    def _place_problem(self, path: PurePosixPath, *, is_folder: bool) -> Message | None:
        """Look for a name that stands in it twice, or is a file and a folder at once."""
        parents = set(path.parents) - {PurePosixPath()}
        is_known = str(path) in self.names
        own = self.folders if is_folder else self.files
        if is_known or parents & self.files or (not is_folder and path in self.folders):
            return Message("a name stands in it twice")
        own.add(path)
        self.folders |= parents
        return None

    def _write(self, entry: tarfile.TarInfo, stream: _ForwardStream) -> str:
        stream.check_growth(entry.size)
        check_room(self.folder, entry.size)
        target = self.folder.joinpath(*PurePosixPath(entry.name).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        with writing(target, entry.size), target.open("xb") as sink:
            for block in self._blocks(entry, stream):
                digest.update(block)
                sink.write(block)
                self.advance()
        return digest.hexdigest()

    def _blocks(self, entry: tarfile.TarInfo, stream: _ForwardStream) -> Iterator[bytes]:
        stream.seek(entry.offset_data)
        left_bytes = entry.size
        while left_bytes:
            if self.stop is not None and self.stop.is_set():
                raise ArchiveError(self.folder, "it was cancelled")
            block = stream.read_content(min(_BLOCK_BYTES, left_bytes))
            if not block:
                raise EOFError
            left_bytes -= len(block)
            yield block

    def _check_end(self, stream: _ForwardStream) -> None:
        """Look for the zeros that end an archive: where a header is broken, tarfile just stops."""
        while block := stream.read_content(_BLOCK_BYTES):
            if block.strip(b"\0"):
                raise tarfile.ReadError("a broken header")
        if stream.tell() % tarfile.BLOCKSIZE or stream.newest.strip(b"\0"):
            raise tarfile.ReadError("no end")
