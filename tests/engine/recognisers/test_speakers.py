"""Who speaks when: the library's loader and clustering, with networks made here."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile

from engine.audio.sound_log import SoundLog
from engine.errors import ModelFormatError
from engine.paths import Paths
from engine.recognisers.speakers import (
    EMBEDDING,
    SEGMENTATION,
    Turn,
    check_speaker_model,
    speaker_models,
    speaker_turns,
    tell_apart,
)
from engine.types import AudioChunk, Sentence, Word
from tests.support.recognisers.speaker_networks import RATE_HZ, write_speaker_model
from tests.support.shared_data import DATA

ANN, BOB = (
    soundfile.read(DATA / "speech" / name, dtype="float32")[0]
    for name in ("flite-slt-09.wav", "flite-rms-03.wav")
)
PAUSE = np.zeros(RATE_HZ, "float32")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return write_speaker_model(tmp_path_factory.mktemp("speakers") / "model", ANN, BOB)


@pytest.fixture
def logged():
    """Make a log of sounds, one after another."""
    logs = []

    def log_of(*sounds):
        samples = (np.concatenate(sounds) * 32_767).astype("<i2").tobytes()
        logs.append(SoundLog())
        logs[-1].write(AudioChunk(samples, 0.0))
        return logs[-1]

    yield log_of
    for log in logs:
        log.close()


def test_two_voices_take_turns(model, logged):
    told = []
    turns = speaker_turns(model, logged(ANN, PAUSE, BOB, PAUSE, ANN), advance=told.append)
    assert [turn.speaker for turn in turns] == [1, 2, 1]
    starts_s = [0.0, len(ANN) / RATE_HZ + 1.0, (len(ANN) + len(BOB)) / RATE_HZ + 2.0]
    assert [turn.start_s for turn in turns] == pytest.approx(starts_s, abs=0.7)
    assert told[0] == 0.0
    assert told[-1] == pytest.approx(1.0)
    assert told == sorted(told)


def test_a_known_number_of_speakers_is_respected(model, logged):
    turns = speaker_turns(model, logged(ANN, PAUSE, BOB, PAUSE, ANN), count=1)
    assert {turn.speaker for turn in turns} == {1}


def test_silence_and_empty_sound_have_no_speakers(model, logged):
    assert speaker_turns(model, logged(PAUSE, PAUSE)) == ()
    assert speaker_turns(model, logged(PAUSE[:100])) == ()


@pytest.mark.parametrize("name", [SEGMENTATION, EMBEDDING])
@pytest.mark.parametrize("content", [b"", b"no network", None])
def test_a_model_that_does_not_fit_is_refused(model, tmp_path, logged, name, content):
    for part in (SEGMENTATION, EMBEDDING):
        (tmp_path / part).write_bytes((model / part).read_bytes())
    other = EMBEDDING if name == SEGMENTATION else SEGMENTATION
    (tmp_path / name).write_bytes((model / other).read_bytes() if content is None else content)
    with pytest.raises(ModelFormatError):
        check_speaker_model(tmp_path)
    with pytest.raises(ModelFormatError):
        speaker_turns(tmp_path, logged(ANN))


def test_a_network_refused_by_the_library_is_just_an_error(model, tmp_path, logged):
    for part in (SEGMENTATION, EMBEDDING):
        (tmp_path / part).write_bytes((model / part).read_bytes())
    whole = (model / EMBEDDING).read_bytes()
    (tmp_path / EMBEDDING).write_bytes(whole.replace(b"MatMul", b"MatMut"))
    with pytest.raises(ModelFormatError):
        speaker_turns(tmp_path, logged(ANN))


def test_speaker_models_are_found_beside_speech_models(model):
    paths = Paths(assets=model, data=model, speech_models=(model.parent, model / "nowhere"))
    assert list(speaker_models(paths)) == [model]


def said(text, *times_s):
    words = [
        Word(word, *(at or (None, None))) for word, at in zip(text.split(), times_s, strict=True)
    ]
    return Sentence(tuple(text.split()), tuple(words))


TURNS = (Turn(0.0, 2.0, 1), Turn(2.5, 4.0, 2))


def told(*sentences, turns=TURNS):
    return [(it.speaker, it.text, it.is_complete) for it in tell_apart(sentences, turns)]


def test_words_get_the_speaker_at_their_time():
    first = said("I am here.", (0.1, 0.3), (0.4, 0.9), (1.0, 2.0))
    second = said("So am I.", (2.1, 2.6), (2.6, 3.0), (3.1, 3.9))
    assert told(first, second) == [
        *(("Speaker 1", "I am here.", True), ("Speaker 2", "So am I.", True)),
    ]


def test_a_shared_sentence_is_split_but_not_for_a_single_word():
    both = said("how are you fine thanks", *((at / 2, at / 2 + 0.4) for at in (0, 1, 2, 5, 6)))
    assert told(both) == [("Speaker 1", "how are you", False), ("Speaker 2", "fine thanks", True)]
    late = said("how are you all", *((at / 2, at / 2 + 0.4) for at in (0, 1, 2, 5)))
    assert told(late) == [("Speaker 1", "how are you all", True)]


def test_a_word_without_times_goes_with_its_neighbours():
    known = [(0.1, 0.3), None, (1.0, 2.0), (1.1, 2.0)]
    assert told(said("I am right here.", *known)) == [("Speaker 1", "I am right here.", True)]


def test_a_single_speaker_has_no_name():
    assert told(said("Alone.", (0.1, 0.3)), turns=TURNS[:1]) == [("", "Alone.", True)]
