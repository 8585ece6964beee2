from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.punctuation.evidence import Calibration, CalibrationRow
from engine.punctuation.labels import Mark
from engine.punctuation.mark_offsets import MarkOffsets
from engine.punctuation.windows import GridWindows, LiveWindows
from engine.settings import PunctuationSettings
from engine.types import Hypothesis, Word
from tests.support.fake_network import (
    NEVER_ENDS,
    ConstantBackend,
    CueBackend,
    FakeBackend,
    mark_bias,
    punctuator,
    segment_punctuator,
    sentences_of,
    updates_of,
    words_of,
)
from tests.support.word_streams import cut, heard_hypotheses, hypotheses, words

MARKS = ",.?!"
SPEECH = """
so thank you all for coming it is really good to see so many people here today um i wanted to start
with a short story about my first job at ibm in new york i was twenty three years old and i had no
idea what i was doing have you ever felt like that well my manager sarah asked me to fix the
billing system by friday and i said sure how hard can it be it turned out to be very hard indeed
the code was older than me nobody knew what it did and the only person who did had retired to
florida so i called him what would you have done he picked up the phone laughed for a minute and
then he told me everything i needed to know we are still friends he visits us every summer with
his wife and two dogs
"""

PLANS = st.one_of(
    st.builds(LiveWindows, st.integers(16, 40), st.integers(1, 12)),
    st.builds(GridWindows, st.integers(16, 40), st.integers(0, 24)),
)
CAPS = st.integers(1, 30)
PAUSES_COUNT = Calibration(
    rows=tuple(
        CalibrationRow(seen, (-1.5, 1.0, 1.0, 1.0, -0.2, 0.0), threshold, threshold, threshold)
        for seen, threshold in ((0, 1.1), (1, 0.7), (4, 0.6), (8, 0.5))
    ),
    least_log_odds=-4.0,
)


def recognised(given_hypotheses) -> list[Word]:
    return [word for h in given_hypotheses if h.is_final for word in h.words]


def is_written_form(surface: str, word: str) -> bool:
    forms = {surface, surface[:-1] if surface[-1:] in MARKS else surface}
    return any(form.upper().casefold() == word.upper().casefold() for form in forms)


@given(hypotheses(), PLANS, CAPS, st.sampled_from((3, 12)))
def test_no_word_is_dropped_doubled_or_reordered(stream, plan, cap_words, most_pieces):
    stage = punctuator(plan, cap_words=cap_words, most_pieces=most_pieces)
    sentences = sentences_of(stage, stream)
    assert [word for sentence in sentences for word in sentence.words] == recognised(stream)
    for sentence in sentences:
        assert len(sentence.surfaces) == len(sentence.words) > 0
        for surface, word in zip(sentence.surfaces, sentence.words, strict=True):
            assert is_written_form(surface, word.text)


@pytest.mark.parametrize(
    ("said", "commas"),
    [
        ("佢 哋 尋 日 喺 屋 企 食 完 飯 之 後 去 咗 睇 戲", 15),
        ("他 们 昨 天 在 家 里 吃 完 饭 以 后 去 看 电 影", 0),
        ("and then we all went to the cinema and after that we had a late dinner", 0),
    ],
)
def test_offsets_count_only_for_words_in_their_language(said, commas):
    stage = punctuator(
        backend=ConstantBackend(-0.5, Mark.COMMA), mark_offsets={"yue": MarkOffsets(comma=1.0)}
    )
    (sentence,) = sentences_of(stage, [Hypothesis(words_of(said), is_final=True)])
    assert sum(surface[-1] in ",，" for surface in sentence.surfaces) == commas


@pytest.mark.parametrize(
    ("said", "commas"),
    [
        ("well we all went to the cinema", 0),
        ("well we all went to the cinema and after that we had a late dinner", 14),
        ("他 们 去 看 电 影", 5),
    ],
)
def test_short_texts_get_fewer_marks(said, commas):
    stage = punctuator(backend=ConstantBackend(0.5, Mark.COMMA))
    (sentence,) = sentences_of(stage, [Hypothesis(words_of(said), is_final=True)])
    assert sum(surface[-1] in ",，" for surface in sentence.surfaces) == commas


