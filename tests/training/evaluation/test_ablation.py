from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.network.scorer import Scorer
from engine.punctuation.labels import PLAIN_MARKS
from tests.support.fake_network import FakeBackend, FakeTokenizer
from tests.support.training.tiny import need_torch

TABLE = Path(__file__).parents[3] / "training" / "recipes" / "ablation.toml"


@pytest.fixture(autouse=True)
def _torch():
    need_torch()


def run_in(folder, table=TABLE):
    from training.evaluation.ablation import read_ablation
    from training.evaluation.ablation_run import AblationRun
    from training.evaluation.variant import Measurer

    nothing = Measurer([], [], [], 0)
    return AblationRun(read_ablation(table), folder / "corpora", folder, nothing)


def test_every_variant_of_the_table_is_a_recipe_that_differs_from_the_full_one(tmp_path):
    (tmp_path / "ablation-full" / "checkpoint-0000122").mkdir(parents=True)
    run = run_in(tmp_path)
    recipes = [run._recipe(variant) for variant in run.ablation.variants]
    assert len({recipe.name for recipe in recipes}) == len(recipes)
    assert run.ablation.variants[0].name == "full"
    assert all(recipe.train.steps == recipes[0].train.steps for recipe in recipes)
    plain = {repr(recipe).replace(recipe.name, "") for recipe in recipes}
    assert len(plain) == len(recipes)


def test_a_teacher_that_was_not_trained_is_said(tmp_path):
    run = run_in(tmp_path)
    (taught,) = (variant for variant in run.ablation.variants if variant.teacher)
    with pytest.raises(FileNotFoundError, match="full"):
        run.figures(taught)


def test_a_finished_variant_is_not_trained_again(tmp_path):
    run = run_in(tmp_path)
    place = tmp_path / "ablation-full"
    place.mkdir()
    (place / "result.json").write_text(json.dumps({"F1": 12.5}))
    assert run.figures(run.ablation.variants[0]) == {"F1": 12.5}
    assert [path.name for path in place.iterdir()] == ["result.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("changes = []", "'variant' is missing"),
        ('base = "a"\n[[variant]]\nname = "x"\ncolour = 1', "unknown: colour"),
        ("base =", "table.toml"),
    ],
)
def test_a_wrong_table_is_said_with_its_file(tmp_path, text, message):
    from training.evaluation.ablation import read_ablation

    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_ablation(path)


def test_every_word_is_decided_once_with_at_most_eight_words_behind_it():
    from training.evaluation.variant import cut_marks

    scorer = Scorer(FakeTokenizer(), FakeBackend())
    words = [f"word{number}" for number in range(31)]
    marks = cut_marks(words, scorer, 60)
    assert len(marks) == len(words)
    first = scorer.score([scorer.encode(word) for word in words[:9]])[:, : len(PLAIN_MARKS)]
    assert marks[:9] == np.argmax(first, axis=1).tolist()
