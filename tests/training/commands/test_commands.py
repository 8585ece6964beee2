from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.build import load_language_model
from engine.network.bundle import load_bundle
from engine.paths import default_paths
from engine.punctuation.evidence import UNCALIBRATED
from engine.settings import PunctuationSettings
from engine.types import Hypothesis, Word
from tests.support.training.tiny import write_encoder, written_sentences
from training.__main__ import main

REPOSITORY = Path(__file__).resolve().parents[3]
COMMANDS = ("prepare", "train", "export", "calibrate", "bench")
SPOKEN = "did you see anna at rome yes they met bob today"
RECIPE = """
name = "tiny"
languages = ["en"]
architecture = "token"
encoder = "{encoder}"
[train]
steps = {steps}
tokens_a_step = 256
window_tokens = {{ 16 = 0.5, 32 = 0.5 }}
learning_rate = 1e-2
warmup_steps = 5
checkpoint_every_steps = {every}
[lexicon]
"i" = "I"
[source.dialogue]
licence = "CC0 1.0"
words = 2000
[source.novel]
licence = "public domain"
words = 500
keep_unmarked = true
"""


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A folder with a recipe, its encoder and its texts, prepared."""
    folder = tmp_path_factory.mktemp("ground")
    write_encoder(folder / "encoder")
    (folder / "corpora").mkdir()
    for name, seed in (("dialogue", 1), ("novel", 2)):
        text = "\n".join(written_sentences(200, seed))
        (folder / "corpora" / f"{name}.txt").write_text(text, encoding="utf-8")
    write_recipe(folder)
    assert main(prepare(folder)) == 0
    return folder


def write_recipe(folder, steps=40, every=15):
    recipe = RECIPE.format(encoder=folder / "encoder", steps=steps, every=every)
    (folder / "recipe.toml").write_text(recipe, encoding="utf-8")


def prepare(folder, **changes):
    return argv("prepare", folder, corpora=folder / "corpora", **changes)


def argv(command, folder, **options):
    options = {"recipe": folder / "recipe.toml", "work": folder / "work", **options}
    return [command, *(f"--{name}={value}" for name, value in options.items())]


def export(folder, output, **changes):
    return argv("export", folder, corpora=folder / "corpora", output=output, **changes)


@pytest.fixture(scope="module")
def trained(ground):
    assert main(argv("train", ground)) == 0
    return ground


@pytest.fixture(scope="module")
def bundle(trained, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bundle")
    assert main(export(trained, folder)) == 0
    return folder


def failure(capsys, arguments):
    """Return the one sentence printed by a command that ends with status 2."""
    capsys.readouterr()
    assert main(arguments) == 2
    captured = capsys.readouterr()
    (line,) = (one for one in captured.err.splitlines() if one.startswith("training: "))
    assert captured.out == ""
    return line


def test_help_lists_the_commands_and_loads_no_torch():
    code = (
        "import sys; from training.__main__ import main\n"
        "try: main(['--help'])\n"
        "finally: print('torch' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert all(name in done.stdout for name in COMMANDS)
    assert done.stdout.splitlines()[-1] == "False"
    assert done.stderr == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(capsys, command):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"python -m training {command}" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["cook"], ["train"], ["train", "--recipe"], ["-x"]])
def test_a_wrong_command_line_ends_with_status_2(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m training" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["prepare", "train", "export"])
def test_a_wrong_recipe_gives_one_sentence(capsys, tmp_path, command):
    makers = {
        "prepare": prepare(tmp_path),
        "train": argv("train", tmp_path),
        "export": export(tmp_path, tmp_path / "out"),
    }
    assert "No such file" in failure(capsys, makers[command])
    (tmp_path / "recipe.toml").write_text("name = ")
    assert "Invalid value" in failure(capsys, makers[command])
    (tmp_path / "recipe.toml").write_text(RECIPE.format(encoder="nowhere", steps=1, every=1))
    lacks = "no checkpoint" if command == "export" else "no encoder folder or package"
    assert lacks in failure(capsys, makers[command])


def test_missing_folders_give_one_sentence(capsys, ground, tmp_path):
    nowhere = tmp_path / "nowhere"
    assert "dialogue.txt" in failure(capsys, argv("prepare", ground, corpora=nowhere))
    assert "dialogue.corpus" in failure(capsys, argv("train", ground, work=nowhere))
    assert "no checkpoint" in failure(capsys, export(ground, tmp_path, work=nowhere))
    calibrate = ["calibrate", "--bundle", str(nowhere), "--calls", str(nowhere)]
    assert "nowhere" in failure(capsys, calibrate)
    assert "no data in" in failure(capsys, ["bench", "--shared", str(nowhere)])


def test_a_damaged_tokenizer_gives_one_sentence(capsys, tmp_path):
    write_encoder(tmp_path / "encoder")
    (tmp_path / "encoder" / "tokenizer.json").write_text("{}")
    write_recipe(tmp_path)
    assert "not a tokenizer" in failure(capsys, prepare(tmp_path))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n…\n", "dialogue has nothing to learn from: of 0 lines"),
        ("we saw anna\nshe saw us\n", "of 2 lines, 0 % end with a sentence mark"),
    ],
)
def test_texts_without_anything_to_learn_give_one_sentence(capsys, tmp_path, text, reason):
    write_encoder(tmp_path / "encoder")
    write_recipe(tmp_path)
    (tmp_path / "corpora").mkdir()
    for name in ("dialogue", "novel"):
        (tmp_path / "corpora" / f"{name}.txt").write_text(text)
    assert reason in failure(capsys, prepare(tmp_path))


def test_preparing_reports_what_it_wrote_and_repeats_exactly(capsys, ground):
    corpora = ground / "work" / "tiny" / "corpora"
    before = {path: path.read_bytes() for path in corpora.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert main(prepare(ground)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["dialogue", "novel"]
    assert lines[1].startswith("novel: 500 words, ")
    assert lines[1].endswith(" lines end with a sentence mark")
    assert {path: path.read_bytes() for path in before} == before


def test_training_reports_json_lines_and_nothing_once_finished(capsys, trained, tmp_path):
    capsys.readouterr()
    work = tmp_path / "work"
    assert main(prepare(trained, work=work)) == 0
    capsys.readouterr()
    assert main(argv("train", trained, work=work)) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["step"] for report in reports] == [20, 40]
    assert reports[1]["loss"] < reports[0]["loss"]
    assert main(argv("train", trained, work=work)) == 0
    assert capsys.readouterr().out == ""


def test_a_trained_recipe_becomes_a_bundle_that_the_engine_runs(bundle):
    loaded = load_bundle(bundle)
    assert (loaded.name, loaded.languages) == ("tiny", ("en",))
    assert loaded.description["training"] == [
        {"data": "dialogue", "licence": "CC0 1.0"},
        {"data": "novel", "licence": "public domain"},
    ]
    assert loaded.lexicon.always == {"i": "I"}
    assert loaded.lexicon.mixed == {"iphone": "iPhone", "nasa": "NASA"}
    settings = PunctuationSettings(model=str(bundle))
    punctuator = load_language_model(settings, default_paths()).punctuator(settings)
    words = tuple(Word(text) for text in SPOKEN.split())
    updates = [*punctuator.push(Hypothesis(words, is_final=True)), *punctuator.flush()]
    text = " ".join(update.committed for update in updates if update.committed)
    assert text.lower().translate(str.maketrans("", "", ",.?!")).split() == [w.text for w in words]


def aligned_call(path, seed):
    rows, at_s = ["word\tstart\tend\tmark\tspeaker"], 0.0
    for line in written_sentences(15, seed):
        for word in line.split():
            mark = word[-1] if word[-1] in ",.?" else ""
            rows.append(f"{word.rstrip(',.?')}\t{at_s:.2f}\t{at_s + 0.2:.2f}\t{mark}\t0")
            at_s += 0.2 + (0.7 if mark else 0.05)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def test_calibrating_changes_only_the_committer(bundle, tmp_path, capsys):
    calls = tmp_path / "calls"
    calls.mkdir()
    for seed in range(2):
        aligned_call(calls / f"{seed}.aligned.tsv", seed)
    before = load_bundle(bundle)
    assert before.calibration == UNCALIBRATED
    assert main(["calibrate", "--bundle", str(bundle), "--calls", str(calls)]) == 0
    after = load_bundle(bundle)
    assert [row.words_seen for row in after.calibration.rows] == [1, 2, 4, 6]
    assert after.calibration.rows[-1].weights[2] > 0  # here pauses are only at marks
    same = {**after.description, "committer": UNCALIBRATED.to_table()}
    assert json.dumps(same) == json.dumps(dict(before.description))
    assert capsys.readouterr().out.count("words seen") == 4
    none = tmp_path / "none"
    none.mkdir()
    sentence = failure(capsys, ["calibrate", "--bundle", str(bundle), "--calls", str(none)])
    assert "no *.tsv files" in sentence
