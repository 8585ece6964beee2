from __future__ import annotations

import shutil

from engine.network.bundle import load_bundle
from engine.punctuation.mark_offsets import MarkOffsets
from tests.support.bundles import bundle_folder
from tests.support.shared_data import shared
from tests.training.evaluation.bench.test_bench import tables
from training.__main__ import main


def offsets(*texts, model=None, words=1500, store=()):
    options = ["--model", str(model or bundle_folder()), "--words", str(words), *store]
    return main(["offsets", *options, "--texts", *map(str, texts)])


def test_offsets_for_each_text_and_for_all_raise_the_mean_score(capsys):
    folder = shared("data", "en", "dev")
    assert offsets(folder / "ewt.txt", folder / "medical_aci_notes.txt") == 0
    found = tables(capsys.readouterr().out)
    assert list(found) == ["ewt.txt", "medical_aci_notes.txt", "all"]
    for row in found.values():
        assert -1.0 <= row["comma"] <= 1.5
        assert -1.0 <= row["sentence"] <= 1.5
        means = [row[f"micro F1 {when}"] + row[f"macro F1 {when}"] for when in ("before", "after")]
        assert means[1] >= means[0] - 0.2  # the table is rounded


def test_offsets_of_a_language_are_shown_and_stored_in_the_bundle(tmp_path, capsys):
    model = tmp_path / "model"
    shutil.copytree(bundle_folder(), model)
    text = shared("data", "en", "dev") / "ewt.txt"
    for language, given in (("yue", ("9", "0", "0")), ("zh", ("1", "-0.5", "0"))):
        assert offsets(text, model=model, store=("--store", language, *given)) == 0
        row = tables(capsys.readouterr().out)["all"]
        assert row["micro F1 given"] < row["micro F1 before"]
    stored = load_bundle(model).mark_offsets
    assert stored == {"yue": MarkOffsets(9.0), "zh": MarkOffsets(1.0, -0.5)}


def test_a_missing_text_is_named(tmp_path, capsys):
    assert offsets(tmp_path / "nothing.txt") == 2
    assert "nothing.txt" in capsys.readouterr().err
