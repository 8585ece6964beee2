"""Alternatives for an uncertain word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.recognisers.alternatives import FindsAlternatives, UncertainWord, alternatives
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec, built_in_model
from engine.recognisers.worker import open_recogniser
from tests.support.recognisers.speech import (
    CLIPS,
    FOX,
    SHERPA_MODEL,
    VOSK_MODEL,
    clip,
    finals,
    hear,
    text,
)

WHISPER = built_in_model() or Path()
DOUBT = UncertainWord(b"", 1.0, 1.5, "the earliest book was the", "Guttenburg,", "or 42-line Bible")


def test_each_alternative_ends_before_the_next_word_and_is_unique():
    heard = [
        " Gutenberg or 42 line",
        " gutenberg, or 42",
        " Gooden Bergh, or forty",
        " GUTTENBURG or 42",
        " another end",
        " (Gudenberg) or",
    ]
    readings = alternatives(DOUBT, heard)
    assert readings == ("Gutenberg", "Gooden Bergh", "Gudenberg", "another")


def test_at_most_four_are_offered():
    assert len(alternatives(DOUBT, [f"word{n} or" for n in range(9)])) == 4


def test_at_the_end_of_the_text_everything_heard_counts():
    uncertain = replace(DOUBT, text="harry.", after="")
    assert alternatives(uncertain, [" a hurry.", " Harry.", " , "]) == ("a hurry",)


def test_a_chinese_word_is_a_character():
    uncertain = UncertainWord(b"", 0.0, 1.0, "我今天", "气", "很好。")
    assert alternatives(uncertain, ["天气很好", "心很好", "氣，很好"]) == ("天气", "心", "氣")


@pytest.fixture(scope="module")
def recogniser():
    return open_recogniser(RecogniserSpec("whisper", WHISPER))


@pytest.fixture(scope="module")
def fox(recogniser):
    """Return the samples of the clip, and the places of its words."""
    chunks = clip(FOX)
    words = [it for one in finals(hear(recogniser, chunks)) for it in one.words]
    return b"".join(chunk.samples for chunk in chunks), words


def doubt_of(fox, index, text=None):
    samples, words = fox
    texts = [word.text for word in words]
    before, after = " ".join(texts[:index]), " ".join(texts[index + 1 :])
    word = words[index]
    return UncertainWord(samples, word.start_s, word.end_s, before, text or word.text, after)


def test_whisper_finds_what_was_really_said(recogniser, fox):
    index = CLIPS[FOX].split().index("fox")
    readings = recogniser.readings(doubt_of(fox, index, text="folks"))
    assert readings[0].lower() == "fox"
    assert 1 < len(readings) <= 4
    others = recogniser.readings(doubt_of(fox, index))
    assert "fox" not in [one.lower() for one in others]


@pytest.mark.parametrize("kind", ["whisper", "vosk", "sherpa"])
def test_asking_during_a_session_does_not_disturb_it(fox, kind):
    folder = {"whisper": WHISPER, "vosk": VOSK_MODEL, "sherpa": SHERPA_MODEL}[kind]
    chunks = clip(FOX)
    with RecogniserProcess(RecogniserSpec(kind, folder), keep_up=True) as recogniser:
        alone = text(finals(hear(recogniser, chunks)))
        heard = [one for chunk in chunks[:9] for one in recogniser.push(chunk)]
        readings = recogniser.readings(doubt_of(fox, 3, text="folks"))
        heard += [one for chunk in chunks[9:] for one in recogniser.push(chunk)]
        heard += recogniser.flush()
    assert text(finals(heard)) == alone
    if kind == "sherpa":
        assert readings == ()
    else:
        assert "fox" in [one.lower() for one in readings]


def test_recognisers_say_whether_they_find_alternatives(recogniser):
    assert isinstance(recogniser, FindsAlternatives)
