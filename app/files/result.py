"""What came out of a file."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from app.files.kinds import FileKind
from engine.messages import Message
from engine.transcripts.restored import RestoredText

_FAST = 1


@dataclass(frozen=True, slots=True)
class FileResult:
    """The text with its new marks.

    Attributes:
        path: the source.
        kind: what was done with it.
        format_name: of a transcript; empty for a recording.
        text: to be shown and exported.
        rewritten: a transcript in its own format, with all that stands between the words.
        remarks: what a person should know, in sentences.
        foreign_language: code of the language it is in, where the model does not know it.
    """

    path: Path
    kind: FileKind
    format_name: str
    text: RestoredText
    rewritten: bytes = b""
    remarks: tuple[Message, ...] = ()
    foreign_language: str = ""


@dataclass(frozen=True, slots=True)
class PackedResult:
    """A result as ten thousand of them fit into memory: about three bytes a word.

    Only ever unpacked by the program that packed it, from its own worker's pipe.
    """

    content: bytes
    word_count: int
    remarks: tuple[Message, ...]

    @classmethod
    def of(cls, result: FileResult) -> PackedResult:
        content = zlib.compress(pickle.dumps(result, pickle.HIGHEST_PROTOCOL), _FAST)
        return cls(content, sum(1 for _ in result.text.words), result.remarks)

    def unpacked(self) -> FileResult:
        """Return the result; takes a second for a million words."""
        return cast("FileResult", pickle.loads(zlib.decompress(self.content)))  # noqa: S301
