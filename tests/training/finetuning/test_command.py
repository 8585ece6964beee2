from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.support.training.small import snapshot, write_small_bundle, write_text
from training.__main__ import main

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A small bundle, and a text that takes a few steps to learn."""
    folder = tmp_path_factory.mktemp("command")
    write_small_bundle(folder / "assets" / "small")
    write_text(folder / "own.txt", 1200)
    return folder


@pytest.fixture
def user(tmp_path, monkeypatch):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "user"))
    (tmp_path / "user").mkdir()
    return tmp_path / "user"


@pytest.fixture(autouse=True)
def _signals():
    """Restore the handlers that a run in this process replaces."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def options(ground, *more):
    texts = ["--texts", str(ground / "own.txt")]
    return ["finetune", "--from", str(ground / "assets" / "small"), "--name=mine", *texts, *more]


def failed(capsys, arguments, status=2):
    """Return the last line of a run that ends with this status."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == status
    line = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert line["event"] == "failed"
    return line


def test_failures_are_lines_that_another_process_can_raise_again(capsys, ground, user, tmp_path):
    line = failed(capsys, [*options(ground)[:-1], str(tmp_path / "none.txt")])
    assert line["error"] == "TranscriptFormatError"
    assert line["fields"][0] == str(tmp_path / "none.txt")
    line = failed(capsys, [*options(ground), "--from", "nothing"])
    assert (line["error"], line["fields"][:2]) == ("ModelNotFoundError", ["punctuation", "nothing"])
    assert snapshot(user) == {}


def test_an_unwritable_folder_is_reported(capsys, ground, user, monkeypatch, tmp_path):
    (user / "file").write_text("")
    monkeypatch.setenv("FERMATA_DATA", str(user / "file"))
    short = write_text(tmp_path / "short.txt", 60)
    line = failed(capsys, [*options(ground)[:-1], str(short)], status=1)
    assert line["error"] == "OSError"
    assert line["fields"][2].startswith(str(user / "file"))


@pytest.mark.parametrize("name", ["torch", "onnx"])
def test_a_missing_extra_is_named(capsys, ground, user, monkeypatch, name):
    monkeypatch.setitem(sys.modules, name, None)  # as find_spec reports missing packages
    place, reason = failed(capsys, options(ground))["fields"]
    assert place == name
    assert f"{REPOSITORY}[train]" in str(reason["fields"]["way"])


class Terminated(io.StringIO):
    """Standard output that sends this process SIGTERM at the first step of learning."""

    is_over = False

    def write(self, text):
        if '"step"' in text and not self.is_over:
            self.is_over = True
            os.kill(os.getpid(), signal.SIGTERM)
        return super().write(text)


def test_a_cancelled_run_leaves_nothing(ground, user, monkeypatch):
    before = snapshot(ground)
    monkeypatch.setattr(sys, "stdout", Terminated())
    with pytest.raises(SystemExit) as ended:
        main(options(ground))
    assert ended.value.code == 130
    assert json.loads(sys.stdout.getvalue().splitlines()[-1]) == {"event": "cancelled"}
    assert snapshot(user) == {}
    assert snapshot(ground) == before
