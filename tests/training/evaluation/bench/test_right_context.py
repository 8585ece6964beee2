from __future__ import annotations

import numpy as np

from engine.network.scorer import Scorer
from tests.support.fake_network import FakeBackend, FakeTokenizer
from training.evaluation.bench.right_context import WORDS_TO_THE_RIGHT, cut_scores

ROOM = 20


def reached_back(pieces, end):
    first, room = end, ROOM
    while first > 0 and len(pieces[first - 1]) <= room:
        first -= 1
        room -= len(pieces[first])
    return first


def test_each_word_is_scored_in_the_window_that_ends_so_many_words_later():
    scorer = Scorer(FakeTokenizer(), FakeBackend())
    words = [f"word{number}" for number in range(60)]
    pieces = [scorer.encode(word) for word in words]
    found = cut_scores(words, scorer, ROOM)
    assert set(found) == set(WORDS_TO_THE_RIGHT)
    for right, scores in found.items():
        assert scores.shape[0] == 60
        for at in (0, 7, 33, 58, 59):
            end = min(len(words), at + right + 1)
            first = reached_back(pieces, end)
            if first <= at:
                np.testing.assert_array_equal(
                    scores[at], scorer.score(pieces[first:end])[at - first]
                )
