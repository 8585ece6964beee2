from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.models.catalogue import find_model, load_catalogue, read_catalogue
from engine.paths import Paths, default_paths
from engine.recognisers.model_languages import languages_of

_OWN = """
format = 1
base_url = "https://example.org/speech"
[[model]]
name = "mine"
languages = ["en"]
[[model]]
name = "vosk-model-small-en-us-0.15"
languages = ["en"]
url = "https://mirror.example/small.zip"
"""
_HEAD = 'format = 1\nbase_url = "https://a.b"\n[[model]]\nname = "x"\n'


@pytest.fixture
def paths(tmp_path):
    return Paths(default_paths().assets, tmp_path, ())


def test_the_shipped_list_is_sound(paths):
    models = load_catalogue(paths)
    assert {"en", "zh", "yue"} <= {code for model in models for code in model.languages}
    servers = {
        "Vosk": ("https://alphacephei.com/vosk/models/", "zip"),
        "sherpa-onnx": (
            "https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/",
            "tar.bz2",
        ),
    }
    for model in models:
        server, archive = servers[model.engine]
        assert model.url == f"{server}{model.name}.{archive}"
        assert model.archive == archive
        assert set(languages_of(model.name)) == set(model.languages) != set()
        assert model.size_bytes
        assert model.checksum is not None or model.size_is_rounded
    assert [model.name for model in models if model.is_recommended and "en" in model.languages]
    heard = {model.languages for model in models if model.engine == "sherpa-onnx"}
    assert {("en",), ("zh", "en"), ("zh", "yue", "en")} <= heard
    model = find_model("sherpa-onnx-streaming-zipformer-en-2023-06-26", models)
    assert (model.licence, model.exact_bytes) == ("Apache 2.0", 310_414_022)
    assert find_model("vosk-model-small-en-us-0.15", models).room_bytes(None) == 70_898_967
    assert find_model("vosk-model-small-de-0.15", models).room_bytes(None) > 46_499_967 * 2


def test_ones_own_list_adds_and_wins(paths):
    (paths.data / "catalogue.toml").write_text(_OWN)
    models = load_catalogue(paths)
    assert find_model("mine", models).url == "https://example.org/speech/mine.zip"
    assert find_model("vosk-model-small-en-us-0.15", models).url.startswith("https://mirror")
    assert find_model("vosk-model-cn-0.22", models)
    with pytest.raises(ModelNotFoundError):
        find_model("nothing", models)


def test_another_server_serves_all(paths):
    (paths.data / "catalogue.toml").write_text(_OWN)
    for model in load_catalogue(paths, "http://127.0.0.1:8000/x"):
        assert model.url == f"http://127.0.0.1:8000/x/{model.name}.{model.archive}"


@pytest.mark.parametrize(
    "content",
    [
        "format = 2",
        "format = 1",
        "not toml",
        'format = 1\n[[model]]\nname = "../x"\nlanguages = ["en"]',
        'format = 1\n[[model]]\nname = "x"\nlanguages = ["en"]\nurl = "file:///etc/passwd"',
        'format = 1\n[[model]]\nname = "x"\nlanguages = ["en"]',
        _HEAD + "languages = 3",
        _HEAD + 'languages = []\nchecksum = "sha256:12"',
        _HEAD + "languages = []\nsize_bytes = -1",
        _HEAD + "languages = []\nsize_bytes = 1" + "0" * 400,
        _HEAD + 'languages = []\nengine = "whisper"',
        _HEAD + 'languages = []\narchive = "rar"',
    ],
)
def test_what_is_no_catalogue_is_refused(tmp_path, content):
    path = Path(tmp_path / "catalogue.toml")
    path.write_text(content)
    with pytest.raises(ModelFormatError):
        read_catalogue(path)
