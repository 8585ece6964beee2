"""What is to be done with a file."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from engine.transcripts.registry import format_by_name_of

RECORDING_SUFFIXES = (
    *(".wav", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".m4a", ".aac", ".wma", ".aiff", ".aif"),
    *(".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".amr", ".3gp"),
)
_SNIFFED_BYTES = 4096


class FileKind(Enum):
    """Whether words are read or heard."""

    TRANSCRIPT = "transcript"
    RECORDING = "recording"


def kind_by_name(path: Path) -> FileKind | None:
    """Return what the name tells, None where it tells nothing; the file is not looked at."""
    if format_by_name_of(path):
        return FileKind.TRANSCRIPT
    return FileKind.RECORDING if path.suffix.lower() in RECORDING_SUFFIXES else None


def kind_of(path: Path) -> FileKind:
    """Return what the name tells, else what the content looks like: a text has no zero bytes.

    Raises:
        OSError: the file cannot be read.
    """
    by_name = kind_by_name(path)
    if by_name is not None:
        return by_name
    with path.open("rb") as stream:
        head = stream.read(_SNIFFED_BYTES)
    is_unicode = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    return FileKind.TRANSCRIPT if is_unicode or b"\0" not in head else FileKind.RECORDING
