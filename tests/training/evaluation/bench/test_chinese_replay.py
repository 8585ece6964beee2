from __future__ import annotations

from tests.support.bundles import bundle_folder
from tests.support.shared_data import shared
from training.evaluation.bench.chinese_replay import replay_rows


def test_both_policies_are_scored_through_the_real_path():
    from engine.build import load_language_model
    from engine.paths import default_paths
    from engine.settings import PunctuationSettings

    model = load_language_model(PunctuationSettings(model=str(bundle_folder())), default_paths())
    rows = list(replay_rows(shared(), model, 300))
    assert [row.name.rsplit(", ", 1)[1] for row in rows] == ["segments", "streaming"] * 2
    assert rows[0].figures["gain %"] == 0.0
    assert 0.0 <= rows[1].figures["seg-F0.5"] <= 100.0
