from __future__ import annotations

import shutil

import pytest

from engine.errors import ModelFormatError, ModelNotFoundError, SettingsError
from engine.paths import Paths, default_paths
from engine.recognisers.speech_models import (
    RecogniserSpec,
    check_vosk_model,
    choose_recogniser,
    installed_speech_models,
)
from tests.support.recognisers.speech import VOSK_MODEL


@pytest.fixture
def paths(tmp_path):
    return Paths(tmp_path / "assets", tmp_path / "data", (tmp_path / "one", tmp_path / "two"))


def _install(folder):
    shutil.copytree(VOSK_MODEL, folder)
    return folder


def test_models_are_found_in_folders_and_as_folders(paths, tmp_path):
    assert installed_speech_models(paths) == ()
    second = _install(tmp_path / "two" / "b-model")
    first = _install(tmp_path / "one")
    third = _install(tmp_path / "two" / "a-model")
    (tmp_path / "two" / "notes").mkdir()
    assert installed_speech_models(paths) == (first, third, second)


def test_vosk_model_path_is_honoured(tmp_path):
    model = _install(tmp_path / "my-model")
    for value in (model, tmp_path):
        paths = default_paths({"VOSK_MODEL_PATH": str(value), "FERMATA_DATA": str(tmp_path / "x")})
        assert choose_recogniser("auto", None, paths) == RecogniserSpec("vosk", model)


def test_auto_takes_pocketsphinx_where_no_model_is_installed(paths, tmp_path):
    assert choose_recogniser("auto", None, paths) == RecogniserSpec("pocketsphinx")
    model = _install(tmp_path / "two" / "m")
    assert choose_recogniser("auto", None, paths) == RecogniserSpec("vosk", model)
    assert choose_recogniser("pocketsphinx", None, paths) == RecogniserSpec("pocketsphinx")


def test_a_model_is_chosen_by_name_or_folder(paths, tmp_path):
    _install(tmp_path / "one" / "first")
    named = _install(tmp_path / "two" / "second")
    elsewhere = _install(tmp_path / "elsewhere")
    assert choose_recogniser("vosk", "second", paths).speech_model == named
    assert choose_recogniser("auto", str(elsewhere), paths).speech_model == elsewhere
    assert choose_recogniser("vosk", elsewhere, paths).speech_model == elsewhere


def test_what_is_not_there(paths, tmp_path):
    for kind, name in (("vosk", None), ("vosk", "nope"), ("auto", "nope")):
        with pytest.raises(ModelNotFoundError) as caught:
            choose_recogniser(kind, name, paths)
        assert (caught.value.kind, caught.value.searched) == ("speech", paths.speech_models)
        assert caught.value.name == (name or "")
    with pytest.raises(SettingsError):
        choose_recogniser("pocketsphinx", "nope", paths)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelFormatError):
        choose_recogniser("vosk", tmp_path / "empty", paths)


@pytest.mark.parametrize(
    "part", ["am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLG.fst"]
)
def test_each_part_is_looked_for(tmp_path, part):
    model = _install(tmp_path / "m")
    check_vosk_model(model)
    (model / part).write_bytes(b"")
    with pytest.raises(ModelFormatError, match=part.replace(".", r"\.")) as caught:
        check_vosk_model(model)
    assert caught.value.path == model
    (model / part).unlink()
    with pytest.raises(ModelFormatError):
        check_vosk_model(model)
