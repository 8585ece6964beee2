"""Pauses and a recogniser's own marks, as in a session with Whisper."""

from __future__ import annotations

import pytest

from engine.session import Session
from engine.settings import PunctuationSettings
from engine.types import Hypothesis, Update, Word

_WORD_S = 0.25


def spoken(text: str, start_s: float, sure: float = 0.9) -> tuple[Word, ...]:
    """Return words as Whisper writes them, without pauses between them."""
    return tuple(
        Word(
            written,
            start_s + at * _WORD_S,
            start_s + (at + 1) * _WORD_S - 0.02,
            0.95,
            mark_confidence=None if written[-1].isalnum() else sure,
        )
        for at, written in enumerate(text.split())
    )


def page(model, *utterances: tuple[str, float], sure: float = 0.9) -> list[str]:
    """Return the sentences of utterances, each preceded by its silence."""
    heard, now_s = [], 0.0
    for text, silence_s in utterances:
        words = spoken(text, now_s + silence_s, sure)
        now_s = words[-1].end_s
        heard.append(Hypothesis(words, is_final=True, time_s=now_s + 0.7, writes_marks=True))
    session = Session(model.punctuator(PunctuationSettings()))
    updates = [it for it in session.run(heard) if isinstance(it, Update)]
    return [sentence.text for update in updates for sentence in update.sentences]


@pytest.mark.parametrize("silence_s", [0.8, 1.6, 3.0])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I wanted to talk about the new.", "Building that we have seen in the city last week."),
        ("The report has been sent to the.", "Office in London and to the people in Paris."),
        ("Well, we should ask them if.", "They can come to the meeting on Friday afternoon."),
    ],
)
def test_a_full_stop_before_a_thinking_pause_ends_no_sentence(
    language_model, before, after, silence_s
):
    (sentence,) = page(language_model, (before, 0.5), (after, silence_s))
    assert "." not in sentence[:-1]


def test_a_full_stop_in_fluent_speech_ends_a_sentence(language_model):
    text = "I sent them the report yesterday. we have not had an answer from the office so far"
    assert len(page(language_model, (text, 0.5))) == 2


def test_a_true_end_before_a_pause_stays(language_model):
    sentences = page(
        language_model,
        ("We have finished the work on the new building.", 0.5),
        ("Tomorrow I will call the people in London about it.", 1.2),
    )
    assert len(sentences) == 2


def test_fillers_and_repeated_words_stay_in_the_text(language_model):
    said = "So um the the prompt uh works very very well and"
    (sentence,) = page(language_model, (said, 0.5), ("And I like it.", 1.2))
    bare = [word.strip(",.").lower() for word in sentence.split()]
    assert bare == [*said.lower().split(), "and", "i", "like", "it"]
