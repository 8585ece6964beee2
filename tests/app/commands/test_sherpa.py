"""sherpa-onnx from the command line: the real library with our own tiny model."""

from __future__ import annotations

import json
import shutil
from itertools import takewhile

import pytest

from app.commands.doctor import examine
from app.dictation.recogniser_text import split_hot_words
from engine.models.active import activate_model
from engine.paths import default_paths
from tests.app.conftest import VOSK_MODEL
from tests.support.bundles import bundle_folder
from tests.support.recognisers.speech import SHERPA_MODEL
from tests.support.shared_data import DATA

SPEECH = DATA / "sherpa-speech"
NUMBERS = SPEECH / "numbers.wav"


@pytest.fixture
def own(fermata, tmp_path, monkeypatch):
    """A user's folder with a Vosk and a sherpa-onnx model."""
    folder = tmp_path / "own"
    shutil.copytree(bundle_folder(), folder / "models" / "own")
    shutil.copytree(VOSK_MODEL, folder / "speech-models" / VOSK_MODEL.name)
    shutil.copytree(SHERPA_MODEL, folder / "speech-models" / SHERPA_MODEL.name)
    monkeypatch.setenv("FERMATA_DATA", str(folder))
    return folder


def told_by_the_doctor():
    """Return what `fermata doctor` reports before it measures each recogniser's speed."""
    found = takewhile(lambda it: it.topic != "speed", examine(default_paths()))
    return [finding.text for finding in found]


def words(text):
    return "".join(sign for sign in text.lower() if sign.isalpha() or sign.isspace()).split()


def test_a_folder_reveals_its_recogniser_and_hot_words_reach_it(fermata):
    options = ("--speech-model", SHERPA_MODEL, "--hot-words", "xx，too, 你好")
    status, out, err = fermata("transcribe", SPEECH / "two.wav", *options)
    assert (status, words(out), err) == (0, ["too"], "")


def test_ignored_hot_words_are_reported(fermata, own):
    status, out, err = fermata("transcribe", NUMBERS, "--recogniser", "vosk", "--hot-words", "too")
    assert status == 0
    assert out
    assert f"Vosk with {VOSK_MODEL.name} does not support hot words; --hot-words is ignored" in err


def test_auto_takes_the_model_for_the_session_s_language(fermata, own):
    bundle = own / "models" / "own" / "bundle.json"
    table = json.loads(bundle.read_text()) | {"name": "own"}
    bundle.write_text(json.dumps(table))
    activate_model("own", default_paths())
    assert table["languages"] == ["en"]
    _, out, _ = fermata("transcribe", SPEECH / "mixed.wav")
    assert out.isascii()  # Vosk's model hears only English, so it is preferred
    assert f"Vosk with {VOSK_MODEL.name} is used, and loads" in told_by_the_doctor()
    bundle.write_text(json.dumps(table | {"languages": ["zh", "en"]}))
    assert f"sherpa-onnx with {SHERPA_MODEL.name} is used, and loads" in told_by_the_doctor()


def test_without_a_model_the_error_names_the_folder(fermata, data_folder):
    status, out, err = fermata("transcribe", NUMBERS, "--recogniser", "sherpa")
    assert (status, out) == (2, "")
    assert "No speech model for this recogniser is installed" in err
    assert str(data_folder / "speech-models") in err


def test_a_broken_model_is_named_by_every_command(fermata, own):
    folder = own / "speech-models" / SHERPA_MODEL.name
    (folder / "joiner.onnx").write_bytes(b"")
    status, out, err = fermata("transcribe", NUMBERS, "--recogniser", "sherpa")
    assert (status, out) == (2, "")
    assert f"{folder} cannot be used: joiner*.onnx is missing or empty" in err
    _, out, _ = fermata("models", "--json")
    (listed,) = [model for model in json.loads(out) if model["name"] == folder.name]
    assert (listed["engine"], listed["languages"]) == ("sherpa-onnx", ["zh", "en"])
    assert listed["problem"] == "joiner*.onnx is missing or empty"
    told = f"{folder} cannot be used by sherpa-onnx: joiner*.onnx is missing or empty"
    assert told in told_by_the_doctor()


def test_hot_words_are_separated_by_commas_of_any_script():
    assert split_hot_words("Fermata, 小明，OpenAI GPT、 x ;\n y ,") == (
        "Fermata",
        "小明",
        "OpenAI GPT",
        "x",
        "y",
    )
    assert split_hot_words("") == ()
