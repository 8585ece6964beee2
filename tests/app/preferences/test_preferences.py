from __future__ import annotations

import errno
import json
import os

import pytest
from hypothesis import given
from hypothesis import settings as runs
from hypothesis import strategies as st

from app.preferences.model_choice import model_choice
from app.preferences.preferences import Preferences, settings, value_of, with_value
from app.preferences.preferences_file import PreferencesFile, default_preferences_path
from engine.errors import SettingsError

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def file(tmp_path):
    return PreferencesFile(tmp_path / "own" / "preferences.json")


def test_preferences_are_saved_and_loaded(file):
    assert (file.load(), file.problems) == (Preferences(), ())
    assert not file.path.exists()
    changed = with_value(Preferences(), "dictation.refresh_interval_s", 0.5)
    changed = with_value(changed, "general.theme", "dark")
    file.save(changed)
    assert PreferencesFile(file.path).load() == changed
    assert list(file.path.parent.iterdir()) == [file.path]


def test_entries_of_a_newer_version_are_kept(file):
    newer = {"general": {"theme": "dark", "aura": 7}, "telepathy": {"range_m": [1, 2]}}
    file.path.parent.mkdir()
    file.path.write_text(json.dumps(newer))
    file.save(with_value(file.load(), "general.theme", "light"))
    saved = json.loads(file.path.read_text())
    assert saved["telepathy"] == {"range_m": [1, 2]}
    assert (saved["general"]["aura"], saved["general"]["theme"]) == (7, "light")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("general.theme", "pink"),
        ("general.shows_tray_icon", 1),
        ("accessibility.text_size_pt", 4),
        ("accessibility.text_size_pt", True),
        ("dictation.refresh_interval_s", float("nan")),
        ("dictation.refresh_interval_s", "fast"),
        ("models.speech_model", None),
        ("nowhere.nothing", 1),
        ("general", 1),
    ],
)
def test_invalid_values_are_refused(key, value):
    with pytest.raises(SettingsError):
        with_value(Preferences(), key, value)


def test_the_engine_knows_every_offered_choice():
    chosen = {
        model_choice(with_value(Preferences(), item.key, value), "en")
        for item in settings()
        for value in item.choices
        if item.option
    }
    options = [item for item in settings() if item.option]
    assert len(chosen) == 1 + sum(len(item.choices) - 1 for item in options)  # the defaults are one


def test_only_the_bad_value_falls_back_and_is_named(file):
    file.path.parent.mkdir()
    file.path.write_text('{"general": {"theme": "pink", "closes_to_tray": true}, "files": 3}')
    loaded = file.load()
    assert (loaded.general.theme, loaded.general.closes_to_tray) == ("system", True)
    assert [problem.setting for problem in file.problems] == ["general.theme"]


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[]", b"[" * 20_000, b""])
def test_an_unreadable_file_is_set_aside(file, content):
    file.path.parent.mkdir()
    file.path.write_bytes(content)
    assert file.load() == Preferences()
    assert len(file.problems) == 1
    file.save(Preferences())
    assert file.path.with_suffix(".broken").read_bytes() == content


def test_a_failed_save_leaves_the_old_file(file, monkeypatch):
    file.save(Preferences())
    before = file.path.read_bytes()

    def full(_number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        file.save(with_value(Preferences(), "general.theme", "dark"))
    assert file.path.read_bytes() == before
    assert list(file.path.parent.iterdir()) == [file.path]


@runs(max_examples=50, deadline=None)
@given(table=st.dictionaries(st.sampled_from([s.key.split(".")[0] for s in settings()]), _JSON))
def test_any_content_can_be_loaded(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("fuzz") / "preferences.json"
    path.write_text(json.dumps(table))
    loaded = PreferencesFile(path).load()
    for item in settings():
        assert item.checked(value_of(loaded, item.key)) == value_of(loaded, item.key)


def test_a_given_data_folder_holds_the_preferences(tmp_path):
    path = default_preferences_path({"FERMATA_DATA": str(tmp_path)})
    assert path == tmp_path / "preferences.json"
