from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.models.catalogue import find_model, load_catalogue, read_catalogue
from engine.models.verify import digest_of
from engine.paths import Paths, default_paths
from engine.recognisers.speakers import EMBEDDING, SEGMENTATION
from engine.recognisers.speech_models import built_in_model, languages_of

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
_FILES = f"""
format = 2
base_url = "https://a.b/"
engine = "Whisper"
[[model]]
name = "m"
languages = ["en"]
memory_bytes = 300000000
real_time_factor = 0.06
emits_marks = true
is_free_for_work = false
files = [
  {{ name = "model.bin", size_bytes = 3, checksum = "sha256:{"0" * 64}" }},
  {{ name = "c.json" }},
]
"""
_HEAD = 'format = 1\nbase_url = "https://a.b"\n[[model]]\nname = "x"\n'


@pytest.fixture
def paths(tmp_path):
    return Paths(default_paths().assets, tmp_path, ())


def test_the_shipped_lists_are_valid(paths):
    models = load_catalogue(paths)
    assert {"en", "zh", "yue"} <= {code for model in models for code in model.languages}
    servers = {
        "Vosk": "https://alphacephei.com/vosk/models/",
        "sherpa-onnx": "https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/",
    }
    assert [model.name for model in models if model.kind == "speakers"]
    for model in models:
        if model.kind == "speakers":
            assert (model.languages, model.check) == ((), "sha256")
            assert {file.name for file in model.files} == {SEGMENTATION, EMBEDDING}
            continue
        if model.files:
            pinned = r"https://huggingface\.co/[\w.-]+/[\w.-]+/resolve/([0-9a-f]{40}|main)/"
            assert re.fullmatch(pinned, model.url)
            assert [file.url for file in model.files] == [model.url + it.name for it in model.files]
            assert model.check == "sha256"
            assert model.size_bytes == sum(file.size_bytes for file in model.files)
        else:
            assert model.url == f"{servers[model.engine]}{model.name}.{model.archive}"
            assert model.archive == {"Vosk": "zip", "sherpa-onnx": "tar.bz2"}[model.engine]
            assert model.checksum is not None or model.size_is_rounded
        assert set(languages_of(model.name)) in ({*model.languages}, set())
        assert model.languages
        assert model.size_bytes
        is_told = model.licence and "FunASR" not in model.licence  # that one says nothing of work
        assert model.is_free_for_work == (True if is_told else None)
    assert [model.name for model in models if model.is_recommended and "en" in model.languages]
    heard = {model.languages for model in models if model.engine == "sherpa-onnx"}
    assert {("en",), ("zh", "en"), ("zh", "yue", "en")} <= heard
    recommended = [model for model in models if model.is_recommended]
    best = {code: best_for(code, recommended) for code in ("en", "zh", "yue")}
    assert best["en"] == "whisper-base.en"
    assert "x-asr-480ms" in best["zh"]
    assert "trilingual" in best["yue"]
    assert "canary" in best_for("de", recommended)
    assert "parakeet-tdt-0.6b-v3" in best_for("it", recommended)
    assert "sense-voice" in best_for("ja", recommended)
    assert best_for("ar", recommended) is None
    sizes = {model.name.removeprefix("whisper-") for model in models if model.engine == "Whisper"}
    assert {"tiny", "base", "small", "medium", "large-v3", "large-v3-turbo"} <= sizes
    assert {"base.en", "small.en", "medium.en", "distil-small.en"} <= sizes
    model = find_model("sherpa-onnx-streaming-zipformer-en-2023-06-26", models)
    assert (model.licence, model.downloads[0].size_bytes) == ("Apache 2.0", 310_414_022)
    assert find_model("vosk-model-small-en-us-0.15", models).room_bytes(None) == 70_898_967
    assert find_model("vosk-model-small-de-0.15", models).room_bytes(None) > 46_499_967 * 2


