from __future__ import annotations

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.recognisers.sherpa_words import FirstSeen, Token, TokenSpelling, spelling_of, words_of

TRANSDUCER = TokenSpelling(marks_beginnings=True, in_capitals=False)
CAPITALS = TokenSpelling(marks_beginnings=True, in_capitals=True)
PARAFORMER = TokenSpelling(marks_beginnings=False, in_capitals=False)


def tokens(*texts, step_s=0.2):
    return [Token(text, round(at * step_s, 2)) for at, text in enumerate(texts)]


def texts(words):
    return [word.text for word in words]


@pytest.mark.parametrize(
    ("spelling", "pieces", "expected"),
    [
        (CAPITALS, (" HE", "LLO", " WORLD"), ["hello", "world"]),
        (CAPITALS, ("▁IT", "'", "S"), ["it's"]),
        (TRANSDUCER, (" Mc", "Donald"), ["McDonald"]),
        (TRANSDUCER, ("你", "好"), ["你", "好"]),
        (TRANSDUCER, ("我", " HE", "LLO", "你", "好", " OK"), ["我", "HELLO", "你", "好", "OK"]),
        (TRANSDUCER, ("LLO", " A"), ["LLO", "A"]),  # the end of a truncated word
        (TRANSDUCER, (" ", "你", " ", "B", "US"), ["你", "BUS"]),
        (TRANSDUCER, ("你好",), ["你", "好"]),
        (TRANSDUCER, ("𡃉", "嘅"), ["𡃉", "嘅"]),
        (TRANSDUCER, ("<0xE4>", "<0xBD>", "<0xA0>", " A"), ["你", "A"]),
        (TRANSDUCER, (" A", "<0xE4>", "<0xBD>", "<0xA0>"), ["A", "你"]),
        (TRANSDUCER, (" ", "<0xE4>", "<0xBD>"), ["�"]),
        (
            PARAFORMER,
            ("hel@@", "lo", "world", "你", "好", "ok"),
            ["hello", "world", "你", "好", "ok"],
        ),
        (PARAFORMER, ("a@@", "b@@", "c", "d"), ["abc", "d"]),
        (PARAFORMER, ("hel@@", "你"), ["hel", "你"]),
        (PARAFORMER, ("hel@@",), ["hel"]),
        (TRANSDUCER, (), []),
        (TRANSDUCER, (" ",), []),
    ],
)
def test_pieces_become_words(spelling, pieces, expected):
    assert texts(words_of(tokens(*pieces), spelling, 0.0)) == expected


def test_a_word_ends_where_the_next_begins_or_soon_after_its_last_token():
    heard = words_of(
        [Token(" HE", 0.4), Token("LLO", 0.6), Token(" A", 0.8), Token("你", 2.0)], CAPITALS, 10.0
    )
    assert [(word.start_s, word.end_s) for word in heard] == [
        (10.4, 10.8),
        (10.8, 11.12),
        (12.0, 12.32),
    ]
    heard = words_of([Token(" A", 0.4), Token(" B", 0.4)], CAPITALS, 0.0)
    assert [(word.start_s, word.end_s) for word in heard] == [(0.4, 0.4), (0.4, 0.72)]


def test_confidence_is_the_geometric_mean_or_unknown():
    heard = words_of(
        [Token(" A", 0, log(0.9)), Token("B", 0, log(0.4)), Token("你", 0, log(0.5))], CAPITALS, 0
    )
    assert [word.confidence for word in heard] == pytest.approx([0.6, 0.5])
    (over,) = words_of([Token(" A", 0, 0.2)], CAPITALS, 0)
    assert over.confidence == 1.0
    (word,) = words_of([Token("hello")], PARAFORMER, 3.0)
    assert (word.start_s, word.end_s, word.confidence) == (None, None, None)
    (word,) = words_of([Token(" A", 0, -1.0), Token("B", 0)], CAPITALS, 0)
    assert word.confidence is None


def test_capitals_mean_nothing_without_small_letters():
    assert spelling_of(["<blk>", "▁HE", "LLO", "你"], marks_beginnings=True) == CAPITALS
    assert spelling_of(["<blk>", "▁He", "LLO"], marks_beginnings=True) == TRANSDUCER
    assert spelling_of(["<blk>", "你", "好"], marks_beginnings=True) == TRANSDUCER
    assert spelling_of(["<blk>", "hel@@", "lo"], marks_beginnings=False) == PARAFORMER


PIECES = st.lists(
    st.text(st.sampled_from("ABc' ▁你好𡃉é1"), min_size=1, max_size=3).map(
        lambda text: text if text[0] in " ▁" else text.replace(" ", "").replace("▁", "") or "A"
    ),
    max_size=12,
)


@given(pieces=PIECES)
def test_no_character_is_lost_doubled_or_moved(pieces):
    heard = words_of(tokens(*pieces), TRANSDUCER, 0.0)
    spelled = "".join(texts(heard)).replace(" ", "").replace("▁", "")
    assert spelled == "".join(pieces).replace(" ", "").replace("▁", "")
    for word, following in pairwise(heard):
        assert word.start_s <= word.end_s <= following.start_s


def test_a_chunks_tokens_are_spread_over_it_and_times_never_decrease():
    seen = FirstSeen()
    assert seen.times_s(0, 0.5) == []
    assert seen.times_s(3, 1.0) == pytest.approx([0.22, 0.42, 0.62])
    assert seen.times_s(3, 1.1) == pytest.approx([0.22, 0.42, 0.62])
    assert seen.times_s(4, 1.6) == pytest.approx([0.22, 0.42, 0.62, 0.82])
    seen = FirstSeen()
    first = seen.times_s(2, 0.1)
    assert first == [0.0, 0.0]
    seen.new_segment()
    assert seen.times_s(2, 0.3)[0] >= first[-1]
    later = seen.times_s(9, 0.4)
    assert later == sorted(later)
    assert later[-1] <= 0.4
