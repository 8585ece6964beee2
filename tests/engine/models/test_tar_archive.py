from __future__ import annotations

import bz2
import os
import tarfile

import pytest

from engine.errors import ArchiveError
from engine.models.unpack import unpack
from engine.models.unpacking import Limits
from tests.support.archives import packed_tar, tar_entry


def raw(kind, content):
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, len(content)
    return info.tobuf(tarfile.USTAR_FORMAT) + content.ljust(-(-len(content) // 512) * 512, b"\0")


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_an_archive_may_contain_its_own_root(path, folder, form):
    files = (("./", b""), ("./m/", b""), ("./m/tokens.txt", b"x"))
    assert list(unpack(packed_tar(path, *files, form=form), folder)) == ["m/tokens.txt"]
    assert (folder / "m" / "tokens.txt").read_bytes() == b"x"


def test_long_and_foreign_names_survive(path, folder):
    name = "模型/" + "長" * 40 + "/字.txt"
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        archive = packed_tar(path, (f"{form}/{name}", b"x"), form=form)
        assert list(unpack(archive, folder)) == [f"{form}/{name}"]
        assert (folder / str(form) / name).read_bytes() == b"x"


def test_a_bomb_after_the_end_is_not_unpacked(path, folder):
    good = bz2.decompress(packed_tar(path, ("a", b"x")).read_bytes())
    path.write_bytes(bz2.compress(good + bytes(50_000_000)))
    with pytest.raises(ArchiveError, match="unpacked"):
        unpack(path, folder)


def test_a_huge_header_is_not_read_into_memory(path, folder):
    path.write_bytes(bz2.compress(raw(tarfile.XHDTYPE, os.urandom(3_000_000))))
    with pytest.raises(ArchiveError):
        unpack(path, folder)


def test_endless_headers_do_not_kill_the_process(path, folder):
    path.write_bytes(bz2.compress(raw(tarfile.XHDTYPE, b"13 path=abcd\n") * 5_000))
    with pytest.raises(ArchiveError):
        unpack(path, folder)


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
def test_headers_are_limited_in_number_and_length(path, folder, name):
    noise = os.urandom(200_000)  # against the growth limit
    headers = b"".join(HEADERS[name])
    content = raw(tarfile.REGTYPE, noise) + headers + raw(tarfile.REGTYPE, b"b") + bytes(1024)
    path.write_bytes(bz2.compress(content))
    with pytest.raises(ArchiveError, match=r"header|altered"):
        unpack(path, folder)


def test_repeating_one_folder_is_refused(path, folder):
    tops = [("./", b"")] * 200
    archive = packed_tar(path, *tops, ("a", os.urandom(20_000)))
    with pytest.raises(ArchiveError, match="too many"):
        unpack(archive, folder, limits=Limits(files=100))


def test_a_size_beyond_the_archive_is_refused(path, folder):
    info, content = tar_entry("m/a", b"x" * 1000)
    info.size = 200_000
    path.write_bytes(bz2.compress(info.tobuf() + content.read()))
    with pytest.raises(ArchiveError, match="incomplete"):
        unpack(path, folder)


def test_a_truncated_tar_in_valid_bzip2_is_refused(path, folder):
    entries = [("m/a", b"x" * 600), ("m/b", b"y" * 600)]
    whole = bz2.decompress(packed_tar(path, *entries).read_bytes())
    for end in (700, 1_700, 2_300):
        path.write_bytes(bz2.compress(whole[:end]))
        place = folder / str(end)
        place.mkdir()
        with pytest.raises(ArchiveError, match="incomplete"):
            unpack(path, place)


def test_a_broken_header_is_not_taken_for_the_end(path, folder):
    entries = [("m/a", b"x" * 600), ("m/b", b"y" * 600)]
    whole = bytearray(bz2.decompress(packed_tar(path, *entries).read_bytes()))
    whole[3 * 512 + 150] ^= 1  # in the second header's checksum
    path.write_bytes(bz2.compress(whole))
    with pytest.raises(ArchiveError, match="altered"):
        unpack(path, folder)


def test_an_absurd_header_length_is_refused(path, folder):
    archive = packed_tar(path, ("m/" + "long" * 40, b"x"))
    content = bz2.decompress(archive.read_bytes())
    begin = content.index(b"172 path=")  # the length of the record
    altered = (b"1" * 100 + b" path=").ljust(171, b"m") + b"\n"
    archive.write_bytes(bz2.compress(content[:begin] + altered + content[begin + 172 :]))
    with pytest.raises(ArchiveError, match="altered"):
        unpack(archive, folder)
