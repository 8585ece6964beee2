from __future__ import annotations

import hashlib
import io
import os
import stat
import struct
import threading
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as runs
from hypothesis import strategies as st

from engine.errors import ArchiveError, DiskSpaceError
from engine.models import disk_space as disk
from engine.models.archive_rules import Limits
from engine.models.unpack import unpack_zip


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def packed(path, files, **options):
    """Write a zip of names, or ZipInfo, and contents."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return path


def linked(name, target):
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry, target


def everything_under(path):
    return sorted(str(found.relative_to(path)) for found in path.rglob("*"))


def test_files_and_their_digests(tmp_path, folder):
    text = b"words " * 100
    archive = packed(tmp_path / "m.zip", [("m/", b""), ("m/am/final.mdl", text), ("m/e", b"")])
    seen = []
    digests = unpack_zip(archive, folder, None, lambda *progress: seen.append(progress))
    assert (folder / "m" / "am" / "final.mdl").read_bytes() == text
    assert digests["m/am/final.mdl"] == hashlib.sha256(text).hexdigest()
    assert set(digests) == {"m/am/final.mdl", "m/e"}
    assert seen == [(len(text), len(text))]


@pytest.mark.parametrize(
    "name",
    [
        "../outside",
        "m/../../outside",
        "/etc/outside",
        "..",
        "m\\..\\..\\outside",
        "C:/outside",
        "m/na\nme",
        "m/\x00name",
        "/".join("d" * 30),
        "m/" + "n" * 300,
    ],
)
def test_no_path_leaves_the_folder(tmp_path, folder, name):
    entry = zipfile.ZipInfo("placeholder")
    entry.filename = name
    archive = packed(tmp_path / "m.zip", [("m/am/final.mdl", b"x"), (entry, b"bad")])
    before = everything_under(tmp_path)
    with pytest.raises(ArchiveError):
        unpack_zip(archive, folder)
    assert everything_under(tmp_path) == before


def test_no_links_and_no_devices(tmp_path, folder):
    for kind in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR):
        entry = zipfile.ZipInfo("m/link")
        entry.external_attr = (kind | 0o777) << 16
        archive = packed(tmp_path / "m.zip", [("m/a", b"x"), (entry, "/etc/passwd")])
        with pytest.raises(ArchiveError, match="link"):
            unpack_zip(archive, folder)
    assert everything_under(folder) == []


def test_a_link_is_not_written_through(tmp_path, folder):
    archive = packed(tmp_path / "m.zip", [linked("m", str(tmp_path)), ("m/own", b"x")])
    with pytest.raises(ArchiveError):
        unpack_zip(archive, folder)
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize(
    "names", [("m/a", "m/a"), ("m/A", "m/a"), ("m/e\u0301", "m/é"), ("m/a", "m/a/b")]
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_no_name_twice(tmp_path, folder, names):
    archive = packed(tmp_path / "m.zip", [(name, b"x") for name in names])
    with pytest.raises(ArchiveError, match="twice"):
        unpack_zip(archive, folder)


def test_a_bomb_is_refused_before_it_goes_off(tmp_path, folder):
    archive = packed(tmp_path / "m.zip", [("m/zeros", bytes(50_000_000))])
    assert archive.stat().st_size < 100_000
    with pytest.raises(ArchiveError, match="grow"):
        unpack_zip(archive, folder)
    assert everything_under(folder) == []


def test_overlapping_entries_are_refused(tmp_path, folder):
    """As in Fifield (2019): many entries that share one packed body."""
    body = os.urandom(200_000)
    archive = packed(tmp_path / "m.zip", [("a", body)])
    content = archive.read_bytes()
    at = content.index(b"PK\1\2")
    central, end = content[at : content.index(b"PK\5\6")], content[content.index(b"PK\5\6") :]
    more = b"".join(central.replace(b"a", bytes([98 + i]), 1) for i in range(9))
    many = end[:8] + struct.pack("<HHI", 10, 10, len(central + more)) + end[16:]
    archive.write_bytes(content[:at] + central + more + many)
    with zipfile.ZipFile(archive) as sound:
        assert len(sound.namelist()) == 10
    with pytest.raises(ArchiveError, match="overlap"):
        unpack_zip(archive, folder)


def test_a_size_that_lies_is_noticed(tmp_path, folder):
    archive = packed(tmp_path / "m.zip", [("a", b"x" * 5000)])
    content = bytearray(archive.read_bytes())
    struct.pack_into("<I", content, content.index(b"PK\1\2") + 24, 10)
    archive.write_bytes(content)
    with pytest.raises(ArchiveError, match="altered"):
        unpack_zip(archive, folder)


def test_too_many_files(tmp_path, folder):
    archive = packed(tmp_path / "m.zip", [(f"m/{i}", b"") for i in range(50)] + [("m/x", b"x")])
    with pytest.raises(ArchiveError, match="too many"):
        unpack_zip(archive, folder, limits=Limits(files=20))
    with pytest.raises(ArchiveError, match="too many"):
        unpack_zip(archive, folder, limits=Limits(directory_bytes=100))


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_archive(tmp_path, folder, share):
    archive = packed(tmp_path / "m.zip", [("m/a", os.urandom(3000)), ("m/b", os.urandom(3000))])
    content = archive.read_bytes()
    archive.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ArchiveError):
        unpack_zip(archive, folder)


def test_an_altered_byte(tmp_path, folder):
    archive = packed(tmp_path / "m.zip", [("m/a", os.urandom(3000))])
    content = bytearray(archive.read_bytes())
    content[1500] ^= 1
    archive.write_bytes(content)
    with pytest.raises(ArchiveError, match="altered"):
        unpack_zip(archive, folder)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_not_opened(tmp_path, folder, method):
    with zipfile.ZipFile(tmp_path / "m.zip", "w", method) as archive:
        archive.writestr("a", b"x" * 1000)
    with pytest.raises(ArchiveError, match="not read here"):
        unpack_zip(tmp_path / "m.zip", folder)


@pytest.mark.parametrize("place", [1 << 40, (1 << 63) - 41, (1 << 64) - 1])
def test_an_end_that_stands_nowhere(tmp_path, folder, place):
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, place, 1)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    (tmp_path / "m.zip").write_bytes(b"x" * 100 + locator + end)
    with pytest.raises(ArchiveError, match="too many"):
        unpack_zip(tmp_path / "m.zip", folder)


def zip64_end(directory: bytes) -> bytes:
    """Return an end of which only the record tells the size of the table of contents."""
    count = directory.count(b"PK\1\2")
    record = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory), 0)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, len(directory), 1)
    return record + locator + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 100, 0, 0)


def test_the_larger_of_two_ends_counts(tmp_path, folder):
    directory = b"".join(
        struct.pack("<4s6H3I5H2I", b"PK\1\2", *[0] * 9, 8, *[0] * 6) + b"%08d" % number
        for number in range(100_000)
    )
    (tmp_path / "m.zip").write_bytes(directory + zip64_end(directory))
    began = time.process_time()
    with pytest.raises(ArchiveError, match="too many"):
        unpack_zip(tmp_path / "m.zip", folder)
    assert time.process_time() - began < 0.2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")
def test_what_is_no_file_is_not_opened(tmp_path, folder):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(ArchiveError, match="not a file"):
            unpack_zip(path, folder)


def test_an_entry_without_a_name(tmp_path, folder):
    entry = zipfile.ZipInfo("")
    entry.compress_type = zipfile.ZIP_LZMA
    with zipfile.ZipFile(tmp_path / "m.zip", "w") as archive, archive.open(entry, "w") as file:
        file.write(b"x" * 1000)
    with pytest.raises(ArchiveError, match="no readable name"):
        unpack_zip(tmp_path / "m.zip", folder)


def test_a_disk_without_room(tmp_path, folder, monkeypatch):
    class Usage:
        free = 100

    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: Usage)
    archive = packed(tmp_path / "m.zip", [("a", b"x" * 1000)])
    with pytest.raises(DiskSpaceError):
        unpack_zip(archive, folder)


def test_it_can_be_stopped(tmp_path, folder):
    stop = threading.Event()
    stop.set()
    archive = packed(tmp_path / "m.zip", [("a", b"x" * 1000)])
    with pytest.raises(ArchiveError, match="cancelled"):
        unpack_zip(archive, folder, stop)


def _sound():
    buffer = io.BytesIO()
    packed(buffer, [("m/am/final.mdl", b"model" * 50), ("m/conf/mfcc.conf", b"--rate=1")])
    return buffer.getvalue()


@runs(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.tuples(st.integers(0, 500), st.binary(max_size=4)), max_size=6))
def test_no_content_brings_it_down(tmp_path_factory, edits):
    content = bytearray(_sound())
    for at, new in edits:
        content[at : at + len(new)] = new
    place = tmp_path_factory.mktemp("fuzz")
    (place / "m.zip").write_bytes(content)
    (place / "out").mkdir()
    with suppress(ArchiveError):
        unpack_zip(place / "m.zip", place / "out")
    assert {path.name for path in place.iterdir()} == {"m.zip", "out"}
    assert not any(path.is_symlink() for path in place.rglob("*"))
