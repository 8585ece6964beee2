"""Whole runs: killed, on a full disk, on two processes, and with the wrong encoder.

The full test, with two processes that train together: `FERMATA_MACHINES=2 pytest` on this file.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from tests.support.training.full_disk import largest_file
from tests.support.training.tiny import write_encoder, written_sentences
from training.__main__ import main
from training.export.bundle import latest_average
from training.loop.checkpoints import checkpoints

REPOSITORY = Path(__file__).resolve().parents[3]
RECIPE = """
name = "tiny"
languages = ["en"]
architecture = "token"
encoder = "ENCODER"
[train]
steps = 30
tokens_a_step = 256
window_tokens = { 16 = 0.5, 32 = 0.5 }
learning_rate = 1e-2
warmup_steps = 5
schedule = "constant"
checkpoint_every_steps = 5
held_out_windows = 8
[source.dialogue]
words = 2000
[held_out.novel]
words = 500
"""
EVERYTHING = """
[loss]
kind = "focal"
[optimizer]
kind = "radam"
lookahead = true
[averaging]
kind = "best"
count = 2
[[stage]]
steps = 10
frozen = ["encoder."]
[[stage]]
steps = 20
"""


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A folder with an encoder, a recipe and prepared corpora."""
    folder = tmp_path_factory.mktemp("ground")
    write_encoder(folder / "encoder")
    (folder / "texts").mkdir()
    for name, seed in (("dialogue", 1), ("novel", 2)):
        text = "\n".join(written_sentences(200, seed))
        (folder / "texts" / f"{name}.txt").write_text(text, encoding="utf-8")
    recipe = RECIPE.replace("ENCODER", str(folder / "encoder"))
    (folder / "plain.toml").write_text(recipe, encoding="utf-8")
    (folder / "everything.toml").write_text(recipe + EVERYTHING, encoding="utf-8")
    options = ["--recipe", folder / "plain.toml", "--corpora", folder / "texts"]
    assert main(["prepare", *map(str, options), "--work", str(folder / "work")]) == 0
    return folder


def fresh(ground, folder):
    """Return a work folder with only the corpora."""
    shutil.copytree(ground / "work", folder)
    return folder


def argv(ground, work, recipe="plain", **changes):
    found = ["train", "--recipe", str(ground / f"{recipe}.toml"), "--work", str(work)]
    return found + [part for k, v in changes.items() for part in ("--set", f"train.{k}={v}")]


def process(arguments, launcher=("-m", "training"), variables=None, **options):
    return subprocess.Popen(
        [sys.executable, *launcher, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "OMP_NUM_THREADS": "1", **(variables or {})},  # sums must be the same
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def handed_on(work):
    return latest_average(work / "tiny")


def same(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[k], other[k]) for k in one)


def names(work):
    return sorted(path.name for path in (work / "tiny").glob("checkpoint-*"))


def test_a_killed_run_with_everything_resumes_to_the_same_weights(ground, tmp_path):
    """Two stages, LookAhead around RAdam, the best checkpoints averaged."""
    whole, killed = fresh(ground, tmp_path / "whole"), fresh(ground, tmp_path / "killed")
    assert main(argv(ground, whole, "everything")) == 0
    with process(argv(ground, killed, "everything")) as running:
        for line in running.stdout:
            report = json.loads(line)
            if "held_out_loss" in report and report["step"] >= 15:
                break
        running.send_signal(signal.SIGKILL)
    assert running.returncode == -signal.SIGKILL
    assert 10 <= int(checkpoints(killed / "tiny")[-1].name[-7:]) < 30
    assert main(argv(ground, killed, "everything")) == 0
    assert same(handed_on(killed), handed_on(whole))
    kept = [sorted(p.name for p in (w / "tiny" / "snapshots").iterdir()) for w in (whole, killed)]
    assert kept[0] == kept[1]
    assert len(kept[0]) == 2


def test_a_full_disk_leaves_the_previous_checkpoint(ground, tmp_path, capsys):
    work = fresh(ground, tmp_path / "work")
    assert main(argv(ground, work, steps=5)) == 0
    before = handed_on(work)
    with largest_file(10_000):
        said = sentence(capsys, argv(ground, work, steps=10))
    assert "cannot be written" in said
    assert names(work) == ["checkpoint-0000005"]
    assert same(handed_on(work), before)


