"""From an English bundle to a run for several languages, with the real commands."""

from __future__ import annotations

import json
import random

import pytest
from safetensors.numpy import load_file

from engine.network.tokenizer import WordTokenizer
from engine.punctuation.labels import Case, Mark
from tests.support.shared_data import need_module
from tests.support.training.tiny import need_torch, written_sentences
from tests.training.export.test_bundle import export
from training.__main__ import main

RECIPE = """
name = "mixed"
languages = ["zh", "en"]
architecture = "token"
encoder = "FOLDER/encoder-zh"
start = "FOLDER/start.safetensors"
[train]
steps = 2
tokens_a_step = 128
window_tokens = { 32 = 1.0 }
learning_rate = 1e-3
checkpoint_every_steps = 2
[source.english]
words = 400
[source.chinese]
file = "zh/texts"
words = 400
"""
EMBEDDINGS = "encoder.embeddings.word_embeddings.weight"


@pytest.fixture(scope="module", autouse=True)
def _needs():
    need_torch()
    need_module("opencc")


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ground")
    export(folder)
    (folder / "english.txt").write_text("\n".join(written_sentences(80)), encoding="utf-8")
    rng = random.Random(1)
    lines = ["".join(rng.choices("我你他國說的了", k=6)) + "，yes嗎？" for _ in range(80)]
    (folder / "zh").mkdir()
    (folder / "zh" / "texts.txt").write_text("\n".join(lines), encoding="utf-8")
    recipe = RECIPE.replace("FOLDER", str(folder))
    (folder / "recipe.toml").write_text(recipe, encoding="utf-8")
    return folder


def vocabulary(ground, *more):
    options = {
        "--recipe": ground / "recipe.toml",
        "--corpora": ground,
        "--bundle": ground / "bundle",
        "--pieces": 85,
        "--characters": 8,
        "--layers": 1,
        "--output": ground / "encoder-zh",
        "--weights": ground / "start.safetensors",
    }
    arguments = [str(one) for pair in options.items() for one in pair]
    return main(["vocabulary", *arguments, *more])


def test_its_texts_choose_the_vocabulary_and_training_begins_there(ground, capsys):
    assert vocabulary(ground) == 0
    said = capsys.readouterr().out
    assert "85 pieces" in said
    assert "8 rows for" in said
    tokenizer = WordTokenizer(ground / "encoder-zh" / "tokenizer.json")
    assert tokenizer.encode_word("國") == tokenizer.encode_word("国")
    assert tokenizer.encode_word("說") == tokenizer.encode_word("说") == tokenizer.encode_word("説")
    assert tokenizer.largest_id == 92
    weights = load_file(ground / "start.safetensors")
    assert weights[EMBEDDINGS].shape == (93, 32)
    assert weights["head.weight"].shape == (len(Mark) + len(Case), 32)
    options = ["--recipe", str(ground / "recipe.toml"), "--work", str(ground / "work")]
    assert main(["prepare", *options, "--corpora", str(ground)]) == 0
    assert main(["train", *options]) == 0
    bundle = ["--output", str(ground / "made"), "--corpora", str(ground), "--name", "zh-en"]
    assert main(["export", *options, *bundle]) == 0
    table = json.loads((ground / "made" / "bundle.json").read_text(encoding="utf-8"))
    assert table["labels"]["marks"] == [mark.text for mark in Mark]
    assert table["name"] == "zh-en"


@pytest.mark.parametrize("option", [("--rows", "noise"), ("--scratch",)])
def test_other_first_weights_are_of_the_same_shape(ground, option):
    assert vocabulary(ground) == 0
    usual = load_file(ground / "start.safetensors")
    assert vocabulary(ground, *option) == 0
    other = load_file(ground / "start.safetensors")
    assert {name: value.shape for name, value in usual.items()} == {
        name: value.shape for name, value in other.items()
    }
    assert (usual[EMBEDDINGS] != other[EMBEDDINGS]).any()


def test_a_folder_that_is_no_bundle_is_named(ground, tmp_path, capsys):
    assert vocabulary(ground, "--bundle", str(tmp_path)) == 2
    assert str(tmp_path) in capsys.readouterr().err
