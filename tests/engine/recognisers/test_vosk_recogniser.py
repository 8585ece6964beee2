from __future__ import annotations

from itertools import pairwise

import pytest

from engine.recognisers.vosk_recogniser import VoskRecogniser
from engine.types import AudioChunk
from tests.support.recognisers.speech import (
    CLIPS,
    VOSK_MODEL,
    clips_with_pauses,
    finals,
    hear,
    text,
)


def test_clips_are_recognised_exactly_with_partials_times_and_confidences():
    chunks = list(clips_with_pauses(CLIPS))
    heard = hear(VoskRecogniser(VOSK_MODEL), chunks)
    assert text(finals(heard)) == " ".join(CLIPS.values())
    assert len(finals(heard)) >= len(CLIPS)
    partials = [hypothesis for hypothesis in heard if not hypothesis.is_final]
    assert len(partials) > 4
    assert all(a != b for a, b in pairwise(heard) if not b.is_final)
    assert not any(partial.ends_segment for partial in partials)
    words = [word for final in finals(heard) for word in final.words]
    for word, following in pairwise(words):
        assert 0 <= word.start_s < word.end_s <= following.start_s
    assert all(0 <= word.confidence <= 1 for word in words)
    later = [AudioChunk(chunk.samples, chunk.start_s + 100) for chunk in chunks[:60]]
    shifted = finals(hear(VoskRecogniser(VOSK_MODEL), later))
    assert shifted[0].words[0].start_s == pytest.approx(words[0].start_s + 100)
    assert shifted[0].time_s > 100


def test_silence_gives_finals_without_words():
    silence = [AudioChunk(bytes(3_200), n / 10) for n in range(80)]
    heard = hear(VoskRecogniser(VOSK_MODEL), silence)
    assert heard
    assert all(hypothesis.is_final and not hypothesis.words for hypothesis in heard)


def test_a_nan_confidence_is_unknown():
    message = '{"result": [{"conf": NaN, "end": 0.6, "start": 0.1, "word": "so"}], "text": "so"}'
    [word] = VoskRecogniser(VOSK_MODEL)._final(message).words
    assert (word.text, word.end_s, word.confidence) == ("so", 0.6, None)
