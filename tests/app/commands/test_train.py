from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from app.training_process import TrainingProcess
from engine.errors import ModelNotFoundError, TrainingError, TranscriptFormatError
from tests.support.terminal import TerminalProcess, run_in_terminal
from tests.support.training.small import snapshot, write_small_bundle, write_text
from tests.support.training.tiny import need_torch


@pytest.fixture(scope="module", autouse=True)
def _needs():
    need_torch()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write_small_bundle(tmp_path_factory.mktemp("assets") / "models" / "small")


@pytest.fixture
def user(fermata, tmp_path, small, monkeypatch):
    """A user's folder with the small bundle, and a text."""
    folder = tmp_path / "user"
    (folder / "models").mkdir(parents=True)
    shutil.copytree(small, folder / "models" / "small")
    monkeypatch.setenv("FERMATA_DATA", str(folder))
    fermata.environment |= {"FERMATA_DATA": str(folder), "OMP_NUM_THREADS": "1"}
    write_text(tmp_path / "own.txt")
    write_text(tmp_path / "long.txt", 1500)
    return folder


def arguments(text: Path, *more):
    return ("train", "--from", "small", "--texts", text, "--name", "mine", *more)


def active(fermata):
    models = json.loads(fermata("models", "--json")[1])
    return [model["name"] for model in models if model["is_active"]]


def test_a_pipe_gets_json_lines_and_the_model_is_there(fermata, user, tmp_path):
    before = snapshot(user)
    with fermata.start(*arguments(tmp_path / "own.txt", "--activate"), stdout=subprocess.PIPE) as p:
        lines = [json.loads(line) for line in p.stdout]
    assert p.returncode == 0
    assert [line["name"] for line in lines if line["event"] == "stage"][-1] == "comparing"
    assert lines[-1]["event"] == "done"
    assert lines[-1]["after"]["general"]["words"] > 3000
    assert active(fermata) == ["mine"]
    assert user.stat().st_mode & 0o777 == 0o700
    after = snapshot(user)
    assert {name: after[name] for name in before} == before
    assert fermata("models", "rollback")[0] == 0


def test_a_terminal_gets_a_table(fermata, user, tmp_path):
    command = fermata.command(*arguments(tmp_path / "own.txt", "--no-activate"))
    status, written = run_in_terminal(command, fermata.environment, columns=110)
    assert status == 0
    for part in ("own.txt: ", "100 % in marked sentences", "Learning …", "step", "loss=", "→"):
        assert part in written
    assert "general sample (3," in written
    assert "It is not used: as you asked." in written
    assert "`fermata models activate mine` uses it all the same." in written


def test_ending_the_front_cancels_and_leaves_the_old_models_alone(fermata, user, tmp_path):
    before = snapshot(user)
    command = fermata.start(
        *arguments(tmp_path / "long.txt"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with command as process:
        for line in process.stdout:
            if json.loads(line)["event"] == "step":
                process.terminate()
                break
        last = process.stdout.read().splitlines()[-1]
        assert process.stderr.read() == b""
    assert json.loads(last) == {"event": "cancelled"}
    assert process.returncode == 143
    assert snapshot(user) == before


def test_control_c_on_a_terminal_says_so(fermata, user, tmp_path):
    before = snapshot(user)
    terminal = TerminalProcess(
        fermata.command(*arguments(tmp_path / "long.txt")), fermata.environment
    )
    while "loss=" not in terminal.written and terminal.process.poll() is None:
        time.sleep(0.05)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.wait() == 130
    assert "Cancelled; nothing was changed." in terminal.written
    assert snapshot(user) == before


def test_a_front_that_is_killed_ends_the_training(fermata, user, tmp_path):
    before = snapshot(user)
    with fermata.start(*arguments(tmp_path / "long.txt"), stdout=subprocess.PIPE) as process:
        while json.loads(process.stdout.readline())["event"] != "step":
            pass
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
    (child,) = children
    give_up_s = time.monotonic() + 60
    while is_running(child) and time.monotonic() < give_up_s:
        time.sleep(0.05)
    assert not is_running(child)
    assert snapshot(user) == before


def is_running(process_id):
    """A process that has ended may stay as a zombie until somebody asks for its status."""
    try:
        return ") Z" not in Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return False


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "there are no words in it"),
        ("we saw anna in the house today and then you saw us " * 50, "only 0 % of its words"),
        ("We saw Anna in the house.", "the texts hold 6 words"),
    ],
)
def test_texts_that_teach_nothing_are_one_sentence(fermata, user, tmp_path, content, reason):
    (tmp_path / "notes.txt").write_text(content)
    status, out, err = fermata(*arguments(tmp_path / "notes.txt"))
    assert status == 2
    assert err.startswith("fermata: ")
    assert reason in err
    assert err.count("\n") == 1
    assert all(json.loads(line)["event"] in {"stage", "text"} for line in out.splitlines())


def test_errors_of_the_process_are_raised_here_as_they_were(user, tmp_path):
    cases = [
        (["--from=small", "--texts", str(tmp_path / "none.txt")], TranscriptFormatError),
        (["--from=none", "--texts", str(tmp_path / "own.txt")], ModelNotFoundError),
    ]
    for options, kind in cases:
        with TrainingProcess(["--name=mine", *options]) as process, pytest.raises(kind) as caught:
            list(process.events())
        assert isinstance(getattr(caught.value, "path", tmp_path), Path)


def test_a_process_that_breaks_off_is_told(user, tmp_path):
    with (
        TrainingProcess(["--no-such-option"]) as process,
        pytest.raises(TrainingError, match="status 2"),
    ):
        list(process.events())


@pytest.mark.parametrize("missing", ["--texts", "--name"])
def test_wrong_usage(fermata, missing):
    given = {"--texts": "a.txt", "--name": "mine"}
    del given[missing]
    status, _, err = fermata("train", *(word for pair in given.items() for word in pair))
    assert status == 2
    assert missing in err
