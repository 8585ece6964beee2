from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.network.scorer import Scorer
from engine.punctuation.labels import PLAIN_MARKS
from tests.support.fake_network import FakeBackend, FakeTokenizer
from tests.support.training.tiny import (
    SMALL_RECIPE,
    tokenizer_in,
    write_encoder,
    written_sentences,
)
from training.data.corpus import write_corpus
from training.data.spoken_form import read_spoken_words
from training.evaluation.ablation import AblationRun, read_ablation
from training.evaluation.mixture import Trained, mixed_scores
from training.evaluation.variants import CallsMeasurer, TaggedMeasurer, cut_marks

RECIPES = Path(__file__).parents[3] / "training" / "recipes"
TABLE = """
base = "base.toml"
measured_on = "dev2012"
[[variant]]
name = "plain"
[[variant]]
name = "more"
changes = ["train.seed=2"]
more_sources = "other.toml"
[[variant]]
name = "elsewhere"
prepared = "cleaned"
[[variant]]
name = "both"
of = ["plain", "more"]
predictions = 3
[[variant]]
name = "last"
of = ["plain"]
weights = "last"
"""
VARIANT = 'base = "base.toml"\n[[variant]]\nname = "x"\n'


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A table over tiny corpora, prepared for the base and for another recipe."""
    folder = tmp_path_factory.mktemp("ablation")
    encoder = write_encoder(folder / "encoder")
    tokenizer = tokenizer_in(folder)
    base = SMALL_RECIPE.format(name="base", encoder=encoder, steps=20)
    (folder / "base.toml").write_text(base)
    (folder / "other.toml").write_text(base.replace("small", "extra").replace("base", "other"))
    (folder / "table.toml").write_text(TABLE)
    for recipe, name in (("base", "small"), ("other", "extra"), ("cleaned", "small")):
        write(folder / "work" / recipe / "corpora", name, tokenizer)
    words, marks = spoken_words()
    return AblationRun(
        read_ablation(folder / "table.toml"),
        folder / "work" / "base" / "corpora",
        folder / "work",
        TaggedMeasurer(words, marks),
    )


def spoken_words(count=80):
    spoken = read_spoken_words(
        iter(written_sentences(count, seed=9)), keep_unmarked=False, rng=random.Random(2)
    )
    words, marks = zip(*((one.text, one.mark) for one in spoken), strict=True)
    return words, marks


def write(folder, name, tokenizer):
    spoken = read_spoken_words(
        iter(written_sentences(200)), keep_unmarked=False, rng=random.Random(1)
    )
    write_corpus(name, spoken, tokenizer, 10_000, folder)


def test_a_run_learns_and_says_what_it_took(run):
    found = run.figures(run.ablation.variant("plain"))
    assert found["micro F1"] > 80
    assert found["million tokens"] == pytest.approx(20 * 512 / 1e6)
    assert found["core minutes"] > 0
    assert found["minutes"] > 0


def test_sources_are_added_and_weights_stay_where_they_were_prepared(run):
    more = run.ablation.variant("more")
    assert run.figures(more)["micro F1"] > 80
    corpora = run.work / more.folder_name / "corpora"
    found = {link.name: link.resolve().parent.parent.name for link in corpora.iterdir()}
    assert found == {"small.corpus": "base", "extra.corpus": "other"}


def test_token_files_come_from_where_the_variant_says(run):
    elsewhere = run.ablation.variant("elsewhere")
    run._link_corpora(elsewhere, run._recipe(elsewhere))
    (link,) = (run.work / elsewhere.folder_name / "corpora").iterdir()
    assert link.resolve().parent.parent.name == "cleaned"


def test_finished_runs_are_measured_together_without_training(run):
    members = [run.figures(run.ablation.variant(name)) for name in ("plain", "more")]
    both = run.ablation.variant("both")
    found = run.figures(both)
    assert found["million tokens"] == pytest.approx(sum(one["million tokens"] for one in members))
    assert found["minutes"] == pytest.approx(sum(one["minutes"] for one in members))
    assert [path.name for path in (run.work / both.folder_name).iterdir()] == ["result.json"]


def test_the_last_weights_are_not_the_average(run):
    plain = run.ablation.variant("plain")
    run.figures(plain)
    run.figures(run.ablation.variant("last"))
    average, last = (
        (run.work / plain.folder_name / f"bundle-{which}" / "model.onnx").read_bytes()
        for which in ("average", "last")
    )
    assert average != last


def test_what_was_not_trained_cannot_be_mixed(run, tmp_path):
    with pytest.raises(FileNotFoundError, match="plain has no checkpoint"):
        replace(run, work=tmp_path).figures(run.ablation.variant("both"))


def test_scores_of_models_are_summed():
    words = [f"word{number}" for number in range(50)]
    one, other = (Scorer(FakeTokenizer(pieces), FakeBackend()) for pieces in (2, 3))
    apart = [mixed_scores(words, [model], 40, 2) for model in (one, other)]
    np.testing.assert_allclose(mixed_scores(words, [one, other], 40, 2), sum(apart), rtol=1e-5)
    assert len(apart[0]) == len(words)


def test_a_measurer_of_calls_takes_one_model(tmp_path):
    with pytest.raises(ValueError, match="one model at a time"):
        CallsMeasurer([], [], [], 0).figures(Trained((tmp_path, tmp_path), 64))


@pytest.mark.parametrize(
    "table", ["ablation", "cantonese", "code_switch", "first_encoder", "plain_recipe"]
)
def test_rows_are_recipes_of_one_small_budget_that_differ(table, tmp_path):
    ablation = read_ablation(RECIPES / f"{table}.toml")
    (tmp_path / "ablation-full" / "checkpoint-0000122").mkdir(parents=True)  # a teacher
    run = AblationRun(ablation, Path(), tmp_path, TaggedMeasurer([], []))
    recipes = [run._recipe(one) for one in ablation.variants if not (one.of or one.prepared)]
    budgets = {one.train.steps * one.train.tokens_a_step for one in recipes}
    assert max(budgets) <= min(budgets) * 2 <= 4_200_000  # one language has half of that of two
    assert len({repr(one).replace(one.name, "") for one in recipes}) == len(recipes)
    names = {one.name for one in ablation.variants}
    assert all(set(one.of) <= names for one in ablation.variants)


def test_a_teacher_that_was_not_trained_is_said(tmp_path):
    ablation = read_ablation(RECIPES / "ablation.toml")
    (taught,) = (variant for variant in ablation.variants if variant.teacher)
    with pytest.raises(FileNotFoundError, match="full"):
        AblationRun(ablation, Path(), tmp_path, TaggedMeasurer([], [])).figures(taught)


def test_a_finished_variant_is_not_trained_again(run):
    place = run.work / "ablation-elsewhere"
    place.mkdir(exist_ok=True)
    (place / "result.json").write_text('{"F1": 12.5}')
    assert run.figures(run.ablation.variant("elsewhere")) == {"F1": 12.5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("changes = []", "'variant' is missing"),
        (f"{VARIANT}colour = 1", "unknown: colour"),
        (f'{VARIANT}weights = "first"', "average or last"),
        (f"{VARIANT}predictions = 0", "no window"),
        (f'{VARIANT}of = ["plain"]\nchanges = ["train.seed=3"]', "cannot change"),
        ("base =", "table.toml"),
    ],
)
def test_a_wrong_table_is_said_with_its_file(tmp_path, text, message):
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_ablation(path)


def test_every_word_is_decided_once_with_at_most_eight_words_behind_it():
    scorer = Scorer(FakeTokenizer(), FakeBackend())
    words = [f"word{number}" for number in range(31)]
    marks = cut_marks(words, scorer, 60)
    assert len(marks) == len(words)
    first = scorer.score([scorer.encode(word) for word in words[:9]])[:, : len(PLAIN_MARKS)]
    assert marks[:9] == np.argmax(first, axis=1).tolist()
