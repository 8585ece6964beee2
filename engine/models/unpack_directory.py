"""How large a zip archive's table of contents is, told before zipfile reads all of it."""

from __future__ import annotations

import os
import struct
import zipfile
from typing import BinaryIO

_END, _LOCATOR, _RECORD = b"PK\5\6", b"PK\6\7", b"PK\6\6"
_END_BYTES, _COMMENT_BYTES, _LOCATOR_BYTES, _RECORD_BYTES = 22, 65_535, 20, 56


def directory_bytes(stream: BinaryIO) -> int:
    """Return the largest size that any of the archive's ends tells.

    zipfile believes a zip64 record wherever there is one, whatever the short field says.

    Args:
        stream: the archive; where it stands afterwards is not said.

    Raises:
        BadZipFile: it is no zip archive, or its end is missing.
    """
    size = stream.seek(0, os.SEEK_END)
    before = _LOCATOR_BYTES + _RECORD_BYTES
    stream.seek(max(0, size - _END_BYTES - _COMMENT_BYTES - before))
    tail = stream.read(_END_BYTES + _COMMENT_BYTES + before)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_BYTES:
        raise zipfile.BadZipFile("no end")
    (told,) = struct.unpack_from("<I", tail, at + 12)
    return max(int(told), _told_by_record(tail, at))


def _told_by_record(tail: bytes, end_at: int) -> int:
    """Return what the record says that zipfile reads: the one right before its locator."""
    locator_at = end_at - _LOCATOR_BYTES
    record_at = locator_at - _RECORD_BYTES
    if record_at < 0 or tail[locator_at:end_at][:4] != _LOCATOR:
        return 0
    if tail[record_at : record_at + 4] != _RECORD:
        return 0
    (told,) = struct.unpack_from("<Q", tail, record_at + 40)
    return int(told)
