from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from engine.recognisers.pocketsphinx_recogniser import PocketSphinxRecogniser
from engine.recognisers.utterances import Utterances, quietest_place
from engine.types import AudioChunk
from tests.support.recognisers.speech import CLIPS, FOX, clip, clips_with_pauses, finals, hear, text


@pytest.fixture(scope="module")
def heard():
    return hear(PocketSphinxRecogniser(), clips_with_pauses([FOX, "festival-kal_diphone-10.wav"]))


def test_a_synthetic_reader_is_understood(heard):
    sentences = finals(heard)
    assert text(sentences[:1]) == CLIPS[FOX]
    assert len(sentences) == 2


def test_partials_come_while_it_listens(heard):
    first_final = next(n for n, hypothesis in enumerate(heard) if hypothesis.is_final)
    partials = heard[:first_final]
    assert len(partials) > 5
    gaps_s = [b.time_s - a.time_s for a, b in pairwise(partials)]
    assert min(gaps_s) > 0.19


def test_words_have_times_in_their_clip_and_no_fillers(heard):
    words = [word for hypothesis in finals(heard) for word in hypothesis.words]
    assert all(0 <= word.confidence <= 1 for word in words)
    assert all(word.text[0].isalpha() and "(" not in word.text for word in words)
    times_s = [time for word in words for time in (word.start_s, word.end_s)]
    assert times_s == sorted(times_s)
    fox = next(word for word in words if word.text == "fox")
    assert fox.start_s == pytest.approx(1.2, abs=0.1)  # as Vosk hears it
    second = finals(heard)[1].words[0]
    assert second.start_s > 3.965 + 1.4


def test_silence_brings_nothing():
    recogniser = PocketSphinxRecogniser()
    assert hear(recogniser, [AudioChunk(bytes(3_200), n / 10) for n in range(30)]) == []


def test_a_session_that_ends_in_a_word_is_still_decoded():
    chunks = list(clips_with_pauses([FOX]))[:25]
    heard = hear(PocketSphinxRecogniser(), chunks)
    assert text(finals(heard)).startswith("the quick brown fox")


def _ends_in_a_silence(samples: bytes) -> bool:
    utterances = Utterances()
    list(utterances.push(AudioChunk(samples, 0.0)))
    return utterances.in_speech and not list(utterances.flush())


def test_a_session_that_ends_in_a_silence_loses_no_utterance():
    fox = b"".join(chunk.samples for chunk in clip(FOX)) + bytes(32_000)
    ends = range(64_000, len(fox), 960)
    samples = next(fox[:end] for end in ends if _ends_in_a_silence(fox[:end]))
    heard = hear(PocketSphinxRecogniser(), [AudioChunk(samples, 0.0)])
    assert text(finals(heard)).startswith("the quick brown fox")


FOXES = 8


def test_speech_without_a_pause_is_cut_where_it_is_quiet_and_loses_nothing():
    fox = b"".join(chunk.samples for chunk in clip(FOX))[14_400:105_600]  # silence cut off
    chunks = [AudioChunk(fox, n * len(fox) / 32_000) for n in range(FOXES)]
    sentences = finals(hear(PocketSphinxRecogniser(), chunks))
    assert len(sentences) > 1
    assert text(sentences).split().count("fox") == FOXES
    assert 8 * FOXES < len(text(sentences).split()) < 10 * FOXES
    times_s = [w.start_s for sentence in sentences for w in sentence.words]
    assert times_s == sorted(times_s)
    first, second = sentences[:2]
    assert first.time_s <= second.words[0].start_s, "what it says was heard is heard no more"
    foxes_s = [w.start_s for sentence in sentences for w in sentence.words if w.text == "fox"]
    gaps_s = [b - a for a, b in pairwise(foxes_s)]
    assert gaps_s == pytest.approx([len(fox) / 32_000] * (FOXES - 1), abs=0.05)


def test_the_quietest_place_is_in_the_silence_of_the_second_half():
    noise = np.random.default_rng(1).integers(-5_000, 5_000, 32_000).astype("<i2")
    noise[4_000:8_000] = 0
    noise[20_000:23_000] //= 50
    assert 20_000 * 2 < quietest_place(noise.tobytes()) < 23_000 * 2


def test_a_session_that_ends_before_its_first_sound_brings_nothing():
    assert list(PocketSphinxRecogniser().flush()) == []
