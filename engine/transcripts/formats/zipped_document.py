"""Checks a document's parts before they are unpacked and parsed: sizes, counts, encodings.

Whatever begins like XML counts, whatever its name, since the document itself says which parts are
XML.
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
_SIGNS = 1_500_000  # of markup and attributes; a book of a thousand pages has half as many
_LISTED_SIGNS = 200_000  # in the lists of parts and links, which cost far more each
_BLOCK_BYTES, _HEAD_BYTES = 1 << 18, 1024
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([^"']*)["']""")
_ENCODINGS = {b"utf-8", b"utf-16", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252"}
_LARGE = Message("the document is too large when unpacked")
# RuntimeError from zipfile: a password or (NotImplementedError) a version it does not know
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError)


def refuse_bombs(content: bytes, path: Path, otherwise: Message) -> None:
    """Check what is packed; zipfile itself refuses files that unpack to more than announced.

    Args:
        content: Content of the file.
        path: Its path.
        otherwise: The reason to give if it is not such a file.

    Raises:
        TranscriptFormatError: it is not one, or would fill the memory or take minutes.
    """
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        reason = Message("an encrypted or old Word document; save it as .docx without a password")
        raise TranscriptFormatError(path, reason)
    try:
        if directory_bytes(io.BytesIO(content)) > _DIRECTORY_BYTES:
            raise TranscriptFormatError(path, _LARGE)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            problem = _problem(packed)
    except BROKEN as error:
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
            return Message("the document is compressed in a way that no word processor uses")
        is_list = file.filename.endswith((".rels", "[Content_Types].xml"))
        for block in _blocks_of_text(packed, file):
            found = block.count(b"<") + block.count(b"=")
            signs, listed_signs = signs + found, listed_signs + found * is_list
            text_bytes += len(block)
            if signs > _SIGNS or listed_signs > _LISTED_SIGNS or text_bytes > _TEXT_BYTES:
                return _LARGE
    return None


def _blocks_of_text(packed: zipfile.ZipFile, file: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the bytes of a file that may be XML; nothing for others."""
    with packed.open(file) as stream:
        head = stream.read(_HEAD_BYTES)
        if not _may_be_xml(head):
            return
        _check_letters(head)
        yield head
        while block := stream.read(_BLOCK_BYTES):
            yield block


def _may_be_xml(head: bytes) -> bool:
    """Whether a parser would not give up at once; UTF-16 has a zero byte with each sign."""
    return head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] in {b"<", b""} or (
        head.startswith(b"\x4c\x6f\xa7\x94")  # as written by mainframes
    )


def _check_letters(head: bytes) -> None:
    """Refuse encodings in which `<` is another byte, and would not be counted."""
    plain = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if not plain.startswith((b"<?xml", b"\x4c\x6f\xa7\x94")):
        return
    declaration, end, _ = plain.partition(b"?>")
    encoding = _ENCODING.search(declaration)
    if not end or (encoding and encoding.group(1).lower() not in _ENCODINGS):
        raise ValueError("letters that Word does not write")
