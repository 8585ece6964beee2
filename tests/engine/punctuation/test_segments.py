from __future__ import annotations

from itertools import accumulate

from hypothesis import given

from engine.types import Hypothesis, Word
from tests.support.fake_network import (
    NEVER_ENDS,
    FakeBackend,
    segment_punctuator,
    sentences_of,
    words_of,
)
from tests.support.word_streams import heard_hypotheses


def final(text: str, *, ends_segment: bool = True) -> Hypothesis:
    return Hypothesis(words_of(text), is_final=True, ends_segment=ends_segment)


def test_partial_words_are_shown_after_settled_ones():
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


def test_times_are_kept_but_pauses_within_a_segment_do_not_count():
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
    sentences = sentences_of(stage, stream)
    assert list(accumulate(len(sentence.words) for sentence in sentences)) == ends
    heard = [word for hypothesis in stream if hypothesis.is_final for word in hypothesis.words]
    assert [word for sentence in sentences for word in sentence.words] == heard
