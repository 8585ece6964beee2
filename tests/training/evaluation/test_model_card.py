"""The model card says what the bundle's description holds, with scores on development data."""

from __future__ import annotations

import json
import shutil

from engine.build import load_language_model
from engine.network.bundle import DESCRIPTION
from engine.paths import default_paths
from engine.settings import BackendChoice, PunctuationSettings
from tests.support.bundles import bundle_folder
from tests.support.shared_data import shared
from training.__main__ import main
from training.evaluation.model_card import MODEL_CARD, render
from training.metrics import Count, MarkScores


def test_the_bundled_card_matches_its_description():
    folder = default_paths().assets / "models" / "en"
    table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    sizes = {path.name: path.stat().st_size for path in folder.glob("model.*")}
    assert render(table, sizes) == (folder / MODEL_CARD).read_text(encoding="utf-8")
    assert sum(sizes.values()) < 60e6


def test_a_card_is_measured_and_the_bundle_still_loads(tmp_path, capsys, monkeypatch):
    """Scoring itself is tested elsewhere; here, where its results go."""
    scores = MarkScores((Count(3, 1, 2), Count(5, 2, 1), Count(1, 0, 1)), Count(4, 1, 3))
    for name in ("score_sessions", "score_tsv", "_recognised"):
        monkeypatch.setattr(f"training.evaluation.bench.quality.{name}", lambda *_, **__: scores)
    folder = shutil.copytree(bundle_folder(), tmp_path / "copy")
    options = ["--shared", str(shared("data").parent), "--sessions", "1", "--calls", "1"]
    assert main(["card", "--model", str(folder), *options]) == 0
    scores = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))["scores"]
    assert len(scores) == 12
    assert all(0 < score <= 100 for score in scores.values())
    card = (folder / MODEL_CARD).read_text(encoding="utf-8")
    assert all(f"| {score:.1f} |" in card for score in scores.values())
    assert card.strip() == capsys.readouterr().out.strip()
    settings = PunctuationSettings(model=str(folder), backend=BackendChoice.ONNX)
    assert load_language_model(settings, default_paths()).bundle.description["scores"] == scores


def test_missing_data_gives_one_sentence(tmp_path, capsys):
    nowhere = str(tmp_path / "nowhere")
    assert main(["card", "--model", str(bundle_folder()), "--shared", nowhere]) == 2
    assert "no data in" in capsys.readouterr().err


def test_the_card_of_a_chinese_bundle_names_its_extra_mark():
    folder = default_paths().assets / "models" / "en"
    table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    assert "enumeration comma" not in render(table, {})
    card = render({**table, "languages": ["zh", "yue", "en"]}, {})
    assert "comma, enumeration comma, full stop" in card
    assert "Languages: zh, yue, en" in card
