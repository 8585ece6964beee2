from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.build import gpu_driver_is_present, load_language_model
from engine.paths import default_paths
from engine.settings import CommandsMode, PunctuationSettings
from tests.support.bundles import bundle_folder, needed_module

REPOSITORY = Path(__file__).resolve().parents[2]
_LOAD = """
import sys
from pathlib import Path
from engine.build import load_language_model
from engine.paths import Paths
from engine.settings import PunctuationSettings
bundle = Path(sys.argv[1])
load_language_model(PunctuationSettings(model=str(bundle)), Paths(bundle, bundle, ()))
print("torch" in sys.modules)
"""


@pytest.mark.skipif(gpu_driver_is_present(), reason="there is a driver here: torch is asked")
def test_without_a_driver_torch_is_not_even_loaded():
    needed_module("torch")
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, str(bundle_folder())],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"


def test_unreadable_user_files_do_not_prevent_dictation(tmp_path, caplog):
    paths = default_paths({"FERMATA_DATA": str(tmp_path)})
    (tmp_path / "vocabulary.txt").mkdir()
    (tmp_path / "commands").mkdir()
    (tmp_path / "commands" / "en.txt").write_text("comma = mrak ,\n", encoding="utf-8")
    settings = PunctuationSettings(commands=CommandsMode.ALL)
    model = load_language_model(settings, paths)
    assert model.commands.inline["comma"]
    assert not model.vocabulary.entries
    assert "vocabulary" in caplog.text