def launched(arguments):
    """Run on two CPU processes, as on two machines; return what the first printed.

    `accelerate launch --cpu` starts one process a machine; the machines find each other by these
    four variables.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        meeting = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free.getsockname()[1])}
    launcher = ["-m", "accelerate.commands.launch", "--cpu", "--num_processes", "1"]
    launcher += ["--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no"]
    both = []
    for rank in ("0", "1"):
        here = {"WORLD_SIZE": "2", "RANK": rank, "LOCAL_RANK": rank, "LOCAL_WORLD_SIZE": "2"}
        both.append(process(arguments, [*launcher, "-m", "training"], {**meeting, **here}))
    said = [one.communicate(timeout=400) for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    assert said[1][0] == ""
    return [json.loads(line) for line in said[0][0].splitlines()]


@pytest.mark.skipif("FERMATA_MACHINES" not in os.environ, reason="long: FERMATA_MACHINES=2")
def test_two_processes_train_and_resume_together(ground, tmp_path):
    whole, halves = fresh(ground, tmp_path / "whole"), fresh(ground, tmp_path / "halves")
    for work, steps, first in ((whole, 10, 5), (halves, 5, 5), (halves, 10, 10)):
        reports = launched(argv(ground, work, steps=steps))
        told = [report["step"] for report in reports if "held_out_loss" in report]
        assert told == list(range(first, steps + 1, 5))
    assert same(handed_on(whole), handed_on(halves))
    place = whole / "tiny" / "checkpoint-0000010"
    state = json.loads((place / "state.json").read_text())
    assert len(state["others"]) == 1
    assert state["others"][0]["windows"] != state["windows"]  # each draws its own
    assert (place / "rng-1.safetensors").is_file()


def sentence(capsys, arguments):
    capsys.readouterr()
    assert main(arguments) == 2
    return capsys.readouterr().err.strip()


def test_flags_change_the_recipe(ground, tmp_path, capsys):
    work = fresh(ground, tmp_path / "work")
    assert main(argv(ground, work, steps=4, checkpoint_every_steps=2)) == 0
    assert names(work) == ["checkpoint-0000004"]
    assert "plain.toml: [train]: " in sentence(capsys, argv(ground, work, stepz=4))
    assert "plain.toml: train.steps is 'x', not int" in sentence(
        capsys, argv(ground, work, steps="x")
    )


def test_an_encoder_with_another_tokenizer_is_refused(ground, tmp_path, capsys):
    encoder = shutil.copytree(ground / "encoder", tmp_path / "encoder")
    config = json.loads((encoder / "config.json").read_text())
    (encoder / "config.json").write_text(json.dumps(config | {"vocab_size": 50}))
    change = ["--set", f"encoder={encoder}"]
    said = sentence(capsys, [*argv(ground, ground / "work"), *change])
    assert "does not fit its encoder" in said
    assert str(encoder) in said


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("train.window_tokens={ 161 = 1.0 }", "reads 160"),  # tokens at once
        ("architecture=slot", "no mask token"),
        ("architecture=window", "model.over = 'states'"),  # it has no vocabulary head
    ],
)
def test_recipes_beyond_the_encoder_s_abilities_are_refused(ground, capsys, change, reason):
    assert reason in sentence(capsys, [*argv(ground, ground / "work"), "--set", change])


def test_corpora_of_another_tokenizer_are_refused(ground, tmp_path, capsys):
    work = fresh(ground, tmp_path / "work")
    ids = work / "tiny" / "corpora" / "dialogue.corpus" / "ids"
    ids.write_bytes((999).to_bytes(2, "little") + ids.read_bytes()[2:])
    assert "run prepare again" in sentence(capsys, argv(ground, work))


def test_a_teacher_named_in_the_recipe_teaches(ground, tmp_path):
    """The same seed ends differently with a teacher; the teacher's weights stay."""
    work, alone = fresh(ground, tmp_path / "work"), fresh(ground, tmp_path / "alone")
    assert main(argv(ground, alone, steps=10)) == 0
    weights = alone / "tiny" / "checkpoint-0000010" / "average.safetensors"
    before = weights.read_bytes()
    extra = ["--set", f'distillation.weights=["{weights}"]', "--set", "distillation.windows=2"]
    assert main([*argv(ground, work, steps=10), *extra]) == 0
    assert not same(handed_on(work), handed_on(alone))
    assert weights.read_bytes() == before
