from __future__ import annotations

import random

import numpy as np
import pytest

from engine.punctuation.labels import Mark
from tests.support.training.tiny import plain_corpus
from training.data.noise import Mishearing, Noise, WindowWord, with_errors
from training.data.spoken_form import IGNORE

ALIKE = {100: (501, 502), 101: ()}


def mishearing(homophones=1.0, seed=1):
    corpus = plain_corpus([1] * 20)
    return Mishearing(corpus, ALIKE, Noise(homophones=homophones), random.Random(seed))


def ids(*tokens):
    return np.array(tokens, dtype=np.uint16)


def test_a_character_is_misheard_as_one_of_the_same_sound():
    found = {int(mishearing(seed=seed).instead_of(ids(100))[0]) for seed in range(30)}
    assert found == {501, 502}


@pytest.mark.parametrize("heard", [ids(101), ids(103), ids(100, 100)])
def test_without_a_homophone_any_word_is_heard(heard):
    for seed in range(20):
        assert 100 <= int(mishearing(seed=seed).instead_of(heard)[0]) < 120


def test_so_is_a_share_of_the_characters_that_have_some():
    one = mishearing(0.5)
    alike = sum(int(one.instead_of(ids(100))[0]) > 500 for _ in range(400))
    assert 150 < alike < 250


def test_substitutions_of_a_window_are_homophones():
    noise = Noise(substitution=1.0, deletion=0.0, insertion=0.0, homophones=1.0)
    words = [WindowWord(ids(100), int(Mark.PERIOD), 0) for _ in range(30)]
    noisy = with_errors(words, 1.0, noise, mishearing(), random.Random(2))
    assert {int(word.ids[0]) for word in noisy} == {501, 502}
    assert {word.mark for word in noisy} == {Mark.PERIOD}
    assert all(word.is_error for word in noisy)


@pytest.mark.parametrize(
    ("kept", "lost", "left"),
    [
        (IGNORE, Mark.PERIOD, IGNORE),
        (Mark.PERIOD, IGNORE, IGNORE),
        (Mark.ENUMERATION, Mark.COMMA, Mark.COMMA),
        (Mark.PERIOD, Mark.ENUMERATION, Mark.PERIOD),
    ],
)
def test_where_a_word_is_lost_the_stronger_mark_stays_unless_one_is_unknown(kept, lost, left):
    noise = Noise(substitution=0.0, deletion=0.5, insertion=0.0)
    words = [WindowWord(ids(100), int(kept), 0), WindowWord(ids(101), int(lost), 0)]

    class Once(random.Random):
        def random(self):
            self.draws = getattr(self, "draws", 0) + 1
            return 0.9 if self.draws == 1 else 0.1

    (only,) = with_errors(words, 1.0, noise, mishearing(), Once())
    assert only.mark == left
