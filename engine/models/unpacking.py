"""Unpacking an untrusted archive: the rules and the writing that zip and tar share."""

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
    """What a model's archive never exceeds.

    Attributes:
        ratio: most bytes that one packed byte becomes, over the whole archive.
        depth: most folders within each other.
        directory_bytes: most bytes of a zip archive's table of contents.
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
    """One archive, where its files go, and the digests of those that are written, as `unpack`."""

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
        """Return why the next entry cannot have this name; None where it can."""
        if problem := name_problem(name, self.limits):
            return problem
        # names that differ here may be one on some file system
        path = PurePosixPath(unicodedata.normalize("NFC", str(PurePosixPath(name))).casefold())
        parents = set(path.parents) - {PurePosixPath()}
        is_taken = path in self._entries or (not is_folder and path in self._folders)
        if is_taken or parents & self._files:
            return Message("a name stands in it twice")
        self._entries.add(path)
        (self._folders if is_folder else self._files).add(path)
        self._folders |= parents
        is_full = len(self._entries) > self.limits.files
        return Message("it holds too many files") if is_full else None

    def write(self, name: str, blocks: Iterable[bytes], needed_bytes: int) -> None:
        """Write one file; `needed_bytes` is the room asked for where the disk is full."""
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
    """Return why a file cannot have this name; None where it can."""
    parts = PurePosixPath(name).parts
    if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/"):
        return Message("a file in it leaves its folder")
    if any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in name) or not parts:
        return Message("a file in it has no readable name")
    if len(name) > limits.name_length or len(parts) > limits.depth:
        return Message("its folders are too deep")
    return None
