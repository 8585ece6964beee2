from __future__ import annotations

from engine.punctuation.labels import Mark
from engine.types import Word
from training.evaluation.bench.pauses_in_sound import Gaps, Recording, compared

NONE, END, EITHER = Mark.NONE, Mark.PERIOD, None


def heard(*spans: tuple[str, float, float]) -> list[Word]:
    return [Word(*span) for span in spans]


def test_gaps_are_counted_by_their_length_and_mark():
    said = Recording("a", b"", ("we", "think", "it", "works"), (NONE, NONE, END, END))
    words = heard(("we", 0, 1), ("think", 2, 3), ("it", 3, 4), ("works", 4, 5))
    assert compared(said, words, [True, True, False, True]) == Gaps(
        pauses=1, ends_at_pauses=1, others=1, ends_elsewhere=1, true_ends=1, missed=1
    )
    assert compared(said, words, [False, False, True, True]) == Gaps(
        pauses=1, others=1, true_ends=1
    )


def test_gaps_with_an_optional_end_are_not_counted():
    said = Recording("a", b"", ("we", "think", "it"), (EITHER, NONE, END))
    words = heard(("we", 0, 1), ("think", 2, 3), ("it", 3, 4))
    assert compared(said, words, [True, False, True]) == Gaps(others=1)


def test_an_inserted_word_belongs_to_the_gap_around_it():
    said = Recording("a", b"", ("we", "think", "it"), (NONE, NONE, END))
    words = heard(("we", 0, 1), ("um", 1, 1.2), ("think", 2, 3), ("it", 3, 4))
    assert compared(said, words, [False, True, False, True]) == Gaps(
        pauses=1, ends_at_pauses=1, others=1
    )
