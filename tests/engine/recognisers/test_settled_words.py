from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.recognisers.settled_words import SettledWords, aligned_length
from engine.recognisers.vosk_messages import partial_hypothesis
from engine.types import Hypothesis, Word
from tests.support.recognisers.speech import text

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=9)


def _partial(words, time_s=None):
    return partial_hypothesis(" ".join(words), time_s)


def _final(words):
    return Hypothesis(tuple(Word(text) for text in words), is_final=True)


def _through(stage, hypotheses):
    return [out for item in hypotheses for out in stage.push(item)] + list(stage.flush())


def _final_words(hypotheses):
    return [word.text for item in hypotheses if item.is_final for word in item.words]


def _settled(hypotheses):
    return [w.text for h in hypotheses if h.is_final and not h.ends_segment for w in h.words]


def test_words_settle_when_three_partials_agree():
    stage = SettledWords()
    assert list(stage.push(_partial(["a", "b"]))) == [_partial(["a", "b"])]
    assert list(stage.push(_partial(["a", "b", "c"]))) == [_partial(["a", "b", "c"])]
    settled, rest = stage.push(_partial(["a", "b", "c", "d"], 2.0))
    assert _settled([settled]) == ["a", "b"]
    assert (settled.is_final, settled.ends_segment) == (True, False)
    assert not rest.is_final
    assert text([rest]) == "c d"


def test_the_last_word_never_settles_and_changes_start_over():
    stage = SettledWords()
    assert _settled(_through(stage, [_partial(["a", "b"])] * 5)) == ["a"]
    stage = SettledWords()
    changing = [_partial([*["a", "b"], other]) for other in ["c", "d", "c", "d"]]
    assert _settled(_through(stage, changing)) == ["a", "b"]
    assert list(stage.push(_final(["a", "b", "x", "y"]))) == [_final(["x", "y"])]


def test_times_are_estimated_from_when_a_word_appeared():
    stage = SettledWords()
    partials = ["a", "a b", "a b c", "a b c d", "a b c d e"]
    outs = _through(stage, [_partial(p.split(), n + 1.0) for n, p in enumerate(partials)])
    words = [word for item in outs if item.is_final for word in item.words]
    assert [(w.text, w.end_s) for w in words] == [("a", 1.0), ("b", 2.0), ("c", 3.0)]
    assert [w.start_s for w in words] == pytest.approx([0.7, 1.7, 2.7])
    outs = _through(SettledWords(), [_partial(["a", "b", "c"], 0.1 * n + 0.1) for n in range(3)])
    words = [word for item in outs if item.is_final for word in item.words]
    assert [(w.start_s, w.end_s) for w in words] == [(0.0, 0.1), (0.1, 0.1)]


@pytest.mark.parametrize(
    ("settled", "heard", "expected"),
    [
        ("", "a b", 0),
        ("a b", "a b c", 2),
        ("a b", "a c", 2),  # changed, not dropped
        ("a b", "a x b c", 3),  # inserted
        ("a b c", "a c d", 2),  # dropped
        ("a b", "", 0),
        ("a b", "x a b c", 3),
    ],
)
def test_alignment(settled, heard, expected):
    assert aligned_length(settled.split(), heard.split()) == expected


@given(st.lists(st.tuples(st.lists(WORDS, max_size=8), WORDS), max_size=4))
@settings(max_examples=200, deadline=None)
def test_any_partials_and_final_keep_all_words(segments):
    stage = SettledWords()
    for partials, final in segments:
        outs = [out for words in partials for out in stage.push(_partial(words))]
        settled = _settled(outs)
        (last,) = stage.push(_final(final))
        assert last.is_final
        assert last.ends_segment
        rest = [word.text for word in last.words]
        assert rest == final[aligned_length(settled, final) :]
        if final[: len(settled)] == settled:
            assert settled + rest == final


@given(WORDS, st.data())
@settings(max_examples=200, deadline=None)
def test_growing_partials_neither_drop_nor_double_words(final, data):
    lengths = sorted(data.draw(st.lists(st.integers(0, len(final)), max_size=9)))
    outs = _through(SettledWords(), [*(_partial(final[:n]) for n in lengths), _final(final)])
    assert _final_words(outs) == final
    shown = []
    for out in outs:  # at every moment, final and shown words together are a prefix
        texts = [word.text for word in out.words]
        assert (shown + texts) == final[: len(shown) + len(texts)]
        shown += texts if out.is_final else []


def _heard_anew(*hypotheses):
    """Return what follows if "a b c d" had settled by 1.3 s and is heard again, and the counts."""
    ends = []
    stage = SettledWords(observers=[ends.append])
    partials = [_partial(["a", "b", "c", "d", "e"][:n], n / 4) for n in range(1, 6)]
    first = _through(stage, [*partials, *[_partial(["a", "b", "c", "d", "e"], 1.3)] * 2])
    assert _settled(first) == ["a", "b", "c", "d"]
    texts = [text([out]) for hypothesis in hypotheses for out in stage.push(hypothesis)]
    return texts, [end.checkpoint.words for end in ends]


def _final_at(words, time_s):
    return Hypothesis(tuple(Word(text) for text in words.split()), is_final=True, time_s=time_s)


def test_settled_words_heard_again_and_split_differently_come_once():
    again = _final_at("a b", 0.6), _partial(["c"], 0.8), _final_at("c d e", 2.0)
    assert _heard_anew(*again) == (["", "", "e"], [2, 5])
    again = _final_at("a b c", 1.9), _final_at("f g", 2.9)  # d is not recognised
    assert _heard_anew(*again) == (["", "f g"], [4, 6])


def test_every_final_word_has_its_own_id():
    stage = SettledWords()
    outs = _through(stage, [*[_partial(["a", "b"])] * 4, _final(["a", "b", "c"]), _final(["d"])])
    words = [word for item in outs if item.is_final for word in item.words]
    assert [(word.text, word.id) for word in words] == [("a", 0), ("b", 1), ("c", 2), ("d", 3)]
    assert {word.id for item in outs if not item.is_final for word in item.words} == {-1}


def test_partials_that_nobody_sees_are_dropped():
    stage = SettledWords(settles=False, shows_partials=False)
    outs = _through(stage, [*[_partial(["a", "b"])] * 4, _final(["a", "b"])])
    assert outs == [_final(["a", "b"])]
