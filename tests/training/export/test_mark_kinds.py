from __future__ import annotations

import pytest

from engine.punctuation.labels import Mark
from training.export.mark_kinds import ALL_MARKS, COMMA_AND_PERIOD, FOUR_MARKS, score_kinds

N, C, P, Q, E, L = Mark


def test_each_mark_is_counted_and_the_means_are_over_those():
    scores = score_kinds([C, P, Q, E, N, N], [C, P, P, N, N, C], FOUR_MARKS)
    comma, period, question, exclamation = scores.counts.values()
    assert (comma.hits, comma.wrong, comma.missed) == (1, 1, 0)
    assert (period.hits, period.wrong, period.missed) == (1, 1, 0)
    assert (question.hits, question.wrong, question.missed) == (0, 0, 1)
    assert (exclamation.hits, exclamation.wrong, exclamation.missed) == (0, 0, 1)
    assert scores.micro_f1 == pytest.approx(100 * 2 * 2 / (2 * 2 + 2 + 2))
    assert scores.macro_f1 == pytest.approx((200 / 3 + 200 / 3) / 4)


def test_four_marks_take_an_enumeration_comma_for_a_comma():
    assert score_kinds([L, C], [C, L], FOUR_MARKS).micro_f1 == 100.0


def test_two_marks_take_every_end_for_a_period():
    scores = score_kinds([Q, E, P, L, N], [P, P, Q, C, N], COMMA_AND_PERIOD)
    assert list(scores.counts) == [C, P]
    assert scores.micro_f1 == scores.macro_f1 == 100.0


def test_all_marks_are_told_apart():
    assert list(ALL_MARKS.scored) == [C, P, Q, E, L]
    assert score_kinds([L, C, E], [C, L, P], ALL_MARKS).micro_f1 == 0.0


def test_texts_of_different_length_are_refused():
    with pytest.raises(ValueError, match="2 marks cannot be compared with 1"):
        score_kinds([N, N], [N], ALL_MARKS)
