"""What Whisper sees and writes: features, tokens, and the words made from them."""

from __future__ import annotations

import pytest

from engine.audio.sound_file import SoundFile
from engine.errors import ModelFormatError
from engine.paths import default_paths
from engine.recognisers.speech_models import built_in_model
from engine.recognisers.whisper_decoder import WhisperDecoder
from engine.recognisers.whisper_features import log_mel
from engine.recognisers.whisper_tokens import WhisperTokens
from engine.types import SAMPLE_RATE_HZ
from tests.support.recognisers.tiny_whisper import SAID, make_tiny_whisper
from tests.support.shared_data import need_module
from tests.support.sounds import samples_of

SAMPLE = default_paths().assets / "samples" / "dictation.ogg"
# the start of its first ten seconds, as heard by faster-whisper 1.2.1, with end times; what is
# heard where they are cut off depends on the processor
BEGINNING = {
    " Good": 0.58,
    " morning": 0.92,
    " everyone": 1.4,
    " and": 2.04,
    " thank": 2.38,
    " you": 2.58,
    " for": 2.74,
    " coming.": 3.48,
    " Today": 4.42,
    " I": 4.9,
    " want": 5.22,
    " to": 5.4,
    " talk": 5.66,
    " about": 6.06,
    " the": 6.24,
    " weather.": 6.76,
}


@pytest.fixture(scope="module")
def sound():
    with SoundFile(SAMPLE) as file:
        return (samples_of(file) / 32_768).astype("float32")


@pytest.fixture(scope="module")
def tokens():
    return WhisperTokens(built_in_model())


@pytest.fixture(scope="module")
def of_many_languages(tmp_path_factory):
    return make_tiny_whisper(tmp_path_factory.mktemp("tiny") / "whisper")


@pytest.mark.parametrize(
    ("spoken", "language"),
    [
        ((), "zh"),  # the likeliest of all
        (("xx",), "zh"),  # unknown to the model: the same as none
        (("yue",), "yue"),  # written as Mandarin
        (("en",), "en"),
        (("de", "en"), "de"),
        (("en", "zh"), "zh"),
    ],
)
def test_the_likeliest_of_the_spoken_languages_is_used(of_many_languages, sound, spoken, language):
    heard = WhisperDecoder(of_many_languages, spoken).hear(sound[:SAMPLE_RATE_HZ])
    assert (heard.language, heard.is_foreign) == (language, False)
    assert [word.text for word in heard.words] == ["".join(SAID)]


def test_speech_surely_in_another_language_is_not_written(of_many_languages, sound):
    heard = WhisperDecoder(of_many_languages, ("en",)).hear(sound[: 3 * SAMPLE_RATE_HZ])
    assert (heard.words, heard.language, heard.is_foreign) == ((), "zh", True)


@pytest.mark.parametrize("bands", [80, 128])
def test_features_match_openais(sound, bands):
    need_module("transformers")
    from transformers import WhisperFeatureExtractor

    theirs = WhisperFeatureExtractor(feature_size=bands)(
        sound[: 30 * SAMPLE_RATE_HZ], sampling_rate=SAMPLE_RATE_HZ, return_tensors="np"
    )
    ours = log_mel(sound[: 30 * SAMPLE_RATE_HZ], bands)
    assert ours.shape == (bands, 3_001)
    assert ours[:, :2_990] == pytest.approx(theirs.input_features[0, :, :2_990], abs=1e-4)


def test_words_and_times_match_faster_whisper(sound):
    heard = WhisperDecoder(built_in_model()).hear(sound[: 10 * SAMPLE_RATE_HZ]).words
    heard = heard[: len(BEGINNING)]
    assert [word.text for word in heard] == list(BEGINNING)
    assert [word.end_s for word in heard] == pytest.approx(list(BEGINNING.values()), abs=0.1)
    assert all(word.tokens and 0.0 < word.probability <= 1.0 for word in heard)


def test_words_keep_every_token_and_no_character_is_broken(tokens):
    text = " Hello, the “quick” naïve 中文 fox 🦊!"
    encoded = tokens.encode(text)
    words = tokens.words(encoded)
    assert [token for _, its in words for token in its] == [*encoded, tokens.end]
    assert "".join(word for word, _ in words) == text
    assert words[-1] == ("", [tokens.end])
    assert not any("\ufffd" in word for word, _ in words)
    assert [word for word, _ in words[:3]] == [" Hello", ",", " the"]
    assert {"中", "文"} <= {word.strip() for word, _ in words}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我用OASIS和RoccanroAST", ["我", "用", "OASIS", "和", "RoccanroAST"]),
        ("有10B個，3.5%是", ["有", "10B", "個", "，", "3.5%", "是"]),
        ("用 iPhone 15 吧", ["用", " iPhone", " 15", " ", "吧"]),
        (" It is 10,000 at 12:30.", [" It", " is", " 10,000", " at", " 12:30", "."]),
        ("東京のiPadで", ["東", "京", "の", "iPad", "で"]),
    ],
)
def test_latin_words_and_numbers_stay_whole(tokens, text, words):
    found = [word for word, _ in tokens.words(tokens.encode(text))[:-1]]
    assert [word.strip() for word in found if word.strip()] == [
        word.strip() for word in words if word.strip()
    ]


def test_notes_and_brackets_are_suppressed_but_not_marks(tokens):
    assert len(tokens.suppressed) == 90
    for noise in ("♪", " (", "["):
        assert tokens.encode(noise)[0] in tokens.suppressed
    for wanted in (",", ".", "?", " a", "'s"):
        assert tokens.encode(wanted)[0] not in tokens.suppressed


@pytest.mark.parametrize("content", ["", "{}", "no tokenizer"])
def test_an_invalid_tokenizer_is_refused(tmp_path, content):
    (tmp_path / "tokenizer.json").write_text(content)
    with pytest.raises(ModelFormatError):
        WhisperTokens(tmp_path)


def test_a_tokenizer_without_control_tokens_is_refused(tmp_path):
    model = default_paths().bundled_models / "en" / "tokenizer.json"
    (tmp_path / "tokenizer.json").write_bytes(model.read_bytes())
    with pytest.raises(ModelFormatError, match="endoftext"):
        WhisperTokens(tmp_path)
