"""The words of errors are not logged; folders and files are only for the user."""

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


def test_only_kinds_and_places_of_an_error_are_logged():
    told = place_of(failed("canary"))
    assert "canary" not in told
    assert told.startswith("ValueError at test_privacy.py:")
    assert ", because of KeyError at test_privacy.py:" in told


def test_an_error_without_a_place_is_logged():
    assert place_of(ValueError("canary")) == "ValueError at ?"


@pytest.mark.parametrize("mode", [None, 0o777])
def test_folders_and_files_are_private(tmp_path, mode):
    folder, file = tmp_path / "one" / "two", tmp_path / "file"
    if mode is not None:
        folder.mkdir(mode, parents=True)
        file.touch(mode)
    private_folder(folder)
    private_file(file)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_umask_lets_others_write_to_parent_folders(tmp_path):
    before = os.umask(0)
    try:
        private_folder(tmp_path / "one" / "two")
    finally:
        os.umask(before)
    assert not (tmp_path / "one").stat().st_mode & 0o022


def test_failures_to_create_files_are_ignored(tmp_path):
    (tmp_path / "file").touch()
    private_folder(tmp_path / "file" / "folder")
    private_file(tmp_path / "file" / "file")
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]
