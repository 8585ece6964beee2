"""The bytes of a transcript and the encoding that reads them."""

from __future__ import annotations

import codecs
import io
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, TextIO, cast

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.regular_file import open_regular

STANDARD_INPUT = Path("-")
_BLOCK_BYTES = 1 << 16
_SAMPLE_BYTES = 1 << 15
_SPOOL_BYTES = 1 << 20
_HEAD_BYTES = 8
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
    (b"\xd0\xcf\x11\xe0", Message("a document of old Word; save its text as .docx or .txt")),
    (b"PK\x03\x04", Message("a packed file, as Word documents are; those are named .docx")),
)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Source:
    """A file, or standard input kept in a temporary one, that can be read again and again.

    The temporary file goes away with its source.
    """

    path: Path
    encoding: str
    spool: IO[bytes] | None = None

    @property
    def has_byte_order_mark(self) -> bool:
        """True for UTF-8 that says so in its first bytes."""
        return self.encoding == "utf-8-sig"

    @contextmanager
    def open_text(self) -> Iterator[TextIO]:
        """Open the text from its beginning, line ends as they are.

        Raises:
            TranscriptFormatError: the file went away or is not in this encoding.
        """
        with _said_plainly(self.path), _opened(self.path, self.spool) as stream:
            text = io.TextIOWrapper(stream, encoding=self.encoding, newline="")
            try:
                yield text
            finally:
                text.detach()


def open_source(origin: Path | BinaryIO) -> Source:
    """Find the encoding of a file, or of a stream such as standard input.

    Raises:
        TranscriptFormatError: unreadable, binary, or in no known encoding.
    """
    path = origin if isinstance(origin, Path) else STANDARD_INPUT
    if isinstance(origin, Path):
        with _said_plainly(path), open_regular(path) as stream:
            return Source(path, _encoding_of(stream, path))
    with _said_plainly(path), ExitStack() as on_failure:
        spool = on_failure.enter_context(_spooled(origin))
        source = Source(path, _encoding_of(cast("BinaryIO", spool), path), spool)
        weakref.finalize(source, on_failure.pop_all().close)
    return source


@contextmanager
def _said_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TranscriptFormatError(path, own_words(error)) from error
    except UnicodeError as error:
        raise TranscriptFormatError(path, "the text breaks off or changes its encoding") from error


@contextmanager
def _opened(path: Path, spool: IO[bytes] | None) -> Iterator[BinaryIO]:
    if spool is not None:
        spool.seek(0)
        yield cast("BinaryIO", spool)
        return
    with open_regular(path) as stream:
        yield stream


def _spooled(stream: BinaryIO) -> IO[bytes]:
    spool = tempfile.SpooledTemporaryFile(max_size=_SPOOL_BYTES)  # noqa: SIM115 - lives with Source
    for block in _blocks(stream):
        spool.write(block)
    return cast("IO[bytes]", spool)


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    while block := stream.read(_BLOCK_BYTES):
        yield block


def _encoding_of(stream: BinaryIO, path: Path) -> str:
    stream.seek(0)
    head = stream.read(_HEAD_BYTES)
    for begins, kind in _DOCUMENTS:
        if head.startswith(begins):
            raise TranscriptFormatError(path, Message("it is {kind}", kind=kind))
    for mark, encoding in _BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return _checked(stream, encoding, path)
    broken_at = _first_break(stream, "utf-8", path)
    if broken_at is None:
        return "utf-8"
    return _guessed(stream, max(0, broken_at - _SAMPLE_BYTES // 2), path)


def _checked(stream: BinaryIO, encoding: str, path: Path) -> str:
    if _first_break(stream, encoding, None) is not None:
        reason = Message("not the {encoding} that its first bytes announce", encoding=encoding)
        raise TranscriptFormatError(path, reason)
    return encoding


def _first_break(stream: BinaryIO, encoding: str, path: Path | None) -> int | None:
    """Return the place of the block that cannot be decoded, None where all can.

    A zero byte makes the file a binary one, unless `path` is None.
    """
    stream.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)()
    place = 0
    broken_at = None
    for block in _blocks(stream):
        if path and b"\0" in block:
            raise TranscriptFormatError(path, "a binary file, not a text")
        if broken_at is None and not _decodes(decoder, block):
            broken_at = place
        place += len(block)
    return place if broken_at is None and not _decodes(decoder, b"", final=True) else broken_at


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeError:
        return False
    return True


def _guessed(stream: BinaryIO, sample_at: int, path: Path) -> str:
    for encoding in _guesses(stream, sample_at):
        if _first_break(stream, encoding, None) is None:
            return encoding
    raise TranscriptFormatError(path, "in no known encoding; save it as UTF-8")


def _guesses(stream: BinaryIO, sample_at: int) -> list[str]:
    """Likeliest first; where nothing speaks against Western European, that is what it is."""
    from charset_normalizer import from_bytes

    stream.seek(sample_at)
    sample = stream.read(_SAMPLE_BYTES + _BLOCK_BYTES)
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
    """Keep words beyond ASCII and their neighbours: the guesser reads only parts of a sample."""
    words = sample.split()
    telling = [at for at, word in enumerate(words) if not word.isascii()]
    kept = sorted({at + near for at in telling for near in (-1, 0, 1)} & set(range(len(words))))
    return b" ".join(words[at] for at in kept)