@given(hypotheses(), CAPS)
def test_committed_text_and_tail_have_all_words_heard(stream, cap_words):
    stage = punctuator(LiveWindows(24), cap_words=cap_words)
    known, committed = [], 0
    for hypothesis in stream:
        known += hypothesis.words if hypothesis.is_final else ()
        partial = () if hypothesis.is_final else hypothesis.words
        for update in stage.push(replace(hypothesis, time_s=None)):
            committed += sum(len(sentence.words) for sentence in update.sentences)
            heard = [word.text for word in (*known, *partial)]
            shown = update.tail.split()
            assert committed <= len(known)
            assert len(shown) == len(heard) - committed
            assert all(map(is_written_form, shown, heard[committed:]))
            assert not shown or is_written_form(shown[-1] + ".", heard[-1])  # no mark at the edge


@given(hypotheses(), hypotheses())
def test_a_flushed_punctuator_is_like_new(before, stream):
    for make in (punctuator, segment_punctuator):
        used = make()
        assert updates_of(used, before)[-1].tail == ""
        assert updates_of(used, stream) == updates_of(make(), stream)


@settings(max_examples=100)
@given(st.data(), st.integers(16, 40), st.integers(0, 24), CAPS, st.sampled_from((3, 12)))
def test_offline_text_does_not_depend_on_segments(data, tokens, overlap, cap_words, pieces):
    said = data.draw(words(120))
    options = {"cap_words": cap_words, "most_pieces": pieces, "calibration": PAUSES_COUNT}
    whole = [Hypothesis(tuple(said), is_final=True)]
    cuts = data.draw(cut(said))
    expected = sentences_of(punctuator(GridWindows(tokens, overlap), **options), whole)
    assert sentences_of(punctuator(GridWindows(tokens, overlap), **options), cuts) == expected


@given(heard_hypotheses())
def test_offline_text_does_not_depend_on_partial_words(stream):
    finals = [hypothesis for hypothesis in stream if hypothesis.is_final]
    plan = GridWindows(24)
    assert sentences_of(punctuator(plan), stream) == sentences_of(punctuator(plan), finals)


def test_the_real_model_reads_speech_live(language_model):
    stage = language_model.punctuator(PunctuationSettings())
    stream = [Hypothesis((word,), is_final=True) for word in words_of(SPEECH)]
    updates = updates_of(stage, stream)
    text = " ".join(update.committed for update in updates if update.sentences)
    assert text.lower().translate(str.maketrans("", "", MARKS)).split() == SPEECH.split()
    assert "IBM in New York" in text
    assert "Have you ever felt like that?" in text
    assert sum(bool(update.sentences) for update in updates[:-1]) > 3


def test_the_real_model_does_not_end_a_sentence_at_a_pause(language_model):
    stage = language_model.punctuator(PunctuationSettings())
    first = timed(words_of("yesterday my brother and i went to the"), start_s=0.0)
    second = timed(words_of("store and bought some milk for our"), start_s=7.0)
    committed = [
        update.committed
        for part in (first, second)
        for update in stage.push(Hypothesis(part, is_final=True))
    ]
    assert "".join(committed) == ""


def timed(some_words, *, start_s: float, confidence: float | None = 0.95) -> tuple[Word, ...]:
    return tuple(
        Word(word.text, start_s + 0.3 * at, start_s + 0.3 * at + 0.28, confidence)
        for at, word in enumerate(some_words)
    )


def pause_commits(log_odds: float, pause_s: float, confidence: float = 0.95) -> bool:
    stage = punctuator(backend=ConstantBackend(log_odds), calibration=PAUSES_COUNT, cap_words=1_000)
    first = timed(words_of("a b c d"), start_s=0.0, confidence=confidence)
    second = timed(words_of("e f"), start_s=1.18 + pause_s, confidence=confidence)
    pushed = [*stage.push(Hypothesis(first, is_final=True))]
    pushed += stage.push(Hypothesis(second, is_final=True))
    return any(update.sentences for update in pushed)


@given(st.floats(-30, -4.01), st.floats(0, 1e6), st.floats(0, 1))
def test_if_the_network_is_sure_no_pause_ends_a_sentence(log_odds, pause_s, confidence):
    assert not pause_commits(log_odds, pause_s, confidence)


def test_a_long_pause_decides_if_the_network_wavers():
    assert pause_commits(-0.3, 2.0)
    assert not pause_commits(-0.3, 0.1)


def test_a_pause_counts_more_if_the_recogniser_is_unsure():
    assert not pause_commits(-0.8, 0.8, confidence=1.0)
    assert pause_commits(-0.8, 0.8, confidence=0.2)


