from __future__ import annotations

from itertools import pairwise

import pytest

from engine.recognisers.vosk_recogniser import VoskRecogniser
from engine.types import AudioChunk
from tests.support.recognisers.speech import (
    CLIPS,
    FOX,
    VOSK_MODEL,
    clip,
    clips_with_pauses,
    finals,
    hear,
    text,
)


@pytest.mark.parametrize("name", CLIPS)
def test_every_clip_is_recognised_exactly(name):
    assert text(finals(hear(VoskRecogniser(VOSK_MODEL), clip(name)))) == CLIPS[name]


def test_partials_grow_and_words_have_times_and_confidences():
    heard = hear(VoskRecogniser(VOSK_MODEL), clip(FOX))
    partials = [hypothesis for hypothesis in heard if not hypothesis.is_final]
    assert len(partials) > 4
    assert all(a != b for a, b in pairwise(partials))
    assert all(not partial.ends_segment for partial in partials)
    words = finals(heard)[0].words
    for word, following in pairwise(words):
        assert 0 <= word.start_s < word.end_s <= following.start_s
    assert all(0 <= word.confidence <= 1 for word in words)
    assert heard[-1].ends_segment


def test_times_go_on_over_segments_and_from_the_first_chunk():
    names = list(CLIPS)
    chunks = list(clips_with_pauses(names))
    heard = finals(hear(VoskRecogniser(VOSK_MODEL), chunks))
    assert text(heard) == " ".join(CLIPS[name] for name in names)
    assert len(heard) >= len(names)
    ends_s = [word.end_s for hypothesis in heard for word in hypothesis.words]
    assert ends_s == sorted(ends_s)
    later = [AudioChunk(chunk.samples, chunk.start_s + 100) for chunk in chunks[:60]]
    shifted = finals(hear(VoskRecogniser(VOSK_MODEL), later))
    assert shifted[0].words[0].start_s == pytest.approx(heard[0].words[0].start_s + 100)
    assert shifted[0].time_s > 100


def test_silence_gives_finals_without_words():
    silence = [AudioChunk(bytes(3_200), n / 10) for n in range(80)]
    heard = hear(VoskRecogniser(VOSK_MODEL), silence)
    assert heard
    assert all(hypothesis.is_final and not hypothesis.words for hypothesis in heard)


def test_a_confidence_that_is_no_number_is_unknown():
    message = '{"result": [{"conf": NaN, "end": 0.6, "start": 0.1, "word": "so"}], "text": "so"}'
    [word] = VoskRecogniser(VOSK_MODEL)._final(message).words
    assert (word.text, word.end_s, word.confidence) == ("so", 0.6, None)
