from __future__ import annotations

import bz2
import hashlib
import io
import os
import tarfile
import threading
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as runs
from hypothesis import strategies as st

from engine.errors import ArchiveError, DiskSpaceError
from engine.models import disk_space as disk
from engine.models.archive_rules import Limits
from engine.models.unpack_tar import is_bzip2, unpack_tar


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def entry(name, content=b"", kind=tarfile.REGTYPE, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, target, len(content)
    return info, content


def packed(path, *entries, form=tarfile.PAX_FORMAT):
    """Write an archive of entries."""
    with tarfile.open(path, "w:bz2", format=form) as archive:
        for info, content in entries:
            archive.addfile(info, io.BytesIO(content))
    return path


def everything_under(path):
    return sorted(str(found.relative_to(path)) for found in path.rglob("*"))


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("top", ["", "./"])
def test_files_and_their_digests(tmp_path, folder, form, top):
    text, noise = b"words " * 100, os.urandom(700_000)
    archive = packed(
        tmp_path / "m.tar.bz2",
        *([entry(".", kind=tarfile.DIRTYPE)] if top else []),
        entry(f"{top}m", kind=tarfile.DIRTYPE),
        entry(f"{top}m/tokens.txt", text),
        entry(f"{top}m/exp/encoder.onnx", noise),
        entry(f"{top}m/empty"),
        form=form,
    )
    assert is_bzip2(archive)
    seen = []
    digests = unpack_tar(archive, folder, None, lambda *progress: seen.append(progress))
    assert (folder / "m" / "tokens.txt").read_bytes() == text
    assert (folder / "m" / "exp" / "encoder.onnx").read_bytes() == noise
    assert digests == {
        "m/tokens.txt": hashlib.sha256(text).hexdigest(),
        "m/exp/encoder.onnx": hashlib.sha256(noise).hexdigest(),
        "m/empty": hashlib.sha256(b"").hexdigest(),
    }
    size = archive.stat().st_size
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert {total for _, total in seen} == {size}
    assert len(seen) >= 4


def test_long_and_foreign_names_arrive(tmp_path, folder):
    name = "模型/" + "長" * 40 + "/字.txt"
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        archive = packed(tmp_path / f"{form}.tar.bz2", entry(f"{form}/{name}", b"x"), form=form)
        assert list(unpack_tar(archive, folder)) == [f"{form}/{name}"]
        assert (folder / str(form) / name).read_bytes() == b"x"


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
def test_no_path_leaves_the_folder(tmp_path, folder, name):
    archive = packed(tmp_path / "m.tar.bz2", entry(name, b"bad"))
    before = everything_under(tmp_path)
    with pytest.raises(ArchiveError):
        unpack_tar(archive, folder)
    assert everything_under(tmp_path) == before


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.CONTTYPE],
)
def test_no_links_and_no_devices(tmp_path, folder, kind):
    archive = packed(tmp_path / "m.tar.bz2", entry("m", kind=kind, target="/etc/passwd"))
    with pytest.raises(ArchiveError, match="link"):
        unpack_tar(archive, folder)
    assert everything_under(folder) == []


def test_a_link_is_not_written_through(tmp_path, folder):
    link = entry("m", kind=tarfile.SYMTYPE, target=str(tmp_path))
    with pytest.raises(ArchiveError):
        unpack_tar(packed(tmp_path / "m.tar.bz2", link, entry("m/own", b"x")), folder)
    assert not (tmp_path / "own").exists()


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
def test_no_name_twice(tmp_path, folder, names):
    archive = packed(tmp_path / "m.tar.bz2", *(entry(name, b"x") for name in names))
    with pytest.raises(ArchiveError, match="twice"):
        unpack_tar(archive, folder)


def test_a_bomb_is_refused_before_it_goes_off(tmp_path, folder):
    archive = packed(tmp_path / "m.tar.bz2", entry("m/zeros", bytes(50_000_000)))
    assert archive.stat().st_size < 10_000
    with pytest.raises(ArchiveError, match="grow"):
        unpack_tar(archive, folder)
    assert everything_under(folder) == []


