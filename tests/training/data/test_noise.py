from __future__ import annotations

import random

import numpy as np
import pytest

from engine.punctuation.labels import Mark
from tests.support.training.tiny import plain_corpus
from training.data.noise import Mishearing, Noise, WindowWord, with_errors
from training.data.spoken_form import IGNORE


def mishearing():
    return Mishearing(plain_corpus([1] * 20), random.Random(1))


def ids(*tokens):
    return np.array(tokens, dtype=np.uint16)


@pytest.mark.parametrize(
    ("kept", "lost", "left"),
    [
        (IGNORE, Mark.PERIOD, IGNORE),
        (Mark.PERIOD, IGNORE, IGNORE),
        (Mark.ENUMERATION, Mark.COMMA, Mark.COMMA),
        (Mark.PERIOD, Mark.ENUMERATION, Mark.PERIOD),
    ],
)
def test_a_lost_word_keeps_the_stronger_mark_unless_one_is_unknown(kept, lost, left):
    noise = Noise(substitution=0.0, deletion=0.5, insertion=0.0)
    words = [WindowWord(ids(100), int(kept), 0), WindowWord(ids(101), int(lost), 0)]

    class Once(random.Random):
        def random(self):
            self.draws = getattr(self, "draws", 0) + 1
            return 0.9 if self.draws == 1 else 0.1

    (only,) = with_errors(words, 1.0, noise, mishearing(), Once())
    assert only.mark == left
