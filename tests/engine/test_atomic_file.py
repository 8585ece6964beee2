from __future__ import annotations

import os
import stat

import pytest

from engine import atomic_file
from engine.atomic_file import PRIVATE, replacing


def test_a_file_stays_old_until_the_new_one_is_complete(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("old")
    with replacing(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, error):
    path = tmp_path / "notes.txt"
    path.write_text("old")

    def fail():
        with replacing(path) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_right_after_creation_leaves_no_file(tmp_path, monkeypatch):
    def interrupted(*arguments, **options):
        os.close(os.open(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(
        atomic_file, "open", lambda name, _, opener: interrupted(name, os.O_CREAT), raising=False
    )
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "notes.txt"):
        pass
    assert not list(tmp_path.iterdir())


def test_the_content_is_on_disk_before_the_rename(tmp_path, monkeypatch):
    path, synced = tmp_path / "notes.txt", []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append((number, path.exists())))
    with replacing(path) as stream:
        number = stream.fileno()
    assert synced == [(number, False)]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_permissions_follow_mode_and_umask(tmp_path):
    mask = os.umask(0o022)
    try:
        for mode, expected in {0o666: 0o644, PRIVATE: 0o600}.items():
            with replacing(tmp_path / "file", mode):
                pass
            assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == expected
    finally:
        os.umask(mask)
