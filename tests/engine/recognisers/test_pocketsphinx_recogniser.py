from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from engine.recognisers import pocketsphinx_recogniser
from engine.recognisers.pocketsphinx_recogniser import (
    PocketSphinxRecogniser,
    Utterances,
    quietest_place,
)
from engine.types import AudioChunk
from tests.support.recognisers.speech import CLIPS, FOX, clip, clips_with_pauses, finals, hear, text


def test_a_synthetic_reader_is_understood_with_partials_and_times():
    clips = clips_with_pauses([FOX, "festival-kal_diphone-10.wav"])
    heard = hear(PocketSphinxRecogniser(), clips)
    first, second = finals(heard)
    assert text([first]) == CLIPS[FOX]
    partials = [hypothesis.time_s for hypothesis in heard[: heard.index(first)]]
    assert len(partials) > 5
    assert min(b - a for a, b in pairwise(partials)) > 0.19
    words = [*first.words, *second.words]
    assert all(0 <= word.confidence <= 1 for word in words)
    assert all(word.text[0].isalpha() and "(" not in word.text for word in words)
    times_s = [time for word in words for time in (word.start_s, word.end_s)]
    assert times_s == sorted(times_s)
    fox = next(word for word in words if word.text == "fox")
    assert fox.start_s == pytest.approx(1.2, abs=0.1)  # as Vosk hears it
    assert second.words[0].start_s > 3.965 + 1.4


def test_nothing_and_silence_bring_nothing():
    recogniser = PocketSphinxRecogniser()
    assert list(recogniser.flush()) == []
    assert hear(recogniser, [AudioChunk(bytes(3_200), n / 10) for n in range(30)]) == []


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


FOXES = 4


def test_speech_without_a_pause_is_cut_where_it_is_quiet_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(pocketsphinx_recogniser, "_LONGEST_UTTERANCE_S", 8.0)
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
