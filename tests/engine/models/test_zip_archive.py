from __future__ import annotations

import os
import struct
import zipfile

import pytest

from engine.errors import ArchiveError
from engine.models.unpack import unpack
from engine.models.unpacking import Limits
from tests.support.archives import packed_zip


def test_a_name_does_not_end_at_a_zero_byte(path, folder):
    with pytest.raises(ArchiveError, match="name cannot be read"):
        unpack(packed_zip(path, ("m/\x00name", b"bad")), folder)


def test_a_huge_directory_is_refused(path, folder):
    archive = packed_zip(path, *((f"m/{i}", b"") for i in range(50)))
    with pytest.raises(ArchiveError, match="too many"):
        unpack(archive, folder, limits=Limits(directory_bytes=100))


def test_overlapping_entries_are_refused(path, folder):
    """As in Fifield (2019): many entries that share one packed body."""
    body = os.urandom(200_000)
    archive = packed_zip(path, ("a", body))
    content = archive.read_bytes()
    at = content.index(b"PK\1\2")
    central, end = content[at : content.index(b"PK\5\6")], content[content.index(b"PK\5\6") :]
    more = b"".join(central.replace(b"a", bytes([98 + i]), 1) for i in range(9))
    many = end[:8] + struct.pack("<HHI", 10, 10, len(central + more)) + end[16:]
    archive.write_bytes(content[:at] + central + more + many)
    with zipfile.ZipFile(archive) as sound:
        assert len(sound.namelist()) == 10
    with pytest.raises(ArchiveError, match="overlap"):
        unpack(archive, folder)


def test_a_wrong_size_is_noticed(path, folder):
    archive = packed_zip(path, ("a", b"x" * 5000))
    content = bytearray(archive.read_bytes())
    struct.pack_into("<I", content, content.index(b"PK\1\2") + 24, 10)
    archive.write_bytes(content)
    with pytest.raises(ArchiveError, match="altered"):
        unpack(archive, folder)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions_are_refused(path, folder, method):
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("a", b"x" * 1000)
    with pytest.raises(ArchiveError, match="Fermata cannot read"):
        unpack(path, folder)


@pytest.mark.parametrize("place", [1 << 40, (1 << 63) - 41, (1 << 64) - 1])
def test_an_end_that_points_nowhere_is_refused(path, folder, place):
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, place, 1)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    path.write_bytes(b"x" * 100 + locator + end)
    with pytest.raises(ArchiveError, match="too many"):
        unpack(path, folder)


def zip64_end(directory: bytes) -> bytes:
    """Return an end record whose directory size is only in the zip64 record."""
    count = directory.count(b"PK\1\2")
    record = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory), 0)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, len(directory), 1)
    return record + locator + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 100, 0, 0)


def test_the_larger_directory_size_counts_before_anything_is_read(path, folder, monkeypatch):
    monkeypatch.setattr("engine.models.zip_archive.zipfile.ZipFile", None)
    directory = b"".join(
        struct.pack("<4s6H3I5H2I", b"PK\1\2", *[0] * 9, 8, *[0] * 6) + b"%08d" % number
        for number in range(100_000)
    )
    path.write_bytes(directory + zip64_end(directory))
    with pytest.raises(ArchiveError, match="too many"):
        unpack(path, folder)


def test_an_entry_without_a_name_is_refused(path, folder):
    entry = zipfile.ZipInfo("")
    entry.compress_type = zipfile.ZIP_LZMA
    with zipfile.ZipFile(path, "w") as archive, archive.open(entry, "w") as file:
        file.write(b"x" * 1000)
    with pytest.raises(ArchiveError, match="name cannot be read"):
        unpack(path, folder)