def test_stale_partials_are_skipped_but_never_finals():
    stage = punctuator(refresh_interval_s=0.2)

    def pushed(text: str, time_s: float | None, *, is_final: bool = False) -> int:
        return len(list(stage.push(Hypothesis(words_of(text), is_final, time_s=time_s))))

    assert pushed("a", 1.0) == 1
    assert pushed("a b", 1.1) == 0
    assert pushed("a b", 1.15, is_final=True) == 1
    assert pushed("c", 1.2) == 0
    assert pushed("c", 1.36) == 1
    assert pushed("c d", None) == 1
    assert pushed("c d e", 0.1) == 1  # a clock that went backwards


def test_partial_words_that_become_final_unchanged_are_committed():
    stage = punctuator(backend=FakeBackend(mark_bias(PERIOD=30)))
    (shown,) = stage.push(Hypothesis(words_of("a b c"), is_final=False))
    assert shown.sentences == ()
    (update,) = stage.push(Hypothesis(words_of("a b c"), is_final=True))
    assert update.committed == "A. B."
    assert update.tail == "C"


@pytest.mark.parametrize("wrong", ["", "a wrong guess that is all of ten words long"])
def test_wrong_partial_words_settle_nothing(wrong):
    stage = punctuator(backend=CueBackend("end", "next"), most_pieces=1)
    list(stage.push(Hypothesis(words_of("this is the end"), is_final=True)))
    list(stage.push(Hypothesis(words_of(wrong), is_final=False)))
    (update,) = stage.push(Hypothesis(words_of("next comes this"), is_final=True))
    assert update.committed == "This is the end."


def test_the_same_words_are_not_scored_again():
    backend = FakeBackend(NEVER_ENDS)
    stage = punctuator(backend=backend)
    for _ in range(5):
        list(stage.push(Hypothesis(words_of("a b c"), is_final=False)))
    assert backend.runs == 1


def test_partial_words_alone_are_never_committed():
    stage = punctuator(backend=FakeBackend(mark_bias(PERIOD=30)))
    updates = updates_of(stage, [Hypothesis(words_of("a b c d"), is_final=False)])
    assert [update.tail for update in updates][-1] == ""
    assert not any(update.sentences for update in updates)


@pytest.mark.parametrize(
    ("backend", "count"), [(FakeBackend(), 4_000), (FakeBackend(NEVER_ENDS), 1_000)]
)
def test_a_long_text_needs_bounded_memory(backend, count):
    stage = punctuator(LiveWindows(48), backend=backend, cap_words=40)
    most_words = most_rows = seen = 0
    for at in range(count // 10):
        said = tuple(Word(f"w{at * 10 + place}") for place in range(10))
        for update in stage.push(Hypothesis(said, is_final=True)):
            seen += sum(len(sentence.words) for sentence in update.sentences)
        most_words = max(most_words, len(stage._stream._words))
        most_rows = max(most_rows, len(stage._aggregator._weights))
    assert most_words <= 40 + 10 + 48
    assert most_rows <= 40 + 10 + 48
    assert seen >= count - 40
    assert backend.longest_tokens <= 48


def test_the_hard_cap_commits_without_a_sentence_end():
    stage = punctuator(backend=ConstantBackend(-30.0), cap_words=20)
    stream = [Hypothesis((Word(f"w{at}"),), is_final=True) for at in range(100)]
    *capped, last = sentences_of(stage, stream)
    assert last.is_complete
    assert capped
    assert not any(sentence.is_complete for sentence in capped)
    assert all(sentence.surfaces[0].islower() for sentence in [*capped[1:], last])


@given(st.lists(words(40).filter(bool), max_size=4), CAPS)
def test_no_tail_is_longer_than_the_cap(said, cap_words):
    stage = punctuator(backend=FakeBackend(NEVER_ENDS), cap_words=cap_words)
    for some in said:
        (update,) = stage.push(Hypothesis(tuple(some), is_final=True))
        assert len(update.tail.split()) <= cap_words


def test_offline_windows_wait_for_final_words():
    wrong = Hypothesis(tuple(Word(f"wrong{at}") for at in range(40)), is_final=False)
    right = Hypothesis(tuple(Word(f"w{at}") for at in range(60)), is_final=True)
    plan, backend = GridWindows(24), FakeBackend()
    stage = punctuator(plan, backend=backend)
    assert list(stage.push(wrong)) == []
    assert backend.runs == 0
    assert sentences_of(stage, [right]) == sentences_of(punctuator(plan), [right])
