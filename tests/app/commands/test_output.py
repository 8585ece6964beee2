from __future__ import annotations

import os
import sys
import threading

import pytest

from app.commands.output import open_output
from app.commands.terminal import Progress
from engine.errors import SettingsError


@pytest.fixture
def silent():
    with Progress("x", None, "B") as progress:
        yield progress


def test_a_pipe_is_written_to_and_not_replaced(tmp_path, silent):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    with open_output(path, [], silent) as output:
        output.write("hello\n")
    reader.join(5)
    assert read == ["hello\n"]
    assert path.is_fifo()


def test_standard_output_is_no_source(tmp_path, silent, monkeypatch):
    source, other = tmp_path / "source.txt", tmp_path / "other.txt"
    source.write_text("mine")
    with source.open("a") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(SettingsError), open_output(None, [other, source], silent) as output:
            output.write("theirs")
        with open_output(None, [other], silent) as output:
            output.write(" and more")
    assert source.read_text() == "mine and more"