def best_for(code, models):
    """Return the model for this language that knows fewest others."""
    fitting = [model for model in models if code in model.languages]
    return min(fitting, key=lambda it: len(it.languages)).name if fitting else None


def test_the_packaged_model_is_the_one_in_the_list(paths):
    """The publisher's digests, as pinned by others, are those of our files."""
    offered = find_model("whisper-tiny.en", load_catalogue(paths))
    folder = built_in_model()
    for file in offered.files:
        path = folder / file.name
        assert path.stat().st_size == file.size_bytes
        assert digest_of(path, "sha256") == file.checksum.value


def test_separate_files_are_read_with_their_details(tmp_path):
    path = tmp_path / "catalogue.toml"
    path.write_text(_FILES)
    (model,) = read_catalogue(path)
    assert (model.engine, model.url) == ("Whisper", "https://a.b/m/")
    assert [file.url for file in model.files] == ["https://a.b/m/model.bin", "https://a.b/m/c.json"]
    assert (model.size_bytes, model.check) == (None, "")  # one file's size is unknown
    assert (model.memory_bytes, model.real_time_factor) == (300_000_000, 0.06)
    assert (model.emits_marks, model.is_free_for_work, model.needs_gpu) == (True, False, False)
    (model,) = read_catalogue(path, "http://127.0.0.1:8000/x")
    assert model.files[0].url == "http://127.0.0.1:8000/x/m/model.bin"


def test_the_users_list_adds_models_and_wins(paths):
    (paths.data / "catalogue.toml").write_text(_OWN)
    models = load_catalogue(paths)
    assert find_model("mine", models).url == "https://example.org/speech/mine.zip"
    assert find_model("vosk-model-small-en-us-0.15", models).url.startswith("https://mirror")
    assert find_model("vosk-model-cn-0.22", models)
    with pytest.raises(ModelNotFoundError):
        find_model("nothing", models)


def test_another_server_replaces_all(paths):
    (paths.data / "catalogue.toml").write_text(_OWN)
    for model in load_catalogue(paths, "http://127.0.0.1:8000/x"):
        place = "/" if model.files else f".{model.archive}"
        assert model.url == f"http://127.0.0.1:8000/x/{model.name}{place}"


def test_a_newer_catalogue_is_refused_with_its_number(tmp_path):
    path = tmp_path / "catalogue.toml"
    path.write_text(_FILES.replace("format = 2", "format = 3"))
    with pytest.raises(ModelFormatError, match="cannot read catalogue format 3"):
        read_catalogue(path)


@pytest.mark.parametrize(
    "content",
    [
        "format = 1",
        "not toml",
        'format = 1\n[[model]]\nname = "../x"\nlanguages = ["en"]',
        'format = 1\n[[model]]\nname = "x"\nlanguages = ["en"]\nurl = "file:///etc/passwd"',
        'format = 1\n[[model]]\nname = "x"\nlanguages = ["en"]',
        _HEAD + "languages = 3",
        _HEAD + 'languages = []\nchecksum = "sha256:12"',
        _HEAD + "languages = []\nsize_bytes = -1",
        _HEAD + "languages = []\nsize_bytes = 1" + "0" * 400,
        _HEAD + 'languages = []\nengine = "other"',
        _HEAD + 'languages = []\narchive = "rar"',
        _HEAD + "languages = []\nfiles = []",
        _HEAD + 'languages = []\nfiles = [{ name = "../x" }]',
        _HEAD + 'languages = []\nfiles = [{ name = "a" }, { name = "A" }]',
        _HEAD + "languages = []\nreal_time_factor = 0",
        _HEAD + "languages = []\nreal_time_factor = nan",
        _HEAD + "languages = []\nmemory_bytes = 0.5",
    ],
)
def test_an_invalid_catalogue_is_refused(tmp_path, content):
    path = Path(tmp_path / "catalogue.toml")
    path.write_text(content)
    with pytest.raises(ModelFormatError):
        read_catalogue(path)