def test_a_bomb_behind_the_end_is_not_read_out(tmp_path, folder):
    good = bz2.decompress(packed(tmp_path / "m.tar.bz2", entry("a", b"x")).read_bytes())
    (tmp_path / "m.tar.bz2").write_bytes(bz2.compress(good + bytes(50_000_000)))
    with pytest.raises(ArchiveError, match="grow"):
        unpack_tar(tmp_path / "m.tar.bz2", folder)


def test_a_header_is_not_read_into_memory_whatever_its_size(tmp_path, folder):
    info, content = entry("x", os.urandom(3_000_000), kind=tarfile.XHDTYPE)
    with bz2.open(tmp_path / "m.tar.bz2", "wb") as archive:
        archive.write(info.tobuf(tarfile.USTAR_FORMAT) + content)
    with pytest.raises(ArchiveError):
        unpack_tar(tmp_path / "m.tar.bz2", folder)


def test_headers_without_end_do_not_end_the_process(tmp_path, folder):
    info, content = entry("x", b"13 path=abcd\n", kind=tarfile.XHDTYPE)
    block = info.tobuf(tarfile.USTAR_FORMAT) + content.ljust(512, b"\0")
    (tmp_path / "m.tar.bz2").write_bytes(bz2.compress(block * 5_000))
    with pytest.raises(ArchiveError):
        unpack_tar(tmp_path / "m.tar.bz2", folder)


