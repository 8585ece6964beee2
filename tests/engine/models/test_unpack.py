"""What holds for every kind of archive."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import threading
from pathlib import Path

import pytest

from engine.errors import ArchiveError, DiskSpaceError
from engine.models import disk_space as disk
from engine.models.unpack import unpack
from engine.models.unpacking import Limits
from tests.support.archives import TAR_KINDS, ZIP_KINDS, everything_under, packed_tar, packed_zip


@pytest.fixture(params=[packed_zip, packed_tar], ids=["zip", "tar"])
def packed(request):
    return request.param


def test_files_are_unpacked_with_their_digests(path, folder, packed):
    files = {"m/a.txt": b"words " * 100, "m/b/e.onnx": os.urandom(700_000), "m/empty": b""}
    archive = packed(path, ("m/", b""), *files.items())
    seen = []
    digests = unpack(archive, folder, None, lambda *progress: seen.append(progress))
    assert {name: (folder / name).read_bytes() for name in digests} == files
    assert digests == {name: hashlib.sha256(it).hexdigest() for name, it in files.items()}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert len(seen) >= 4
    total = archive.stat().st_size if packed is packed_tar else sum(map(len, files.values()))
    assert {total for _, total in seen} == {total}
    assert seen[-1] == (total, total)


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
        "/".join("d" * 30),
        "m/" + "n" * 300,
    ],
)
def test_no_path_leaves_the_folder(tmp_path, path, folder, packed, name):
    archive = packed(path, (name, b"bad"))
    before = everything_under(tmp_path)
    with pytest.raises(ArchiveError):
        unpack(archive, folder)
    assert everything_under(tmp_path) == before


@pytest.mark.parametrize(
    ("packed", "kind"),
    [(packed_zip, kind) for kind in ZIP_KINDS] + [(packed_tar, kind) for kind in TAR_KINDS],
)
def test_links_and_devices_are_refused(path, folder, packed, kind):
    archive = packed(path, ("m", "/etc/passwd", kind))
    with pytest.raises(ArchiveError, match="link"):
        unpack(archive, folder)
    assert everything_under(folder) == []


@pytest.mark.parametrize(
    "names",
    [
        ("m/a", "m/a"),
        ("m/A", "m/a"),
        ("m/e\u0301", "m/é"),
        ("m/a", "m/a/b"),
        ("m/a/b", "m/a"),
        ("m/a", "./m/a"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_duplicate_names_are_refused(path, folder, packed, names):
    archive = packed(path, *((name, b"x") for name in names))
    with pytest.raises(ArchiveError, match="twice"):
        unpack(archive, folder)


def test_a_bomb_is_refused_before_unpacking(path, folder, packed):
    archive = packed(path, ("m/zeros", bytes(50_000_000)))
    assert archive.stat().st_size < 100_000
    with pytest.raises(ArchiveError, match=r"would take [1-9]"):
        unpack(archive, folder)
    assert everything_under(folder) == []


def test_too_many_files_are_refused(path, folder, packed):
    archive = packed(path, *((f"m/{i}", b"") for i in range(50)), ("m/x", b"x"))
    with pytest.raises(ArchiveError, match="too many"):
        unpack(archive, folder, limits=Limits(files=20))


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_archive_is_refused(path, folder, packed, share):
    content = packed(path, ("m/a", os.urandom(30_000)), ("m/b", os.urandom(30_000))).read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ArchiveError):
        unpack(path, folder)


def test_an_altered_byte_is_noticed(path, folder, packed):
    letters = bytes(random.Random(1).choices(b"abcdefgh", k=30_000))
    content = packed(path, ("m/a", letters)).read_bytes()
    for at in range(40, 1_000, 8):  # the Huffman tables and the data
        path.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        with pytest.raises(ArchiveError):
            unpack(path, folder)
        shutil.rmtree(folder / "m", ignore_errors=True)


def test_an_archive_without_files_is_refused(path, folder, packed):
    with pytest.raises(ArchiveError):
        unpack(packed(path), folder)
    with pytest.raises(ArchiveError, match="empty"):
        unpack(packed(path, ("m/", b"")), folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")
def test_pipes_devices_and_folders_are_not_opened(tmp_path, folder):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(ArchiveError, match="not a file"):
            unpack(path, folder)


def test_a_full_disk_is_noticed(path, folder, packed, monkeypatch):
    class Usage:
        free = 100

    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: Usage)
    with pytest.raises(DiskSpaceError):
        unpack(packed(path, ("a", b"x" * 1000)), folder)


def test_unpacking_can_be_cancelled(path, folder, packed):
    stop = threading.Event()
    stop.set()
    with pytest.raises(ArchiveError, match="cancelled"):
        unpack(packed(path, ("a", b"x" * 1000)), folder, stop)
