from __future__ import annotations

from pathlib import Path

import pytest

from training.data.noise import Noise
from training.recipes.recipe import Source, read_recipe, source_path
from training.recipes.tables import read_table

RECIPES = Path(__file__).parents[3] / "training" / "recipes"
WHOLE = """
name = "tiny"
languages = ["en"]
architecture = "token"
encoder = "somewhere"
[train]
steps = 4
tokens_a_step = 64
window_tokens = { 32 = 1.0 }
learning_rate = 1e-3
"""


def read(folder, text):
    path = folder / "recipe.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_recipe(path)


def test_a_recipe_is_read_with_defaults(tmp_path):
    recipe = read(tmp_path, WHOLE)
    assert (recipe.name, recipe.languages, recipe.encoder) == ("tiny", ("en",), "somewhere")
    assert recipe.train.window_tokens == {"32": 1.0}
    assert (recipe.train.seed, recipe.train.checkpoint_every_steps) == (1, 200)
    assert recipe.noise == Noise()
    assert (recipe.sources, recipe.always_written) == ((), {})


def test_sources_noise_and_lexicon_are_read(tmp_path):
    text = WHOLE + '[noise]\ndeletion = 0.5\n[lexicon]\n"i" = "I"\n'
    text += "[source.a]\nwords = 7\n"
    text += '[source.b]\nwords = 8\nkeep_unmarked = true\nlicence = "MIT"\n'
    recipe = read(tmp_path, text)
    assert recipe.noise == Noise(deletion=0.5)
    assert recipe.always_written == {"i": "I"}
    assert recipe.sources == (Source("a", 7), Source("b", 8, keep_unmarked=True, licence="MIT"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (WHOLE.replace('name = "tiny"', ""), "'name' is missing"),
        (WHOLE.replace("steps = 4\n", ""), "steps"),
        (WHOLE + "stepz = 5\n", "stepz"),
        (WHOLE + "[noise]\nloudness = 1\n", "loudness"),
        (WHOLE + "[source.a]\n", "words"),
        (WHOLE + '[[source]]\nname = "a"\nwords = 1\n', "a table of its own"),
        (WHOLE + "[source]\nwords = 1\n", "a table of its own"),
        ('extends = "none.toml"\n' + WHOLE, "none.toml to extend"),
        ('extends = "recipe.toml"\n' + WHOLE, "extends itself"),
        ('extends = "other.toml"\n' + WHOLE, "recipe.toml extends itself"),
        (WHOLE.replace('"token"', '"magic"'), "no architecture 'magic'"),
        ("name = ", "Invalid value"),
        (b"name = '\xff'", "utf-8"),
        ("train = 3\n" + WHOLE.split("[train]", maxsplit=1)[0], "mapping"),
        ("", "'name' is missing"),
    ],
)
def test_a_wrong_recipe_is_refused_with_its_path(tmp_path, text, reason):
    (tmp_path / "other.toml").write_text('extends = "recipe.toml"\n')
    with pytest.raises(ValueError, match=r"recipe\.toml: ") as caught:
        read(tmp_path, text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_recipe_states_only_what_differs_from_its_base(tmp_path):
    (tmp_path / "base").mkdir()
    base = WHOLE + "[source.a]\nwords = 7\n[source.b]\nwords = 8\n[[stage]]\nsteps = 4\n"
    (tmp_path / "base" / "whole.toml").write_text(base)
    (tmp_path / "base" / "middle.toml").write_text(
        'extends = "whole.toml"\n[noise]\ndeletion = 0.5'
    )
    text = 'extends = "base/middle.toml"\nname = "mine"\n[source]\nb.weight = 2.0\nc.words = 9\n'
    text += "[train]\nseed = 5\nwindow_tokens = { 64 = 1.0 }\n"
    text += "[[stage]]\nsteps = 1\n[[stage]]\nsteps = 3\n"
    recipe = read(tmp_path, text)
    assert (recipe.name, recipe.encoder, recipe.noise) == ("mine", "somewhere", Noise(deletion=0.5))
    assert recipe.sources == (Source("a", 7), Source("b", 8, weight=2.0), Source("c", 9))
    assert (recipe.train.seed, recipe.train.steps) == (5, 4)
    assert recipe.train.window_tokens == {"64": 1.0}
    assert [stage.steps for stage in recipe.train.stages] == [1, 3]


def test_every_bundled_recipe_can_be_read():
    found = {path: read_table(path) for path in RECIPES.rglob("*.toml")}
    # one of them is a list of sizes
    recipes = [read_recipe(path) for path, table in found.items() if "architecture" in table]
    assert len(recipes) >= 15
    for recipe in recipes:
        assert recipe.sources
        assert all(source.licence for source in recipe.sources)
        assert sum(recipe.train.window_tokens.values()) == pytest.approx(1.0)
        assert all(form.lower() == word for word, form in recipe.always_written.items())


def test_the_multilingual_recipe_uses_only_what_may_be_distributed():
    recipe = read_recipe(RECIPES / "zh_yue_en_gpu.toml")
    folders = {source.file.rsplit("/", 1)[0] for source in recipe.sources}
    assert folders == {"zh/open", "yue/open", "en/open", "timed"}
    assert recipe.languages == ("zh", "yue", "en")


def test_plain_text_is_preferred_to_packed_text(tmp_path):
    source = Source("a", 1)
    with pytest.raises(FileNotFoundError, match=r"a\.txt"):
        source_path([tmp_path], source)
    (tmp_path / "a.txt.xz").touch()
    assert source_path([tmp_path], source).name == "a.txt.xz"
    (tmp_path / "a.txt").touch()
    assert source_path([tmp_path], source).name == "a.txt"
    (tmp_path / "talks.tsv").touch()
    assert source_path([tmp_path], Source("end", 1, file="talks")) == tmp_path / "talks.tsv"
