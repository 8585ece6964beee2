from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from engine.errors import SettingsError
from engine.transcripts.output_file import output_file


def write_half(path):
    with output_file(path) as stream:
        stream.write("half")
        raise KeyboardInterrupt


def test_the_file_appears_only_when_complete(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_half(path)
    with output_file(path) as stream:
        stream.write("après\r\nlines\n")
        stream.flush()
        assert path.read_text() == "before"
    assert path.read_bytes() == "après\r\nlines\n".encode()
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_the_source_is_never_overwritten(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("words")
    (tmp_path / "soft.txt").symlink_to(source)
    (tmp_path / "hard.txt").hardlink_to(source)
    for name in ("in.txt", "soft.txt", "hard.txt", "../" + tmp_path.name + "/in.txt"):
        with pytest.raises(SettingsError, match="source"), output_file(tmp_path / name, [source]):
            pytest.fail("it was opened")
    assert source.read_text() == "words"


def test_a_link_to_another_file_stays_a_link(tmp_path):
    target = tmp_path / "target.txt"
    target.write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    with output_file(link, [tmp_path / "gone.txt"]) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


@pytest.mark.parametrize(
    ("name", "said"), [("", "folder"), ("none/out.txt", "written"), ("pipe", "pipe")]
)
def test_unwritable_places_and_pipes_are_reported(tmp_path, name, said):
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    elif name == "pipe":
        pytest.skip("no named pipes among files")
    with pytest.raises(SettingsError, match=said) as caught, output_file(tmp_path / name):
        pytest.fail("it was opened")
    assert str(tmp_path) in str(caught.value.reason)
    assert not caught.value.setting, "the reason has the path"
    assert name != "pipe" or (tmp_path / name).is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions on Windows")
def test_permissions_are_those_of_the_old_file_or_of_a_new_one(tmp_path):
    old = tmp_path / "old.txt"
    old.write_text("")
    old.chmod(0o640)
    new = tmp_path / "new.txt"
    plain = tmp_path / "plain.txt"
    plain.write_text("")
    for path in (old, new):
        with output_file(path) as stream:
            stream.write("x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == plain.stat().st_mode


def test_the_file_on_standard_input_is_a_source(tmp_path, monkeypatch):
    source = tmp_path / "in.txt"
    source.write_text("words")
    with source.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(SettingsError, match="source"), output_file(source, [Path("-")]):
            pytest.fail("it was opened")
        with output_file(tmp_path / "out.txt", [Path("-")]) as other:
            other.write("new")
    assert source.read_text() == "words"
