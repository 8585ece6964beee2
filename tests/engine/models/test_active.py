from __future__ import annotations

import errno
import os
import shutil

import pytest

from engine.errors import ModelFormatError, ModelNotFoundError, SettingsError
from engine.models.active import activate_model, active_model, roll_back
from engine.paths import Paths
from tests.support.bundles import bundle_folder

BUNDLED = "en"


@pytest.fixture
def paths(tmp_path):
    """The bundled model and two of the user's."""
    paths = Paths(tmp_path / "assets", tmp_path / "data", (), tmp_path / "config")
    shutil.copytree(bundle_folder(), paths.assets / "models" / BUNDLED)
    for name in ("one", "two"):
        (paths.data / "models").mkdir(parents=True, exist_ok=True)
        (paths.data / "models" / name).symlink_to(paths.assets / "models" / BUNDLED)
    return paths


def test_roll_back_goes_through_the_history_and_skips_missing_models(paths):
    before = set(paths.data.rglob("*"))
    assert active_model(paths) == BUNDLED
    assert not paths.settings.exists()
    for name in ("one", "two", "two"):
        activate_model(name, paths)
    assert active_model(paths) == "two"
    assert [roll_back(paths), roll_back(paths)] == ["one", BUNDLED]
    with pytest.raises(SettingsError):
        roll_back(paths)
    assert active_model(paths) == BUNDLED
    activate_model("one", paths)
    activate_model("two", paths)
    assert set(paths.data.rglob("*")) == before
    assert [path.name for path in paths.settings.iterdir()] == ["active_model.json"]
    (paths.data / "models" / "two").unlink()
    assert active_model(paths) == "one"
    assert roll_back(paths) == BUNDLED


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("three", ModelNotFoundError),
        ("", ModelNotFoundError),
        ("models/../one", ModelNotFoundError),
        ("bad", ModelFormatError),
    ],
)
def test_an_unusable_model_cannot_be_activated(paths, name, error):
    (paths.data / "models" / "bad").mkdir()
    (paths.data / "models" / "bad" / "bundle.json").write_text("{}")
    with pytest.raises(error):
        activate_model(name, paths)
    assert active_model(paths) == BUNDLED


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        '{"punctuation": "one"}',
        '{"punctuation": [1, "../../x", null]}',
        "[" * 99999,
    ],
)
def test_a_broken_file_is_ignored(paths, content):
    paths.settings.mkdir()
    (paths.settings / "active_model.json").write_text(content)
    assert active_model(paths) == BUNDLED
    activate_model("one", paths)
    assert active_model(paths) == "one"


def test_a_full_disk_leaves_the_old_one_active(paths, monkeypatch):
    def full(_number):
        raise OSError(errno.ENOSPC, "No space left on device")

    activate_model("one", paths)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        activate_model("two", paths)
    assert active_model(paths) == "one"
