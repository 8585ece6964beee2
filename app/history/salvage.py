"""Reads the rows of a damaged SQLite file page by page, without the trees that lead to them.

Ref: "Database File Format", https://www.sqlite.org/fileformat2.html, §1.6, §2 and §4.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Value = None | int | float | str | bytes
_Pages = Mapping[int, bytes]  # each with its number, from one on

_PAGE_BYTES = 4096
_FILE_HEADER_BYTES = 100
_WAL_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_LEAF_OF_TABLE, _LEAF_OF_INDEX, _BRANCH_OF_INDEX = 0x0D, 0x0A, 0x02
_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8}  # of numbers, by their kind
_BROKEN = (IndexError, KeyError, ValueError, struct.error)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of some table; `number` is its rowid, None in a table without."""

    number: int | None
    values: tuple[Value, ...]


def salvaged(path: Path) -> Iterator[Row]:
    """Yield every row of a file and its log that can still be read, in no order.

    Raises:
        OSError: the file itself cannot be read.
    """
    pages = _pages(path)
    for number, page in pages.items():
        begin = _FILE_HEADER_BYTES if number == 1 else 0
        for place in _cells(page, begin):
            try:
                yield _row(pages, page, page[begin], place)
            except _BROKEN:  # garbage that looked like a row
                continue


def _pages(path: Path) -> dict[int, bytes]:
    content = path.read_bytes() if path.exists() else b""
    size = _page_bytes(content)
    whole = len(content) // size * size
    pages = {at // size + 1: content[at : at + size] for at in range(0, whole, size)}
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        pages |= _committed(log.read_bytes(), size)
    return pages


def _page_bytes(content: bytes) -> int:
    stated = int.from_bytes(content[16:18], "big")
    return stated if stated.bit_count() == 1 and stated >= 512 else _PAGE_BYTES


def _committed(log: bytes, size: int) -> dict[int, bytes]:
    """Return what a write-ahead log holds of its last round, up to the last commit."""
    salts, step = log[16:24], _FRAME_HEADER_BYTES + size
    pages: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for at in range(_WAL_HEADER_BYTES, len(log) - step + 1, step):
        number, is_commit = struct.unpack_from(">II", log, at)
        if log[at + 8 : at + 16] == salts and number:
            pending[number] = log[at + _FRAME_HEADER_BYTES : at + step]
            if is_commit:
                pages |= pending
                pending.clear()
    return pages


def _cells(page: bytes, begin: int) -> list[int]:
    kind = page[begin]
    if kind not in {_LEAF_OF_TABLE, _LEAF_OF_INDEX, _BRANCH_OF_INDEX}:
        return []
    (count,) = struct.unpack_from(">H", page, begin + 3)
    first = begin + (12 if kind == _BRANCH_OF_INDEX else 8)
    count = min(count, (len(page) - first) // 2)
    return list(struct.unpack_from(f">{count}H", page, first))


def _row(pages: _Pages, page: bytes, kind: int, place: int) -> Row:
    place += 4 if kind == _BRANCH_OF_INDEX else 0
    size, place = _varint(page, place)
    number = None
    if kind == _LEAF_OF_TABLE:
        number, place = _varint(page, place)
    if size > len(pages) * len(page):
        raise ValueError("longer than the file")
    return Row(number, _values(_payload(pages, page, kind, place, size)))


def _payload(pages: _Pages, page: bytes, kind: int, place: int, size: int) -> bytes:
    """Return the whole of what begins in a cell and may go on in a chain of pages."""
    local = _local_bytes(len(page), kind, size)
    payload = page[place : place + local]
    (following,) = struct.unpack_from(">I", page, place + local) if local < size else (0,)
    while len(payload) < size:
        more = pages[following]
        payload += more[4 : 4 + size - len(payload)]
        (following,) = struct.unpack_from(">I", more)
    return payload


def _local_bytes(page_bytes: int, kind: int, size: int) -> int:
    least = (page_bytes - 12) * 32 // 255 - 23
    most = page_bytes - 35
    if kind != _LEAF_OF_TABLE:
        most = (page_bytes - 12) * 64 // 255 - 23
    if size <= most:
        return size
    local = least + (size - least) % (page_bytes - 4)
    return local if local <= most else least


def _values(payload: bytes) -> tuple[Value, ...]:
    head, place = _varint(payload, 0)
    content, values = head, []
    while place < head:
        kind, place = _varint(payload, place)
        size = (kind - 12) // 2 if kind >= 12 else _BYTES.get(kind, 0)
        if content + size > len(payload):
            raise ValueError("cut short")
        values.append(_value(kind, payload[content : content + size]))
        content += size
    return tuple(values)


def _value(kind: int, content: bytes) -> Value:
    if kind == 0:
        return None
    if kind == 7:
        value = float(struct.unpack(">d", content)[0])
        if math.isnan(value):  # SQLite keeps none: erased flash reads like this
            raise ValueError("not a number")
        return value
    if kind in {8, 9}:
        return kind - 8
    if kind < 7:
        return int.from_bytes(content, "big", signed=True)
    if kind < 12:
        raise ValueError("no such kind of value")
    return content.decode() if kind % 2 else content


def _varint(content: bytes, place: int) -> tuple[int, int]:
    value = 0
    for at in range(place, place + 8):
        value = value << 7 | content[at] & 0x7F
        if content[at] < 0x80:
            return value, at + 1
    return value << 8 | content[place + 8], place + 9
