from __future__ import annotations

import pytest

from engine.types import Hypothesis, Word
from training.evaluation.playing import first_words


def hypothesis(text, *, is_final):
    return Hypothesis(tuple(map(Word, text.split())), is_final=is_final)


SESSION = [
    hypothesis("so i", is_final=False),
    hypothesis("so i went to the shop", is_final=True),
    hypothesis("and then home again and", is_final=False),
    hypothesis("and then home", is_final=True),
    hypothesis("it was late", is_final=True),
]


@pytest.mark.parametrize(("count", "heard"), [(1, 2), (6, 2), (7, 4), (9, 4), (10, 5), (99, 5)])
def test_hypotheses_come_until_enough_words_are_final(count, heard):
    assert list(first_words(iter(SESSION), count)) == SESSION[:heard]


def test_without_a_number_all_hypotheses_come():
    assert list(first_words(iter(SESSION), None)) == SESSION


def test_later_hypotheses_are_not_read():
    rest = iter(SESSION)
    assert len(list(first_words(rest, 6))) == 2
    assert list(rest) == SESSION[2:]
