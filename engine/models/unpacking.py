"""Unpacking untrusted archives: the rules and the writing that zip and tar share."""

from __future__ import annotations

import hashlib
import threading
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from engine.errors import ArchiveError
from engine.messages import Message
from engine.models.disk_space import writing

BLOCK_BYTES = 1 << 18


@dataclass(frozen=True, slots=True)
class Limits:
    """What no model's archive exceeds.

    Attributes:
        ratio: Most bytes per packed byte, over the whole archive.
        depth: Most nested folders.
        directory_bytes: Most bytes in a zip archive's directory.
    """

    files: int = 10_000
    unpacked_bytes: int = 32 << 30
    ratio: float = 60.0
    depth: int = 12
    name_length: int = 200
    directory_bytes: int = 4 << 20


USUAL_LIMITS = Limits()


@dataclass(slots=True)
class Unpacking:
    """An archive, the folder for its files, and the digests of those written; see `unpack`."""

    archive: Path
    folder: Path
    stop: threading.Event | None
    report: Callable[[int, int], None]
    limits: Limits
    digests: dict[str, str] = field(default_factory=dict)
    _entries: set[PurePosixPath] = field(default_factory=set)
    _files: set[PurePosixPath] = field(default_factory=set)
    _folders: set[PurePosixPath] = field(default_factory=set)

    def problem(self, name: str, *, is_folder: bool) -> Message | None:
        """Return why the next entry cannot have this name; None if it can."""
        if problem := name_problem(name, self.limits):
            return problem
        # different names may be the same on some file systems
        path = PurePosixPath(unicodedata.normalize("NFC", str(PurePosixPath(name))).casefold())
        parents = set(path.parents) - {PurePosixPath()}
        is_taken = path in self._entries or (not is_folder and path in self._folders)
        if is_taken or parents & self._files:
            return Message("it contains a name twice")
        self._entries.add(path)
        (self._folders if is_folder else self._files).add(path)
        self._folders |= parents
        is_full = len(self._entries) > self.limits.files
        return Message("it contains too many files") if is_full else None

    def write(self, name: str, blocks: Iterable[bytes], needed_bytes: int) -> None:
        """Write a file; `needed_bytes` is the room to report if the disk is full."""
        target = self.folder.joinpath(*PurePosixPath(name).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        with writing(target, needed_bytes), target.open("xb") as sink:
            for block in blocks:
                if self.stop is not None and self.stop.is_set():
                    raise ArchiveError(self.folder, "it was cancelled")
                digest.update(block)
                sink.write(block)
        self.digests[str(PurePosixPath(name))] = digest.hexdigest()


def name_problem(name: str, limits: Limits) -> Message | None:
    """Return why a file cannot have this name; None if it can."""
    parts = PurePosixPath(name).parts
    if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/"):
        return Message("it contains a file that would land outside its folder")
    if any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in name) or not parts:
        return Message("it contains a file whose name cannot be read")
    if len(name) > limits.name_length or len(parts) > limits.depth:
        return Message("its folders are nested too deeply")
    return None
