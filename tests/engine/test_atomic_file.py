from __future__ import annotations

import os
import stat

import pytest

from engine import atomic_file
from engine.atomic_file import PRIVATE, replacing


def test_a_file_is_the_old_one_until_the_new_one_is_whole(tmp_path):
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


def test_an_interrupt_as_soon_as_the_file_is_there_leaves_none(tmp_path, monkeypatch):
    def interrupted(*arguments, **options):
        os.close(os.open(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(
        atomic_file, "open", lambda name, _, opener: interrupted(name, os.O_CREAT), raising=False
    )
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "notes.txt"):
        pass
    assert not list(tmp_path.iterdir())


def test_the_content_is_on_the_disk_before_it_has_the_name(tmp_path, monkeypatch):
    path, synced = tmp_path / "notes.txt", []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append((number, path.exists())))
    with replacing(path) as stream:
        number = stream.fileno()
    assert synced == [(number, False)]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_permissions(tmp_path):
    mask = os.umask(0o022)
    try:
        for mode, expected in {0o666: 0o644, PRIVATE: 0o600}.items():
            with replacing(tmp_path / "file", mode):
                pass
            assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == expected
    finally:
        os.umask(mask)
