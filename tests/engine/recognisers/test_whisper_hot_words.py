"""Words that Whisper should expect, matched by letters and by the sound of real readers."""

from __future__ import annotations

import pytest

from engine.audio.sound_file import SoundFile
from engine.recognisers.speech_models import RecogniserSpec, built_in_model
from engine.recognisers.whisper_decoder import WhisperDecoder
from engine.recognisers.whisper_hot_words import WhisperHotWords
from engine.recognisers.worker import open_recogniser
from engine.types import AudioChunk
from tests.support.shared_data import shared
from tests.support.sounds import samples_of

READER = "data/audio/nonnative_reader"


def found(hot_words, *texts):
    """Return the words in doubt, and the text to replace them."""
    readings = WhisperHotWords(hot_words).readings(texts)
    return {("".join(texts[it.first : it.end]).strip(), it.text) for it in readings}


def test_words_spelt_almost_like_a_hot_word_are_in_doubt():
    assert found(["undo that"], " And", " do", " that.") >= {("And do that.", " Undo that.")}
    assert found(["Prokofiev"], " by", " Procco", " Fever,") >= {("Procco Fever,", " Prokofiev,")}
    assert found(["Nakamura"], " with", " Nacamuri") >= {("Nacamuri", " Nakamura")}
    assert found(["comma"], " please", " kamah") == {("kamah", " comma")}


def test_other_words_are_not_in_doubt():
    assert not found(["Prokofiev", "full stop"], " a", " piece", " by", " her", " sister.")
    assert not found([], " and", " do", " that")
    assert not found(["Liu", "Anna"], " Lou", " Hannah")  # too short to tell from plain words


def test_hot_words_already_heard_are_left_alone():
    assert not found(["full stop", "full stops"], " a", " full", " stop.")
    assert not found(["delete last word", "delete the last word"], " Delete", " last", " word.")


def test_a_sign_separates_words():
    said = {words for words, _ in found(["Prokofiev"], " Procco", ",", " Fever", ".")}
    assert said == {"Procco"}
    assert found(["Prokofiev"], " Prokofief", ".") == {("Prokofief", " Prokofiev")}


def test_duplicates_and_words_beyond_a_thousand_are_ignored():
    assert found(["semicolon", "semi colon"], " semicalon") == {("semicalon", " semicolon")}
    many = [f"unheard{'abcdefghij'[n % 10]}{n:04}" for n in range(1_000)]
    assert not found([*many, "Prokofiev"], " Prokofief")
    assert found(["Prokofiev", *many], " Prokofief")


@pytest.fixture(scope="module")
def unprepared():
    """Whisper without hot words."""
    return WhisperDecoder(built_in_model())


@pytest.mark.parametrize(
    ("clip", "hot_word"),
    [("LJ001-0066", "Subiaco"), ("LJ001-0092", "Willoughby"), ("LJ001-0138", "meandering")],
)
def test_the_sound_confirms_a_word_that_was_said(unprepared, clip, hot_word):
    sound = samples_of_clip(clip)
    assert hot_word not in text_of(unprepared, sound)
    assert hot_word in text_of(WhisperDecoder(built_in_model(), hot_words=[hot_word]), sound)


def test_the_sound_rejects_a_word_that_was_not_said(unprepared):
    sound = samples_of_clip("LJ001-0066")
    plain = text_of(unprepared, sound)
    others = ["mansion", "dimension", "markedly", "remarry"]
    assert any(WhisperHotWords(others).readings(plain.split()))
    assert text_of(WhisperDecoder(built_in_model(), hot_words=others), sound) == plain


def test_live_only_final_words_are_weighed():
    sound = (samples_of_clip("LJ001-0066") * 32_768).astype("<i2").tobytes()
    recogniser = open_recogniser(RecogniserSpec("whisper", built_in_model(), hot_words=["Subiaco"]))
    chunks = [AudioChunk(sound[at : at + 3_200], at / 32_000) for at in range(0, len(sound), 3_200)]
    heard = [it for chunk in chunks for it in recogniser.push(chunk)]
    final = [it for it in (*heard, *recogniser.flush()) if it.is_final]
    assert "Subiaco" in " ".join(word.text for it in final for word in it.words)


def samples_of_clip(name):
    with SoundFile(shared(f"{READER}/{name}.wav")) as file:
        return (samples_of(file) / 32_768).astype("float32")


def text_of(decoder, sound):
    return "".join(word.text for word in decoder.hear(sound).words)
