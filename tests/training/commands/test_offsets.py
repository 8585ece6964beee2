from __future__ import annotations

from tests.support.bundles import bundle_folder
from tests.support.shared_data import shared
from tests.training.evaluation.bench.test_bench import tables
from training.__main__ import main


def offsets(*texts, words=1500):
    options = ["--model", str(bundle_folder()), "--words", str(words)]
    return main(["offsets", *options, "--texts", *map(str, texts)])


def test_offsets_of_each_text_and_of_all_raise_the_mean_of_the_scores(capsys):
    folder = shared("data", "en", "dev")
    assert offsets(folder / "ewt.txt", folder / "medical_aci_notes.txt") == 0
    found = tables(capsys.readouterr().out)
    assert list(found) == ["ewt.txt", "medical_aci_notes.txt", "all"]
    for row in found.values():
        assert -1.0 <= row["comma"] <= 1.5
        assert -1.0 <= row["sentence"] <= 1.5
        means = [row[f"micro F1 {when}"] + row[f"macro F1 {when}"] for when in ("before", "after")]
        assert means[1] >= means[0] - 0.2  # the table is rounded


def test_a_text_that_is_not_there_is_named(tmp_path, capsys):
    assert offsets(tmp_path / "nothing.txt") == 2
    assert "nothing.txt" in capsys.readouterr().err
