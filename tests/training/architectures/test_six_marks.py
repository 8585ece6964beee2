"""Networks for Chinese: six marks, and how characters sound."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.punctuation.labels import PLAIN_MARKS, Case, Mark
from tests.support.shared_data import need_module
from tests.support.training.networks import (
    MASK,
    SIZES,
    encoder_shape,
    inputs_of,
    sampler_for,
    tagger_of,
    timed,
)
from tests.support.training.tiny import write_encoder
from training.__main__ import main
from training.architectures.sizes import PhoneticSizes
from training.evaluation.playing import load_model
from training.export.network import build_network
from training.loop.assembly import build_parts, build_sampler
from training.loop.objective import Objective
from training.loop.settings import DistillationSettings, TrainSettings
from training.recipes.recipe import read_recipe

SIX = len(Mark) + len(Case)
BUILT = {name: sizes for name, sizes in SIZES.items() if name != "window over vocabulary"}


def with_sounds(sizes):
    sounds = torch.from_numpy(np.random.default_rng(2).integers(0, 6, (MASK + 1, 3)))
    return tagger_of(sizes, marks=len(Mark), phones=6, sounds=sounds).eval()


@pytest.mark.parametrize("name", BUILT)
def test_every_architecture_scores_six_marks_and_learns_the_sixth(name, tokenizer):
    model = tagger_of(BUILT[name], marks=len(Mark))
    batch = sampler_for(model, tokenizer).batch(4, 32)
    batch = replace(batch, marks=np.where(batch.marks > 0, Mark.ENUMERATION, batch.marks))
    settings = TrainSettings(1, 64, {"32": 1.0}, 1e-3)
    objective = Objective(settings, DistillationSettings(), model.marks)
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    losses = []
    for _ in range(12):
        scores = model(*inputs_of(batch))
        assert scores.shape[-1] == SIX + (2 if model.has_styles else 0)
        loss = objective(scores, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.8 * losses[0]


def test_sounds_of_characters_change_scores_and_are_exported(tokenizer):
    sizes = PhoneticSizes(phones="jyutping", hidden=24)
    model = with_sounds(sizes)
    assert not model.takes_phones
    batch = timed(sampler_for(model, tokenizer).batch(2, 32))
    network = build_network(encoder_shape(), model.state_dict(), sizes, None, len(Mark))
    with torch.no_grad():
        heard = model(*inputs_of(batch))
        assert torch.allclose(heard[..., :SIX], network(*inputs_of(batch)), atol=1e-4)
        model.sounds.zero_()
        assert not torch.allclose(heard, model(*inputs_of(batch)), atol=1e-3)


@pytest.mark.parametrize(
    ("languages", "marks"), [('["en"]', 5), ('["zh", "en"]', 6), ('["yue"]', 6), ('["de"]', 5)]
)
def test_chinese_has_one_more_mark(languages, marks, tmp_path):
    path = tmp_path / "recipe.toml"
    path.write_text(
        f'name = "r"\nlanguages = {languages}\narchitecture = "token"\nencoder = "e"\n'
        "[train]\nsteps = 1\ntokens_a_step = 8\nwindow_tokens = { 8 = 1.0 }\nlearning_rate = 1.0\n",
        encoding="utf-8",
    )
    assert read_recipe(path).marks == marks
    assert marks in (len(PLAIN_MARKS), len(Mark))


def test_training_uses_sounds(tmp_path):
    """From the recipe to its bundle: the tokenizer gets characters, the rest is real."""
    need_module("ToJyutping")
    need_module("pypinyin")
    encoder = write_encoder(tmp_path / "encoder")
    table = json.loads((encoder / "tokenizer.json").read_text(encoding="utf-8"))
    for at, character in enumerate("他她嘅係"):
        piece = list(table["model"]["vocab"])[-1 - at]
        del table["model"]["vocab"][piece]
        table["model"]["vocab"][character] = len(table["model"]["vocab"])
    ids = {piece: at for at, piece in enumerate(table["model"]["vocab"])}
    table["model"]["vocab"] = ids
    (encoder / "tokenizer.json").write_text(json.dumps(table), encoding="utf-8")
    (tmp_path / "yue.txt").write_text("他嘅，係她。\n她係他嘅？\n" * 40, encoding="utf-8")
    recipe_path = tmp_path / "recipe.toml"
    recipe_path.write_text(
        f'name = "sounds"\nlanguages = ["yue"]\narchitecture = "phonetic"\n'
        f'encoder = "{encoder}"\n[model]\nphones = "jyutping"\n[train]\nsteps = 2\n'
        "tokens_a_step = 64\nwindow_tokens = { 32 = 1.0 }\nlearning_rate = 1e-3\n"
        "checkpoint_every_steps = 2\n[noise]\nshare_of_windows = 1.0\n"
        "[source.yue]\nwords = 400\n",
        encoding="utf-8",
    )

    options = ["--recipe", str(recipe_path), "--work", str(tmp_path / "work")]
    assert main(["prepare", *options, "--corpora", str(tmp_path)]) == 0
    recipe = read_recipe(recipe_path)
    parts = build_parts(recipe)
    assert parts.model.marks == 6
    assert parts.model.sounds is not None
    assert int(parts.model.sounds[ids["他"]].min()) > 0
    sampler = build_sampler(recipe, parts, tmp_path / "work")
    assert set(sampler.batch(4, 32).ids.ravel().tolist()) >= {ids["他"], ids["她"]}
    assert main(["train", *options]) == 0
    made = ["--output", str(tmp_path / "bundle"), "--corpora", str(tmp_path)]
    assert main(["export", *options, *made]) == 0
    scorer = load_model(tmp_path / "bundle").scorer
    assert scorer.score([scorer.encode("她"), scorer.encode("係")]).shape == (2, SIX)
