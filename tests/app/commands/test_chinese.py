"""Chinese at the command line: its script, its spaces, and a text unknown to the model."""

from __future__ import annotations

import json

import pytest

from tests.support.chinese import write_chinese_bundle
from tests.support.recognisers.speech import SHERPA_MODEL
from tests.support.shared_data import DATA

SPEECH = DATA / "sherpa-speech"
CANTONESE = "我們今日去咗旺角食飯佢話嗰度好多人所以唔想再去"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return write_chinese_bundle(tmp_path_factory.mktemp("models") / "zh-yue-en")


def letters(text):
    return "".join(sign for sign in text.lower() if sign.isalnum() or sign == " ")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--script", "hong-kong"), "發現頭髮"),
        (("--script", "simplified"), "发现头发"),
    ],
)
def test_a_text_is_written_in_the_chosen_script(fermata, bundle, tmp_path, options, text):
    path = tmp_path / "notes.txt"
    path.write_text("发现头发", encoding="utf-8")
    status, out, err = fermata("punctuate", path, "--model", bundle, "--quiet", *options)
    assert (status, err) == (0, "")
    assert letters(out) == text


def test_speech_is_written_in_the_chosen_script(fermata):
    options = ("--speech-model", SHERPA_MODEL, "--script", "taiwan")
    status, out, _ = fermata("transcribe", SPEECH / "thanks.wav", *options)
    assert status == 0
    assert letters(out) == "thank you 謝謝"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ((), "你好 fermata"),
        (("--no-spaces",), "你好fermata"),
    ],
)
def test_spaces_between_chinese_and_latin_words_can_be_set(fermata, options, text):
    model = ("--speech-model", SHERPA_MODEL)
    _, out, _ = fermata("transcribe", SPEECH / "mixed.wav", *model, *options)
    assert letters(out).endswith(text)


def test_a_chinese_text_under_the_english_model_is_referred_to_the_other_one(fermata, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(CANTONESE, encoding="utf-8")
    status, out, err = fermata("punctuate", path)
    assert (status, out) == (2, "")
    assert err == (
        "fermata: notes.txt looks like Cantonese, but the model knows only English, so nothing was"
        " changed. Try --model zh-yue-en, which knows it, or --language en if that is wrong.\n"
    )
    status, out, err = fermata("punctuate", path, "--model", "zh-yue-en", "--quiet")
    assert (status, letters(out), err) == (0, CANTONESE, "")


@pytest.mark.parametrize("script", ["as-spoken", "simplified"])
def test_a_replayed_session_in_chinese_has_no_spaces(fermata, bundle, tmp_path, script):
    session = tmp_path / "session.jsonl"
    said = CANTONESE * 12
    results = [
        {"word": sign, "start": at / 4, "end": at / 4 + 0.2, "conf": 1.0}
        for at, sign in enumerate(said)
    ]
    cuts = range(0, len(results), 9)
    lines = [{"result": results[at : at + 9], "text": said[at : at + 9]} for at in cuts]
    session.write_text("".join(json.dumps(line) + "\n" for line in lines))
    status, out, _ = fermata("replay", session, "--model", bundle, "--script", script)
    forms = str.maketrans("們飯話嗰", "们饭话𠮶")
    expected = said if script == "as-spoken" else said.translate(forms)
    assert status == 0
    assert letters(out) == expected
    assert any(sign in out for sign in "。？！")
