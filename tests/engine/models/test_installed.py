from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.models.installed import folder_size_bytes, installed_models
from engine.paths import Paths
from engine.recognisers.speech_models import BUILT_IN
from tests.support.bundles import bundle_folder
from tests.support.shared_data import DATA

VOSK_MODEL = DATA / "vosk-model-tiny-en"


@pytest.fixture
def paths(tmp_path):
    return Paths(tmp_path / "assets", tmp_path / "data", (tmp_path / "speech",))


def test_a_bundle_says_where_it_comes_from(paths):
    folder = shutil.copytree(bundle_folder(), paths.data / "models" / "en")
    model = installed_models(paths)[0]
    assert (model.kind, model.name, model.languages) == ("punctuation", "en", ("en",))
    assert model.folder == Path(folder)
    assert model.problem is None
    assert model.size_bytes == sum(file.stat().st_size for file in Path(folder).iterdir())
    assert model.training_data
    assert len(set(model.licences)) == len(model.licences) > 0


def test_broken_models_are_listed_with_their_problem(paths):
    bundle = Path(shutil.copytree(bundle_folder(), paths.assets / "models" / "en"))
    (bundle / "tokenizer.json").unlink()
    speech = Path(shutil.copytree(VOSK_MODEL, paths.speech_models[0] / "tiny"))
    (speech / "conf" / "model.conf").unlink()
    problems = {model.name: str(model.problem) for model in installed_models(paths)}
    assert "tokenizer.json is missing" in problems["en"]
    assert "model.conf" in problems["tiny"]


def test_the_packaged_model_is_always_listed(paths, monkeypatch):
    monkeypatch.setattr("engine.recognisers.speech_models.multilingual_model", lambda: None)
    (model,) = installed_models(paths)
    assert (model.engine, model.name, model.languages) == ("Whisper", BUILT_IN, ("en",))
    assert model.size_bytes > 10_000_000
    assert model.problem is None


def test_broken_links_count_nothing(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "file").write_bytes(b"123")
    assert folder_size_bytes(tmp_path) == 3
