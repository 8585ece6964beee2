"""Looks at a document's parts before they are unpacked and parsed: sizes, numbers, letters.

Whatever begins as XML counts, whatever its name: a document says itself which of its parts are.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.models.zip_archive import directory_bytes

_PACKED_FILES, _UNPACKED_BYTES, _DIRECTORY_BYTES = 10_000, 512 << 20, 4 << 20
_TEXT_BYTES = 64 << 20
_SIGNS = 1_500_000  # of markup and of attributes; a book of a thousand pages has half of them
_LISTED_SIGNS = 200_000  # in the lists of parts and links, which cost far more each
_BLOCK_BYTES, _HEAD_BYTES = 1 << 18, 1024
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([^"']*)["']""")
_ENCODINGS = {b"utf-8", b"utf-16", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252"}
_LARGE = Message("a document that is too large when unpacked")
# RuntimeError is zipfile's: a password, or (NotImplementedError) a version that it does not know
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError)


def refuse_bombs(content: bytes, path: Path, otherwise: Message) -> None:
    """Look at what is packed; what unpacks to more than it says is refused by zipfile.

    Args:
        content: of the file.
        path: its name.
        otherwise: what is said where it is no such file.

    Raises:
        TranscriptFormatError: it is none, or would fill the memory or take minutes.
    """
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        reason = Message(
            "an encrypted or an old Word document; save it as .docx without a password"
        )
        raise TranscriptFormatError(path, reason)
    try:
        if directory_bytes(io.BytesIO(content)) > _DIRECTORY_BYTES:
            raise TranscriptFormatError(path, _LARGE)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            problem = _problem(packed)
    except _BROKEN as error:
        raise TranscriptFormatError(path, otherwise) from error
    if problem:
        raise TranscriptFormatError(path, problem)


def _problem(packed: zipfile.ZipFile) -> Message | None:
    files = packed.infolist()
    if len(files) > _PACKED_FILES or sum(file.file_size for file in files) > _UNPACKED_BYTES:
        return _LARGE
    signs = listed_signs = text_bytes = 0
    for file in files:
        if file.compress_type not in _METHODS:
            return Message("a document that is packed in a way that word processors do not use")
        is_list = file.filename.endswith((".rels", "[Content_Types].xml"))
        for block in _blocks_of_text(packed, file):
            found = block.count(b"<") + block.count(b"=")
            signs, listed_signs = signs + found, listed_signs + found * is_list
            text_bytes += len(block)
            if signs > _SIGNS or listed_signs > _LISTED_SIGNS or text_bytes > _TEXT_BYTES:
                return _LARGE
    return None


def _blocks_of_text(packed: zipfile.ZipFile, file: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the bytes of a file that can be XML, nothing of others."""
    with packed.open(file) as stream:
        head = stream.read(_HEAD_BYTES)
        if not _may_be_xml(head):
            return
        _check_letters(head)
        yield head
        while block := stream.read(_BLOCK_BYTES):
            yield block


def _may_be_xml(head: bytes) -> bool:
    """True where a parser would not give up at once; in UTF-16 each sign has a zero."""
    return head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] in {b"<", b""} or (
        head.startswith(b"\x4c\x6f\xa7\x94")  # as mainframes write it
    )


def _check_letters(head: bytes) -> None:
    """Refuse letters in which a `<` is another byte, and would not be counted."""
    plain = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if not plain.startswith((b"<?xml", b"\x4c\x6f\xa7\x94")):
        return
    declaration, end, _ = plain.partition(b"?>")
    encoding = _ENCODING.search(declaration)
    if not end or (encoding and encoding.group(1).lower() not in _ENCODINGS):
        raise ValueError("letters that Word does not write")
