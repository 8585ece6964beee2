from __future__ import annotations

import pytest

from training.finetuning.choosing import SHARES, choose_share, is_worth_using


def chosen(own, general):
    """Return the choice for scores at the shares 0, ¼, ½, ¾ and 1."""
    scores = dict(zip((0.0, *SHARES), zip(own, general, strict=True), strict=True))
    return choose_share(scores.__getitem__)


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
def test_the_best_share_that_forgets_nothing(own, general, share):
    assert chosen(own, general) == share


@pytest.mark.parametrize(
    ("held_out", "general", "worth"),
    [
        ((60, 62), (70, 70), True),
        ((60, 62), (70, 69.8), True),
        ((60, 72), (70, 69.6), False),
        ((60, 60), (70, 75), False),
        ((60, 59), (70, 70), False),
    ],
)
def test_better_here_and_not_worse_there(held_out, general, worth):
    found, reason = is_worth_using(held_out, general)
    assert found is worth
    assert reason
