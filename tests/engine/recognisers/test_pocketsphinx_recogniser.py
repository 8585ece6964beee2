from __future__ import annotations

from itertools import pairwise

import pytest

from engine.recognisers.pocketsphinx_recogniser import PocketSphinxRecogniser
from engine.types import AudioChunk
from tests.engine.recognisers.speech import CLIPS, FOX, clips_with_pauses, finals, hear, text


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
