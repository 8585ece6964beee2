"""Nothing that gets installed is under the GPL, as Fermata's licence is not."""

from __future__ import annotations

import mmap
import re
from importlib import metadata
from pathlib import Path

import pytest

from tests.packaging.test_lock import INSTALLED, LICENCES, LOCKED

FREE = re.compile(r"LGPL|Lesser|exception|Library", re.IGNORECASE)
GPL = re.compile(r"\bA?GPL|General Public Licen[cs]e", re.IGNORECASE)
LIBRARIES = re.compile(
    r"(x26[45]|xvid(core)?|postproc|rubberband|vidstab|cdio|fftw3f?|gsl|readline|espeak(-ng)?)\b"
)
BUILT_WITH_GPL = (b"--enable-gpl", b"x264 - core", b"x265 [")  # FFmpeg says how it was built
ROWS = re.findall(r"^\| (\S+) \| \d\S* \| (.+?) \| https?://\S+ \|$", LICENCES, re.MULTILINE)


def asks_for_gpl(licence: str) -> bool:
    """Return whether a licence is the GPL, with no alternative to choose."""
    return all(
        any(GPL.search(part) and not FREE.search(part) for part in choice.split(" AND "))
        for choice in licence.split(" OR ")
    )


def gpl_libraries(name: str) -> list[str]:
    """Return the native libraries in an installed package that are under the GPL."""
    files = [
        it for it in metadata.files(name) or [] if re.search(r"\.(so|dll|dylib|pyd)\b", it.name)
    ]
    return [it.name for it in files if is_gpl_library(Path(str(it.locate())))]


def is_gpl_library(path: Path) -> bool:
    if LIBRARIES.match(path.name.removeprefix("lib")):
        return True
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return any(content.find(sign) >= 0 for sign in BUILT_WITH_GPL)


@pytest.mark.parametrize(
    ("licence", "is_refused"),
    [
        ("GPL-2.0-or-later", True),
        ("GNU General Public License v3 (GPLv3)", True),
        ("MIT AND GPL-3.0-only", True),
        ("AGPL-3.0", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", False),
        ("GNU Lesser General Public License v2 or later (LGPLv2+)", False),
        ("BSD-3-Clause AND GPL-3.0-with-GCC-exception", False),
        ("Apache License 2.0", False),
    ],
)
def test_the_gpl_is_recognised(licence, is_refused):
    assert asks_for_gpl(licence) == is_refused


@pytest.mark.parametrize(("name", "licence"), ROWS, ids=[name for name, _ in ROWS])
def test_no_package_is_under_the_gpl(name, licence):
    assert len(ROWS) == len(LOCKED)
    assert not asks_for_gpl(licence)


@pytest.mark.parametrize("name", sorted(LOCKED.keys() & INSTALLED.keys()))
def test_no_native_library_is_under_the_gpl(name):
    classes = metadata.metadata(name).get_all("Classifier") or []
    assert not any(asks_for_gpl(it.rpartition(" :: ")[2]) for it in classes) or "PySide" in name
    assert gpl_libraries(name) == []


def test_a_library_built_with_gpl_parts_is_found(tmp_path):
    for name, content in (("libx264-d6533a8d.so.165", b"\0"), ("libavcodec.so", b" --enable-gpl ")):
        (tmp_path / name).write_bytes(content)
        assert is_gpl_library(tmp_path / name)
    (tmp_path / "libsndfile.so").write_bytes(b"--enable-lgpl")
    assert not is_gpl_library(tmp_path / "libsndfile.so")
