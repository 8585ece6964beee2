from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from engine.punctuation.labels import Mark
from engine.text.marked_text import read_marked_text
from training.metrics import (
    ALL_MARKS,
    COMMA_AND_PERIOD,
    FOUR_MARKS,
    NOTHING,
    Count,
    aligned_pairs,
    score_aligned_marks,
    score_marks,
)

N, C, P, Q, E, L = Mark
MARKS = st.lists(st.tuples(st.sampled_from(Mark), st.sampled_from(Mark)), max_size=40)
WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


def test_precision_recall_and_f_match_a_hand_calculation():
    count = Count(hits=3, wrong=1, missed=2)
    assert count.precision == pytest.approx(3 / 4)
    assert count.recall == pytest.approx(3 / 5)
    assert count.f() == pytest.approx(100 * 2 * 0.75 * 0.6 / (0.75 + 0.6))
    assert count.f(0.5) == pytest.approx(100 * 1.25 * 0.75 * 0.6 / (0.25 * 0.75 + 0.6))
    assert count.f(0.5) == pytest.approx(71.428571)


def test_empty_counts_score_zero():
    assert (Count(0, 0, 0).precision, Count(0, 0, 0).recall, Count(0, 0, 0).f()) == (0, 0, 0)
    assert (NOTHING.micro_f1, NOTHING.macro_f1, NOTHING.segmentation_f05) == (0, 0, 0)
    assert score_marks([], []) == NOTHING


def test_micro_macro_and_segmentation_match_a_hand_calculation():
    expected = [C, C, C, P, P, Q, N, N, N]
    found = [C, C, N, P, Q, Q, P, C, N]
    scores = score_marks(expected, found)
    assert scores.marks == (Count(2, 1, 1), Count(1, 1, 1), Count(1, 1, 0))
    f1 = (100 * 2 / 3, 50.0, 100 * 2 / 3)
    assert [count.f() for count in scores.marks] == pytest.approx(f1)
    assert scores.macro_f1 == pytest.approx(sum(f1) / 3)
    assert scores.micro_f1 == pytest.approx(100 * 2 * 4 / (2 * 4 + 3 + 2))
    assert scores.boundaries == Count(3, 1, 0)  # a wrong mark at the right boundary
    assert scores.segmentation_f05 == pytest.approx(100 * 1.25 * 0.75 / (0.25 * 0.75 + 1.0))


def test_an_exclamation_counts_as_a_period():
    assert score_marks([E, P, E, N], [P, E, E, N]).marks[1] == Count(3, 0, 0)
    assert score_marks([E], [Q]) == score_marks([P], [Q])


def test_each_of_four_marks_is_counted_and_the_means_are_over_those():
    scores = score_marks([C, P, Q, E, N, N, L], [C, P, P, N, N, C, C], FOUR_MARKS)
    assert scores.marks == (Count(2, 1, 0), Count(1, 1, 0), Count(0, 0, 1), Count(0, 0, 1))
    assert scores.micro_f1 == pytest.approx(100 * 2 * 3 / (2 * 3 + 2 + 2))
    assert scores.macro_f1 == pytest.approx((80 + 200 / 3) / 4)
    assert scores.boundaries == Count(2, 0, 1)


def test_two_marks_treat_every_end_as_a_period_and_five_tell_them_apart():
    scores = score_marks([Q, E, P, L, N], [P, P, Q, C, N], COMMA_AND_PERIOD)
    assert scores.marks == (Count(1, 0, 0), Count(3, 0, 0))
    assert scores.boundaries == Count(3, 0, 0)
    five = score_marks([L, C, E], [C, L, P], ALL_MARKS)
    assert (five.micro_f1, five.boundaries) == (0.0, Count(1, 0, 0))


def test_scores_of_texts_add_up():
    one, two = score_marks([C, P], [C, N]), score_marks([Q, N], [Q, P])
    assert one + two == score_marks([C, P, Q, N], [C, N, Q, P])
    assert one + NOTHING == one


def test_marks_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="1 marks cannot be compared with 3"):
        score_marks([P], [P, P, P])


@given(MARKS)
def test_scores_are_between_zero_and_one(pairs):
    expected, found = [a for a, _ in pairs], [b for _, b in pairs]
    scores = score_marks(expected, found)
    for value in (scores.micro_f1, scores.macro_f1, scores.segmentation_f05):
        assert 0 <= value <= 100 + 1e-9
    turned = score_marks(found, expected)
    assert turned.micro_f1 == pytest.approx(scores.micro_f1)
    assert sum(c.hits + c.missed for c in scores.marks) == sum(m != N for m in expected)


@pytest.mark.parametrize(
    ("expected", "found", "wanted", "got"),
    [
        ("we met anna today. then", "we met anna. then", [N, N, P, N], [N, N, P, N]),
        ("we met anna. then", "we met anna uh, oh. then", [N, N, P, N], [N, N, P, N]),
        ("yes, we left? then", "yes. then", [Q, N], [P, N]),  # the strongest mark in a gap counts
        ("we met, anna.", "we got, her.", [N, C, P], [N, C, P]),  # wrong words keep their place
        ("so, we left.", "we left.", [N, P], [N, P]),  # no gap before the first word
        ("a.", "", [], []),
    ],
)
def test_marks_at_lost_and_added_words_fold_into_the_gap(expected, found, wanted, got):
    columns = []
    for text in (expected, found):
        words = read_marked_text(text)
        columns += [[word.core for word in words], [word.mark for word in words]]
    assert score_aligned_marks(*columns) == score_marks(wanted, got)


@given(WORDS, WORDS)
def test_an_alignment_holds_every_word_once_in_order(first, second):
    pairs = aligned_pairs(first, second)
    assert [a for a, _ in pairs if a is not None] == list(range(len(first)))
    assert [b for _, b in pairs if b is not None] == list(range(len(second)))
    errors = sum(a is None or b is None or first[a] != second[b] for a, b in pairs)
    assert errors == Levenshtein.distance(first, second)
