"""The recipe for a GPU: 200 steps of a tiny encoder, with the CPU in place of the card."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.support.training.tiny import (
    VOCABULARY,
    quiet_sampler,
    spoken_corpus,
    tagger,
    with_mask,
    write_encoder,
    written_sentences,
)
from training.__main__ import main
from training.data.spoken_form import IGNORE
from training.export.bundle import latest_average, read_encoder_shape
from training.export.network import build_network
from training.loop.assembly import build_parts, build_trainer
from training.recipes.recipe import read_recipe

CPU = torch.device("cpu")
RECIPE = Path(__file__).parents[3] / "training" / "recipes" / "en_gpu.toml"
SMALLER = """
extends = "{recipe}"
name = "{name}"
encoder = "{folder}/deep"
start = "{folder}/start.safetensors"
[train]
steps = {steps}
tokens_a_step = 256
window_tokens = {{ 16 = 0.5, 32 = 0.5 }}
learning_rate = 1e-2
warmup_steps = 10
checkpoint_every_steps = 50
ema_decay = 0.95
compile_with = "{compile_with}"
"""


def recipe_in(folder, name="run", steps=200, compile_with=""):
    path = folder / f"{name}.toml"
    path.write_text(
        SMALLER.format(
            recipe=RECIPE, name=name, folder=folder, steps=steps, compile_with=compile_with
        )
    )
    return path


def trainer_of(folder, recipe):
    return build_trainer(read_recipe(recipe), folder / "work", process=0, device=CPU)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A deepened encoder, weights for it, and every source of the recipe, prepared."""
    folder = tmp_path_factory.mktemp("gpu")
    encoder = with_mask(write_encoder(folder / "encoder", vocab_size=len(VOCABULARY) + 1))
    start = tagger(vocab_size=len(VOCABULARY) + 1).state_dict()
    save_file({name: value.contiguous() for name, value in start.items()}, folder / "old")
    deepen = ["--encoder", str(encoder), "--output", str(folder / "deep")]
    deepen += ["--weights", str(folder / "old")]
    deepen += ["--deepened-weights", str(folder / "start.safetensors")]
    assert main(["deepen", *deepen]) == 0
    texts = folder / "texts"
    for number, source in enumerate(read_recipe(RECIPE).sources):
        write_source(texts, source.name, number)
    recipe = recipe_in(folder)
    prepare = ["--recipe", str(recipe), "--corpora", str(texts), "--work", str(folder / "work")]
    assert main(["prepare", *prepare]) == 0
    return folder


def write_source(texts, name, seed):
    texts.mkdir(exist_ok=True)
    sentences = written_sentences(20, seed)
    if name != "earnings22":  # the timed one
        (texts / f"{name}.txt").write_text("\n".join(sentences))
        return
    rows, now_s = ["word\tstart\tend\tmark\tspeaker"], 0.0
    for written in " ".join(sentences).split():
        word = written.rstrip(".,?")
        rows.append(f"{word}\t{now_s:.2f}\t{now_s + 0.2:.2f}\t{written[len(word) :]}\t1")
        now_s += 0.2 + 0.5 * (word != written)
    (texts / name).mkdir()
    (texts / name / "call.aligned.tsv").write_text("\n".join(rows) + "\n")


@pytest.fixture(scope="module")
def run(folder):
    """A run killed after step 130, when words were no longer hidden, and the rest of it."""
    recipe = recipe_in(folder)
    killed = list(islice(trainer_of(folder, recipe).run(report_every_steps=1), 130))
    return killed, list(trainer_of(folder, recipe).run(report_every_steps=1))


def test_a_killed_run_resumes_from_its_checkpoint_with_the_same_draws(run):
    killed, rest = run
    assert [report.step for report in rest] == list(range(101, 201))
    assert [report.loss for report in rest[:30]] == [report.loss for report in killed[100:]]


def test_the_loss_falls_with_hidden_words_and_without_them(run):
    killed, rest = run
    losses = [report.loss for report in killed[:100] + rest]
    assert np.mean(losses[110:120]) < 0.6 * np.mean(losses[:10])
    assert np.mean(losses[190:]) < np.mean(losses[110:120])  # none is hidden after step 120


@pytest.mark.parametrize(("options", "layers"), [([], 4), (["--half-depth"], 2)])
def test_both_depths_are_exported_and_have_learnt_the_marks(
    folder, run, tokenizer, options, layers
):
    assert run
    recipe, output = folder / "run.toml", folder / f"bundle-{layers}"
    places = ["--corpora", str(folder / "texts"), "--work", str(folder / "work")]
    places += ["--output", str(output), "--float-weights"]
    assert main(["export", "--recipe", str(recipe), *places, *options]) == 0
    table = json.loads((output / "bundle.json").read_text())
    assert table["encoder"]["layers"] == layers
    weights = load_file(output / "model.safetensors")
    assert not [name for name in weights if name.startswith("beside")]
    network = build_network(network_shape(folder, layers), weights)
    batch = quiet_sampler(spoken_corpus(tokenizer), 9).batch(40, 32)
    inputs = [torch.from_numpy(one) for one in (batch.ids, batch.attention, batch.timing)]
    with torch.no_grad():
        found = network(*inputs)[..., :5].argmax(-1).numpy()
    known = batch.marks != IGNORE
    assert (found == batch.marks)[known].mean() > 0.9


def network_shape(folder, layers):
    return replace(read_encoder_shape(folder / "deep"), layers=layers, timing=True)


@pytest.mark.filterwarnings("ignore:The .grad attribute")  # torch's compiler raises it itself
def test_a_compiled_encoder_learns_the_same(folder, run):
    assert run
    work, losses = folder / "work", {}
    for name, backend in (("plain", ""), ("compiled", "eager")):
        recipe = recipe_in(folder, name, steps=3, compile_with=backend)
        (work / name).mkdir()
        (work / name / "corpora").symlink_to(work / "run" / "corpora")
        trainer = trainer_of(folder, recipe)
        losses[name] = [one.loss for one in trainer.run(report_every_steps=1)]
        assert latest_average(work / name).keys() == latest_average(work / "run").keys()
    assert losses["compiled"] == pytest.approx(losses["plain"], rel=1e-4)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("placement.short_text_tokens=18", "placement"),
        ('distillation.weights=["{folder}/start.safetensors"]', "teacher"),
        ("train.draws_on_device=false", "draws_on_device"),
        ("architecture=slot", "'token' alone"),
    ],
)
def test_other_ways_of_drawing_and_learning_are_refused(folder, capsys, change, said):
    recipe = recipe_in(folder)
    options = ["--recipe", str(recipe), "--work", str(folder / "work")]
    more = "train.steps=300"  # more than in the finished run
    assert main(["train", *options, "--set", change.format(folder=folder), "--set", more]) == 2
    assert said in capsys.readouterr().err


def test_hiding_words_needs_a_mask(folder, tmp_path):
    recipe = read_recipe(recipe_in(folder))
    bare = write_encoder(tmp_path / "bare")
    with pytest.raises(ValueError, match="no mask token"):
        build_trainer(
            replace(recipe, encoder=str(bare), start=""), folder / "work", process=0, device=CPU
        )


def test_the_encoder_drops_a_share_of_its_states_in_training(folder):
    model = build_parts(read_recipe(recipe_in(folder))).model
    layer = model.encoder.encoder.layer[3]
    assert (layer.attention.output.dropout.p, layer.output.dropout.p) == (0.1, 0.1)
    assert layer.attention.self.dropout.p == 0.0
