from __future__ import annotations

import os
from pathlib import Path

from engine.paths import default_paths


def test_the_environment_is_honoured(tmp_path):
    folders = os.pathsep.join([str(tmp_path / "one"), "", str(tmp_path / "two")])
    paths = default_paths({"FERMATA_DATA": str(tmp_path), "VOSK_MODEL_PATH": folders})
    assert paths.data == tmp_path
    assert paths.speech_models[:3] == (
        tmp_path / "one",
        tmp_path / "two",
        tmp_path / "speech-models",
    )
    assert paths.punctuation_models == (paths.assets / "models", tmp_path / "models")


def test_an_empty_environment_gives_this_systems_folders():
    paths = default_paths({})
    assert "fermata" in str(paths.data).lower()
    assert Path.home() / ".cache" / "vosk" in paths.speech_models
    assert default_paths({"FERMATA_DATA": "", "VOSK_MODEL_PATH": ""}) == paths
