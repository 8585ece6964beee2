"""The bytes of a transcript, read once, and their text."""

from __future__ import annotations

import codecs
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.regular_file import open_regular

STANDARD_INPUT = Path("-")
_BLOCK_BYTES = 1 << 16
_SAMPLE_BYTES = 1 << 15
_MOST_BYTES = 256 << 20
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LIKELIEST = "cp1252"
_DOCUMENTS = (
    (b"%PDF-", Message("a PDF document; save its text as .docx or .txt")),
    (b"\xd0\xcf\x11\xe0", Message("an old Word document; save its text as .docx or .txt")),
    (
        b"PK\x03\x04",
        Message("a compressed file; if it is a Word document, its name must end in .docx"),
    ),
)


class Source:
    """The bytes of a file or of standard input, and their text."""

    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self.content = content

    @property
    def text(self) -> str:
        """The text, with its line ends as they are, without a byte order mark.

        Raises:
            TranscriptFormatError: binary, or in an unknown encoding.
        """
        return self._decoded[0]

    @property
    def encoding(self) -> str:
        return self._decoded[1]

    @property
    def has_byte_order_mark(self) -> bool:
        """Whether it is UTF-8 with a byte order mark."""
        return self.encoding == "utf-8-sig"

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        for begins, kind in _DOCUMENTS:
            if self.content.startswith(begins):
                raise TranscriptFormatError(self.path, Message("it is {kind}", kind=kind))
        for mark, encoding in _BYTE_ORDER_MARKS:
            if self.content.startswith(mark):
                return self._announced(encoding), encoding
        if b"\0" in self.content:
            raise TranscriptFormatError(self.path, "a binary file, not text")
        try:
            return self.content.decode(), "utf-8"
        except UnicodeDecodeError as error:
            block = error.start // _BLOCK_BYTES * _BLOCK_BYTES
        for encoding in _guesses(self.content, max(0, block - _SAMPLE_BYTES // 2)):
            with suppress(UnicodeError):
                return self.content.decode(encoding), encoding
        raise TranscriptFormatError(self.path, "its encoding is unknown; save it as UTF-8")

    def _announced(self, encoding: str) -> str:
        try:
            return self.content.decode(encoding)
        except UnicodeError as error:
            reason = Message("not {encoding}, though its first bytes say so", encoding=encoding)
            raise TranscriptFormatError(self.path, reason) from error


def read_source(origin: Path | BinaryIO) -> Source:
    """Read all of a file, or of a stream such as standard input, once.

    Raises:
        TranscriptFormatError: it cannot be read, or is too large.
    """
    path = origin if isinstance(origin, Path) else STANDARD_INPUT
    try:
        if isinstance(origin, Path):
            with open_regular(origin) as stream:
                content = stream.read(_MOST_BYTES + 1)
        else:
            content = origin.read(_MOST_BYTES + 1)
    except OSError as error:
        raise TranscriptFormatError(path, own_words(error)) from error
    if len(content) > _MOST_BYTES:
        reason = Message("the document is larger than {size} MB", size=_MOST_BYTES >> 20)
        raise TranscriptFormatError(path, reason)
    return Source(path, content)


def _guesses(content: bytes, sample_at: int) -> list[str]:
    """Return guesses, likeliest first; Western European unless something speaks against it."""
    from charset_normalizer import from_bytes

    sample = content[sample_at : sample_at + _SAMPLE_BYTES + _BLOCK_BYTES]
    matches = list(from_bytes(_telling_words(sample)))
    if not matches:
        return []
    best = matches[0]
    guesses = [match.encoding for match in matches]
    equals = [m for m in matches if (m.chaos, m.coherence) == (best.chaos, best.coherence)]
    if any(_LIKELIEST in match.could_be_from_charset for match in equals):
        guesses.insert(0, _LIKELIEST)
    return guesses


def _telling_words(sample: bytes) -> bytes:
    """Keep non-ASCII words and their neighbours, since the guesser reads only parts of a sample."""
    words = sample.split()
    telling = [at for at, word in enumerate(words) if not word.isascii()]
    kept = sorted({at + near for at in telling for near in (-1, 0, 1)} & set(range(len(words))))
    return b" ".join(words[at] for at in kept)
