from __future__ import annotations

import json

from tests.app.conftest import VOSK_MODEL


def test_the_table_names_every_model(fermata, data_folder, monkeypatch):
    monkeypatch.setenv("VOSK_MODEL_PATH", str(VOSK_MODEL.parent))
    status, out, err = fermata("models")
    assert (status, err) == (0, "")
    assert out.startswith("KIND ")
    for part in (str(data_folder / "models" / "en"), str(VOSK_MODEL), "comes with PocketSphinx"):
        assert part in out


def test_a_broken_model_is_listed_with_its_reason(fermata, tmp_path, monkeypatch):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    folder = tmp_path / "models" / "mine"
    folder.mkdir(parents=True)
    (folder / "bundle.json").write_text("{}")
    status, out, _ = fermata("models", "--json")
    assert status == 0
    (mine,) = [model for model in json.loads(out) if model["name"] == "mine"]
    assert "format" in mine["problem"]
    assert mine["folder"] == str(folder)
