from __future__ import annotations

from hypothesis import given

from engine.types import Hypothesis, Word
from tests.support.fake_network import (
    NEVER_ENDS,
    ConstantBackend,
    FakeBackend,
    segment_punctuator,
    sentences_of,
    updates_of,
    words_of,
)
from tests.support.word_streams import heard_hypotheses


def final(text: str, *, ends_segment: bool = True) -> Hypothesis:
    return Hypothesis(words_of(text), is_final=True, ends_segment=ends_segment)


def test_every_segment_ends_a_sentence():
    stage = segment_punctuator(backend=ConstantBackend(-30.0))
    updates = updates_of(stage, [final("we went to the"), final("store today")])
    assert [update.committed for update in updates] == ["We went to the.", "Store today.", ""]


def test_a_segment_may_hold_several_sentences():
    stage = segment_punctuator(backend=ConstantBackend(30.0))
    assert len(sentences_of(stage, [final("yes no")])) == 2


def test_settled_words_do_not_end_their_segment():
    stage = segment_punctuator(backend=ConstantBackend(-30.0))
    stream = [final("we went", ends_segment=False), final("to the", ends_segment=False)]
    assert [s.text for s in sentences_of(stage, [*stream, final("store")])] == [
        "We went to the store."
    ]
    assert [s.text for s in sentences_of(stage, stream)] == ["We went to the."]


def test_partial_words_are_shown_as_heard_behind_settled_ones():
    stage = segment_punctuator()
    assert list(stage.push(final("we went", ends_segment=False))) == []
    (update,) = stage.push(Hypothesis(words_of("to the"), is_final=False))
    assert (update.sentences, update.tail) == ((), "we went to the")
    (last,) = stage.flush()
    assert last.tail == ""


def test_no_context_crosses_a_segment():
    both = sentences_of(segment_punctuator(), [final("a b c d"), final("e f g")])
    alone = sentences_of(segment_punctuator(), [final("e f g")])
    assert both[-len(alone) :] == alone


def test_times_are_kept_and_pauses_inside_a_segment_are_not_evidence():
    slow = tuple(Word(letter, 9.0 * at, 9.0 * at + 0.5, 0.1) for at, letter in enumerate("abcdef"))
    timed = sentences_of(segment_punctuator(), [Hypothesis(slow, is_final=True)])
    untimed = sentences_of(segment_punctuator(), [final("a b c d e f")])
    assert [s.surfaces for s in timed] == [s.surfaces for s in untimed]
    assert tuple(word for s in timed for word in s.words) == slow


@given(heard_hypotheses())
def test_sentences_end_where_segments_end(stream):
    stage = segment_punctuator(backend=FakeBackend(NEVER_ENDS), cap_words=1_000)
    ends, count = [], 0
    for hypothesis in stream:
        count += len(hypothesis.words) if hypothesis.is_final else 0
        if hypothesis.is_final and hypothesis.ends_segment:
            ends.append(count)
    ends += [count] if count > max(ends, default=0) else []
    found, total = [], 0
    for sentence in sentences_of(stage, stream):
        total += len(sentence.words)
        found.append(total)
    assert found == ends