def raw(kind, content):
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, len(content)
    return info.tobuf(tarfile.USTAR_FORMAT) + content.ljust(-(-len(content) // 512) * 512, b"\0")


def records(names):
    return b"".join(b"%d %s=b\n" % (len(name) + 6, name) for name in names)


HEADERS = {
    "names of all files": [
        raw(tarfile.XGLTYPE, records(b"%05d" % n for n in range(at, at + 1000)))
        for at in range(0, 40_000, 1000)
    ],
    "values of all files": [raw(tarfile.XGLTYPE, b"16007 abcdefghi=" + b"v" * 15_990)] * 40,
    "many names": [raw(tarfile.XGLTYPE, records(b"%05d" % n for n in range(150)))],
    "one number": [raw(tarfile.XHDTYPE, b"1" * 15_000)],
    "a name in a name": [raw(tarfile.XHDTYPE, b"2 " * 7_000 + b"=")],
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_bounded_in_number_and_length(tmp_path, folder, name):
    noise = os.urandom(200_000)  # so that it does not grow too much
    headers = b"".join(HEADERS[name])
    content = raw(tarfile.REGTYPE, noise) + headers + raw(tarfile.REGTYPE, b"b") + bytes(1024)
    (tmp_path / "m.tar.bz2").write_bytes(bz2.compress(content))
    began = time.process_time()
    with pytest.raises(ArchiveError, match=r"header|altered"):
        unpack_tar(tmp_path / "m.tar.bz2", folder)
    assert time.process_time() - began < 1.0


def test_one_folder_again_and_again_is_too_much(tmp_path, folder):
    tops = [entry("./", kind=tarfile.DIRTYPE)] * 200
    archive = packed(tmp_path / "m.tar.bz2", *tops, entry("a", os.urandom(20_000)))
    with pytest.raises(ArchiveError, match="too many"):
        unpack_tar(archive, folder, limits=Limits(files=100))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")
def test_a_pipe_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ArchiveError, match="not a file"):
        is_bzip2(tmp_path / "pipe")


def test_a_size_beyond_the_archive(tmp_path, folder):
    info, content = entry("m/a", b"x" * 1000)
    info.size = 200_000
    with bz2.open(tmp_path / "m.tar.bz2", "wb") as archive:
        archive.write(info.tobuf() + content)
    with pytest.raises(ArchiveError, match="incomplete"):
        unpack_tar(tmp_path / "m.tar.bz2", folder)


def test_too_many_files(tmp_path, folder):
    archive = packed(tmp_path / "m.tar.bz2", *(entry(f"m/{i}") for i in range(50)))
    with pytest.raises(ArchiveError, match="too many"):
        unpack_tar(archive, folder, limits=Limits(files=20))


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_archive(tmp_path, folder, share):
    entries = [entry("m/a", os.urandom(30_000)), entry("m/b", os.urandom(30_000))]
    archive = packed(tmp_path / "m.tar.bz2", *entries)
    content = archive.read_bytes()
    archive.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ArchiveError):
        unpack_tar(archive, folder)


def test_a_tar_that_is_cut_within_a_sound_bzip2(tmp_path, folder):
    entries = [entry("m/a", b"x" * 600), entry("m/b", b"y" * 600)]
    whole = bz2.decompress(packed(tmp_path / "m.tar.bz2", *entries).read_bytes())
    for end in (700, 1_700, 2_300):
        (tmp_path / "m.tar.bz2").write_bytes(bz2.compress(whole[:end]))
        place = folder / str(end)
        place.mkdir()
        with pytest.raises(ArchiveError, match="incomplete"):
            unpack_tar(tmp_path / "m.tar.bz2", place)


def test_a_broken_header_is_not_taken_for_the_end(tmp_path, folder):
    entries = [entry("m/a", b"x" * 600), entry("m/b", b"y" * 600)]
    whole = bytearray(bz2.decompress(packed(tmp_path / "m.tar.bz2", *entries).read_bytes()))
    whole[3 * 512 + 150] ^= 1  # in the second header's checksum
    (tmp_path / "m.tar.bz2").write_bytes(bz2.compress(whole))
    with pytest.raises(ArchiveError, match="altered"):
        unpack_tar(tmp_path / "m.tar.bz2", folder)


def test_a_header_whose_length_is_no_number_of_this_world(tmp_path, folder):
    archive = packed(tmp_path / "m.tar.bz2", entry("m/" + "long" * 40, b"x"))
    content = bz2.decompress(archive.read_bytes())
    begin = content.index(b"172 path=")  # the length of the record
    altered = (b"1" * 100 + b" path=").ljust(171, b"m") + b"\n"
    archive.write_bytes(bz2.compress(content[:begin] + altered + content[begin + 172 :]))
    with pytest.raises(ArchiveError, match="altered"):
        unpack_tar(archive, folder)


def test_an_altered_byte(tmp_path, folder):
    archive = packed(tmp_path / "m.tar.bz2", entry("m/a", os.urandom(30_000)))
    content = bytearray(archive.read_bytes())
    content[15_000] ^= 1
    archive.write_bytes(content)
    with pytest.raises(ArchiveError, match="altered"):
        unpack_tar(archive, folder)


def test_an_archive_of_nothing(tmp_path, folder):
    with pytest.raises(ArchiveError):
        unpack_tar(packed(tmp_path / "m.tar.bz2"), folder)
    with pytest.raises(ArchiveError, match="empty"):
        unpack_tar(packed(tmp_path / "m.tar.bz2", entry("m", kind=tarfile.DIRTYPE)), folder)


def test_a_disk_without_room(tmp_path, folder, monkeypatch):
    class Usage:
        free = 100

    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: Usage)
    with pytest.raises(DiskSpaceError):
        unpack_tar(packed(tmp_path / "m.tar.bz2", entry("a", b"x" * 1000)), folder)


def test_it_can_be_stopped(tmp_path, folder):
    stop = threading.Event()
    stop.set()
    with pytest.raises(ArchiveError, match="cancelled"):
        unpack_tar(packed(tmp_path / "m.tar.bz2", entry("a", b"x" * 1000)), folder, stop)


def _sound():
    buffer = io.BytesIO()
    entries = (entry("m/tokens.txt", b"<blk> 0\n"), entry("m/encoder.onnx", b"model" * 50))
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for info, content in entries:
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


@runs(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.tuples(st.integers(0, 1600), st.binary(max_size=6)), max_size=6))
def test_no_content_brings_it_down(tmp_path_factory, edits):
    content = bytearray(_sound())
    for at, new in edits:
        content[at : at + len(new)] = new
    place = tmp_path_factory.mktemp("fuzz")
    (place / "m.tar.bz2").write_bytes(bz2.compress(content))
    (place / "out").mkdir()
    with suppress(ArchiveError):
        unpack_tar(place / "m.tar.bz2", place / "out")
    assert {path.name for path in place.iterdir()} == {"m.tar.bz2", "out"}
    assert not any(path.is_symlink() for path in place.rglob("*"))
