from __future__ import annotations

import numpy as np
import pytest

from engine.formatting.spoken_forms import SpokenForms
from engine.punctuation.labels import Case, Mark
from engine.punctuation.wholes import weigh_wholes
from engine.settings import NumberStyle
from engine.types import MarkSource, Spelling, Word

LABELS = len(Mark) + len(Case)


def weighed(*words: Word) -> list[int]:
    """Return the words after which no mark became likelier."""
    scores = np.zeros((len(words), LABELS), np.float32)
    found = weigh_wholes(words, scores, SpokenForms(NumberStyle()).wholes)
    assert not scores.any()
    changed = found - scores
    assert not np.delete(changed, Mark.NONE, axis=1).any()
    return [at for at, row in enumerate(changed) if row[Mark.NONE] > 0]


def test_only_within_a_number_is_no_mark_likelier():
    words = [
        Word(text)
        for text in ["Call", "five", "five", "five", "one", "two", "three", "four", "now"]
    ]
    assert weighed(*words) == [1, 2, 3, 4, 5, 6]


def test_spoken_and_recognised_marks_stay():
    words = [Word(text) for text in ("twenty", "five", "percent")]
    heard = Word("twenty", source_mark=Mark.COMMA, mark_source=MarkSource.RECOGNISER)
    said = Word("twenty", spelling=Spelling(mark=","))
    assert weighed(*words) == [0, 1]
    assert weighed(heard, *words[1:]) == [1]
    assert weighed(said, *words[1:]) == [1]


def test_without_a_number_it_is_the_same_array():
    scores = np.zeros((2, LABELS), np.float32)
    words = (Word("one"), Word("day"))
    assert weigh_wholes(words, scores, SpokenForms(NumberStyle()).wholes) is scores


@pytest.mark.parametrize(
    ("words", "wholes"),
    [
        ("see page five of it", [(1, 3)]),
        ("twenty five percent", [(0, 3)]),
        ("one two three go", []),
        ("we have ten", []),
        ("at three thirty pm", [(1, 4)]),
    ],
)
def test_what_a_number_names_belongs_to_it(words, wholes):
    assert SpokenForms(NumberStyle()).wholes(words.split()) == wholes
