from __future__ import annotations

import pytest

from training.finetuning.choosing import SHARES, choose_share, is_worth_using
from training.finetuning.reports import Scores

LARGE = {"words": 10_000, "marks": 1_500, "ends": 700}
SMALL = {"words": 400, "marks": 60, "ends": 25}


def scores(marks, ends, part):
    return Scores(marks, ends, **part)


def chosen(own, general, own_ends=(80,) * 5):
    """Return the choice for scores at the shares 0, ¼, ½, ¾ and 1."""
    found = [
        (scores(marks, ends, LARGE), scores(other, 80, LARGE))
        for marks, ends, other in zip(own, own_ends, general, strict=True)
    ]
    return choose_share(dict(zip((0.0, *SHARES), found, strict=True)).__getitem__)


@pytest.mark.parametrize(
    ("own", "general", "share"),
    [
        ((50, 52, 54, 56, 58), (70, 70, 70, 70, 70), 1.0),
        ((50, 52, 56, 55, 54), (70, 70, 70, 70, 70), 0.5),
        ((50, 52, 54, 56, 58), (70, 70, 69.8, 69.6, 60), 0.5),
        ((50, 52, 54, 56, 58), (70, 69, 68, 67, 66), 0.25),
        ((50, 49, 48, 47, 46), (70, 71, 72, 73, 74), 0.25),
    ],
)
def test_the_best_share_that_forgets_nothing_is_chosen(own, general, share):
    assert chosen(own, general) == share


def test_a_share_that_loses_sentence_ends_is_not_chosen():
    assert chosen((50, 52, 54, 56, 58), (70,) * 5, (80, 80.5, 79.9, 79, 75)) == 0.5


@pytest.mark.parametrize(
    ("marks", "ends", "general_marks", "general_ends", "part", "reason"),
    [
        ((60, 62), (79, 79), (70, 70), (80, 80), LARGE, ""),
        ((60, 62), (79, 78.8), (70, 69.8), (80, 79.8), LARGE, ""),
        (
            (60, 62),
            (79.1, 77.1),
            (70, 70),
            (80, 80),
            LARGE,
            "sentence ends are worse on your texts",
        ),
        (
            (60, 62),
            (79, 79),
            (70, 70),
            (79.1, 77.1),
            LARGE,
            "sentence ends are worse on other",
        ),
        ((60, 72), (79, 90), (70, 69.6), (80, 80), LARGE, "punctuation is worse on other people"),
        ((60, 59), (79, 90), (70, 70), (80, 80), LARGE, "punctuation is worse on your texts"),
        ((60, 60), (79, 90), (70, 75), (80, 80), LARGE, "no better"),
        ((60, 66), (79, 76), (70, 70), (80, 80), SMALL, ""),  # one of 25 sentence ends is lost
        ((60, 66), (79, 74), (70, 70), (80, 80), SMALL, "sentence ends are worse on your texts"),
    ],
)
def test_it_is_worth_using_if_neither_marks_nor_ends_are_worse(  # noqa: PLR0917  a table
    marks, ends, general_marks, general_ends, part, reason
):
    held_out = tuple(scores(*pair, part) for pair in zip(marks, ends, strict=True))
    general = tuple(scores(*pair, LARGE) for pair in zip(general_marks, general_ends, strict=True))
    is_worth, why = is_worth_using(held_out, general)
    assert is_worth is not bool(reason)
    assert (reason or "worse on none") in str(why)
