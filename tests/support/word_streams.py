"""Hypothesis strategies: words, and every way a recogniser can deliver them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import strategies as st

from engine.types import Hypothesis, Word

TEXTS = st.one_of(
    st.sampled_from(("i", "i'm", "iphone", "nasa's", "McDonald", "u.s.", "3d", "'cause", "straße")),
    st.text(alphabet="abcdefghé'ïñ7", min_size=1, max_size=6),
)


def words(max_size: int):
    """Words with times and confidences, or without."""
    untimed = st.builds(Word, TEXTS)
    return st.one_of(
        st.lists(untimed, max_size=max_size),
        _timed(max_size),
        st.lists(_any_word(), max_size=max_size),
    )


def _any_word():
    times = st.one_of(st.none(), st.floats(0, 1e4))
    return st.builds(Word, TEXTS, times, times, st.one_of(st.none(), st.floats(0, 1)))


def _timed(max_size: int):
    one = st.tuples(TEXTS, st.floats(0, 5), st.floats(0.05, 1), st.floats(0, 1))
    return st.lists(one, max_size=max_size).map(_in_time)


def _in_time(rows) -> list[Word]:
    now, found = 0.0, []
    for text, pause_s, length_s, confidence in rows:
        found.append(Word(text, now + pause_s, now + pause_s + length_s, confidence))
        now += pause_s + length_s
    return found


def any_hypotheses():
    """Unrelated hypotheses of any kind, in any order."""
    one = st.builds(
        Hypothesis,
        words(8).map(tuple),
        st.booleans(),
        st.booleans(),
        st.one_of(st.none(), st.floats(0, 100)),
    )
    return st.lists(one, max_size=25)


@st.composite
def heard_hypotheses(draw, max_words: int = 60):
    """What a recogniser does: partials that grow, some revised, then a final for each segment."""
    rest = draw(words(max_words))
    hypotheses: list[Hypothesis] = []
    while rest:
        count = draw(st.integers(1, 12))
        segment, rest = rest[:count], rest[count:]
        hypotheses += _partials(draw, segment)
        hypotheses.append(
            Hypothesis(tuple(segment), is_final=True, ends_segment=draw(st.booleans()))
        )
    return hypotheses


def _partials(draw, segment) -> list[Hypothesis]:
    found = []
    for count in draw(st.lists(st.integers(1, len(segment)), max_size=4).map(sorted)):
        heard = list(segment[:count])
        if draw(st.booleans()):
            heard[-1] = replace(heard[-1], text=draw(TEXTS))
        found.append(Hypothesis(tuple(heard), is_final=False, ends_segment=False))
    return found


def hypotheses():
    """Either kind."""
    return st.one_of(any_hypotheses(), heard_hypotheses())


@st.composite
def cut(draw, some_words):
    """Cut words into final hypotheses anywhere, including empty ones."""
    places = sorted(draw(st.lists(st.integers(0, len(some_words)), max_size=12)))
    edges = [0, *places, len(some_words)]
    return [
        Hypothesis(tuple(some_words[a:b]), is_final=True, ends_segment=draw(st.booleans()))
        for a, b in pairwise(edges)
    ]
