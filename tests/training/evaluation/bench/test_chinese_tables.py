"""The tables of runs for Chinese: every row is a recipe, and differs in what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.training.tiny import need_torch
from training.evaluation.ablation import read_ablation
from training.recipes.recipe import read_recipe

RECIPES = Path(__file__).parents[4] / "training" / "recipes"
TABLES = {"cantonese": 5, "code_switch": 5, "first_encoder": 4}


def recipes_of(table):
    need_torch()
    from training.evaluation.ablation_run import AblationRun

    ablation = read_ablation(RECIPES / f"{table}.toml")
    run = AblationRun(ablation, Path(), Path(), None)
    return {variant.name: run._recipe(variant) for variant in ablation.variants}


@pytest.mark.parametrize("table", TABLES)
def test_rows_are_recipes_of_one_small_budget_that_differ(table):
    recipes = recipes_of(table)
    assert len(recipes) == TABLES[table]
    tokens = {name: one.train.steps * one.train.tokens_a_step for name, one in recipes.items()}
    assert all(200_000 <= one <= 2_100_000 for one in tokens.values())
    assert len({repr(one).replace(one.name, "") for one in recipes.values()}) == len(recipes)
    assert {one.marks for one in recipes.values()} == {6}


def test_the_cantonese_rows_add_one_thing_each():
    plain, written, style, jyutping, both = recipes_of("cantonese").values()
    assert [source.weight > 0 for source in plain.sources] == [True, False, False, False]
    assert all(source.weight > 0 for source in written.sources)
    found = [(one.sizes.phones, one.sizes.style) for one in (plain, written, style, jyutping, both)]
    assert found == [("", False), ("", False), ("", True), ("jyutping", False), ("jyutping", True)]


def test_the_means_are_of_whole_epochs_of_the_same_run():
    *_, both, middle, last = recipes_of("code_switch").values()
    assert middle.train.averaging.epochs == (4, 5, 6)
    assert last.train.averaging.epochs == (8, 9, 10)
    assert middle.train.steps == last.train.steps == both.train.steps


def test_one_language_has_half_of_the_budget_of_both():
    english, mandarin, both, *_ = recipes_of("code_switch").values()
    assert english.train.steps == mandarin.train.steps == both.train.steps // 2
    assert [source.weight for source in english.sources] == [1.0, 0.0]
    assert [source.weight for source in mandarin.sources] == [0.0, 1.0]


@pytest.mark.parametrize("name", ["zh_yue_en", "zh_yue_en_second"])
def test_the_multilingual_recipe_uses_only_what_may_ship(name):
    recipe = read_recipe(RECIPES / f"{name}.toml")
    folders = {source.file.rsplit("/", 1)[0] for source in recipe.sources}
    assert folders == {"zh/open", "yue/open", "en/open", "timed"}
    assert all(source.licence for source in recipe.sources)
    assert recipe.languages == ("zh", "yue", "en")


def test_the_second_stage_reads_the_token_files_of_the_first():
    first, second = (
        read_recipe(RECIPES / f"{name}.toml") for name in ("zh_yue_en", "zh_yue_en_second")
    )
    assert [(one.name, one.words) for one in first.sources] == [
        (one.name, one.words) for one in second.sources
    ]
    assert first.encoder == second.encoder
    assert second.start == (
        f"build/training/{first.name}/checkpoint-{first.train.steps:07d}/average.safetensors"
    )
