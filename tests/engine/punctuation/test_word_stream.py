from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation.word_stream import WordStream
from engine.types import Word

SOME = st.lists(st.sampled_from("abc"), max_size=6)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), SOME),
        st.tuples(st.just("partial"), SOME),
        st.tuples(st.just("commit"), st.floats(0, 1)),
    ),
    max_size=30,
)


def pieces_of(texts):
    return [(ord(text),) * (1 + ord(text) % 3) for text in texts]


def first_difference(old, new) -> int:
    pairs = zip(old, new, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


@given(STEPS, st.integers(0, 12))
def test_it_behaves_like_a_plain_list(steps, context_tokens):
    stream, final, partial, everything, committed = WordStream(), [], [], [], 0
    for name, value in steps:
        if name == "commit":
            count = int(value * (len(final) - committed))
            before = everything[stream.base :]
            stream.commit(count, context_tokens=context_tokens)
            committed += count
            context = sum(stream.lengths()[: committed - stream.base])
            dropped = pieces_of(before[: len(before) - len(stream.lengths())])
            assert context <= context_tokens  # as much as fits is kept
            assert not dropped or context + len(dropped[-1]) > context_tokens
        else:
            put = stream.append if name == "append" else stream.replace_partial
            changed = put([Word(text) for text in value], pieces_of(value))
            assert changed == len(final) + first_difference(partial, value)
            final, partial = (final + value, []) if name == "append" else (final, value)
        everything = final + partial
        assert (stream.committed, stream.recognised, stream.end) == (
            committed,
            len(final),
            len(everything),
        )
        assert stream.base <= stream.committed
        held = everything[stream.base :]
        assert [word.text for word in stream.words(stream.base, stream.end)] == held
        assert stream.pieces(stream.base, stream.end) == pieces_of(held)
        assert stream.lengths() == [len(piece) for piece in pieces_of(held)]


def test_newly_timed_words_count_as_changed_if_pauses_matter():
    stream = WordStream(uses_timing=True)
    stream.replace_partial([Word("a"), Word("b")], [(1,), (2,)])
    assert stream.replace_partial([Word("a"), Word("b", 1.6, 1.9)], [(1,), (2,)]) == 1
    assert stream.append([Word("a"), Word("b", 1.6, 1.9)], [(1,), (2,)]) == 2
