from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest

from app import training_process
from app.training_process import TrainingProcess
from engine.errors import TrainingError, TranscriptFormatError
from tests.support.bundles import empty_bundle
from tests.support.processes import children_of, is_running
from tests.support.terminal import TerminalProcess, run_in_terminal
from tests.support.training.small import snapshot, write_small_bundle, write_text
from tests.support.training.stand_in import COMMAND
from tests.support.training.tiny import need_torch


@pytest.fixture
def user(fermata, tmp_path, monkeypatch):
    """A user's folder with a model that can be trained, and texts."""
    folder = tmp_path / "user"
    empty_bundle(folder / "models" / "en")
    monkeypatch.setenv("FERMATA_DATA", str(folder))
    monkeypatch.setattr(training_process, "COMMAND", COMMAND)
    fermata.environment |= {"FERMATA_DATA": str(folder)}
    for name in ("own.txt", "long.txt", "notes.txt"):
        (tmp_path / name).touch()
    return folder


def arguments(text, *more):
    return ("train", "--from", "en", "--texts", str(text), "--name", "mine", *more)


def front(*words):
    """A command line with the stand-in behind it."""
    return [*COMMAND, "front", *words]


def active(fermata):
    models = json.loads(fermata("models", "--json")[1])
    return [model["name"] for model in models if model["is_active"]]


@pytest.fixture
def trainable(user):
    need_torch()
    return write_small_bundle(user / "models" / "small")


def test_the_real_training_gives_json_lines_and_a_model(fermata, user, trainable, tmp_path):
    write_text(tmp_path / "own.txt", 60)
    before = snapshot(user)
    words = [*arguments(tmp_path / "own.txt", "--activate"), "--from", "small"]
    with fermata.start(*words, stdout=subprocess.PIPE) as process:
        lines = [json.loads(line) for line in process.stdout]
    assert process.returncode == 0
    assert [line["name"] for line in lines if line["event"] == "stage"][-1] == "comparing"
    assert lines[-1]["event"] == "done"
    assert lines[-1]["after"]["general"]["words"] > 3000
    assert active(fermata) == ["mine"]
    assert user.stat().st_mode & 0o777 == 0o700
    after = snapshot(user)
    assert {name: after[name] for name in before} == before
    assert fermata("models", "rollback")[0] == 0


def test_killing_the_command_ends_the_real_training(fermata, user, trainable, tmp_path):
    write_text(tmp_path / "own.txt", 1500)
    before = snapshot(user)
    words = [*arguments(tmp_path / "own.txt"), "--from", "small"]
    with fermata.start(*words, stdout=subprocess.PIPE) as process:
        assert json.loads(process.stdout.readline())["event"] == "stage"
        (child,) = children_of(process.pid)
        process.kill()
    while is_running(child):
        time.sleep(0.05)
    assert snapshot(user) == before


def test_a_terminal_gets_a_table(fermata, user, tmp_path):
    command = front(*arguments(tmp_path / "own.txt", "--no-activate"))
    status, written = run_in_terminal(command, fermata.environment, columns=110)
    assert status == 0
    for part in ("own.txt: ", "100 % in marked sentences", "Learning …", "step", "loss=", "→"):
        assert part in written
    assert "general sample (3," in written
    assert "The old model stays active: as you asked." in written
    assert "To use it anyway: `fermata models activate mine`." in written


def test_ending_the_command_cancels(fermata, user, tmp_path):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = front(*arguments(tmp_path / "long.txt"))
    with subprocess.Popen(command, env=fermata.environment, **pipes) as process:
        for line in process.stdout:
            if json.loads(line)["event"] == "step":
                process.terminate()
                break
        last = process.stdout.read().splitlines()[-1]
        assert process.stderr.read() == b""
    assert json.loads(last) == {"event": "cancelled"}
    assert process.returncode == 143


def test_control_c_on_a_terminal_says_so(fermata, user, tmp_path):
    terminal = TerminalProcess(front(*arguments(tmp_path / "long.txt")), fermata.environment)
    while "loss=" not in terminal.written and terminal.process.poll() is None:
        time.sleep(0.05)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.wait() == 130
    assert "Cancelled. Nothing was changed." in terminal.written


def test_a_text_with_nothing_to_learn_gives_one_sentence(fermata, user, tmp_path):
    status, out, err = fermata(*arguments(tmp_path / "notes.txt"))
    assert status == 2
    assert err.startswith("fermata: ")
    assert "there are no words in it" in err
    assert err.count("\n") == 1
    assert all(json.loads(line)["event"] in {"stage", "text"} for line in out.splitlines())


def test_errors_of_the_process_are_raised_here_unchanged(user, tmp_path):
    with (
        TrainingProcess(["--texts", str(tmp_path / "notes.txt")]) as process,
        pytest.raises(TranscriptFormatError) as caught,
    ):
        list(process.events())
    assert caught.value.path == tmp_path / "notes.txt"

    with (
        TrainingProcess(["--no-such-option"]) as process,
        pytest.raises(TrainingError, match="status 2"),
    ):
        list(process.events())
