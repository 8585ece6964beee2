"""Words of errors stay where they are; folders and files become the user's alone."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from app.privacy import place_of, private_file, private_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are not Unix's here")


def failed(text):
    try:
        try:
            {}[text]
        except KeyError as error:
            raise ValueError(text) from error
    except ValueError as error:
        return error


def test_an_error_leaves_its_kinds_and_places_only():
    told = place_of(failed("canary"))
    assert "canary" not in told
    assert told.startswith("ValueError at test_privacy.py:")
    assert ", because of KeyError at test_privacy.py:" in told


def test_an_error_without_a_place():
    assert place_of(ValueError("canary")) == "ValueError at ?"


@pytest.mark.parametrize("mode", [None, 0o777])
def test_what_is_private(tmp_path, mode):
    folder, file = tmp_path / "one" / "two", tmp_path / "file"
    if mode is not None:
        folder.mkdir(mode, parents=True)
        file.touch(mode)
    private_folder(folder)
    private_file(file)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_umask_lets_others_write_what_it_lies_in(tmp_path):
    before = os.umask(0)
    try:
        private_folder(tmp_path / "one" / "two")
    finally:
        os.umask(before)
    assert not (tmp_path / "one").stat().st_mode & 0o022


def test_where_nothing_can_be_made(tmp_path):
    (tmp_path / "file").touch()
    private_folder(tmp_path / "file" / "folder")
    private_file(tmp_path / "file" / "file")
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]
