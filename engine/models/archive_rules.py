"""What an archive of a stranger may hold, however it is packed."""

from __future__ import annotations

import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.errors import ArchiveError
from engine.messages import Message


@dataclass(frozen=True, slots=True)
class Limits:
    """What a model's archive never exceeds.

    Attributes:
        files: most entries.
        unpacked_bytes: most bytes of all files together.
        ratio: most bytes that one packed byte becomes, over the whole archive.
        depth: most folders within each other.
        name_length: most characters of a path.
        directory_bytes: most bytes of a zip archive's table of contents.
    """

    files: int = 10_000
    unpacked_bytes: int = 32 << 30
    ratio: float = 60.0
    depth: int = 12
    name_length: int = 200
    directory_bytes: int = 4 << 20


USUAL_LIMITS = Limits()


def check_is_file(archive: Path) -> None:
    """Look before it is opened: a device has no end, and a pipe waits for a writer.

    Raises:
        ArchiveError: it is neither a file nor a link to one.
        OSError: it is not there.
    """
    if not stat.S_ISREG(archive.stat().st_mode):
        raise ArchiveError(archive, "it is not a file")


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


def folded(name: str) -> str:
    """Return what two names have in common that are one on some system."""
    return unicodedata.normalize("NFC", name.rstrip("/")).casefold()
