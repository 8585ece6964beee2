"""How far to move from old weights to new ones, and whether to use the new model."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.messages import Message
from training.finetuning.reports import Scores

SHARES = (0.25, 0.5, 0.75, 1.0)
ALLOWED_LOSS = 0.3  # points, where a part is large


def choose_share(score: Callable[[float], tuple[Scores, Scores]]) -> float:
    """Return the share of new weights that is best on the user's text and worsens nothing.

    If every share worsens something, it is the smallest.

    Args:
        score: scores on the tuning parts of the user's text and of the replay sample at a share;
            at 0 those of the old weights.
    """
    old = score(0.0)
    found = {share: score(share) for share in SHARES}
    kept = [
        share
        for share in SHARES
        if not any(_losses((old[0], found[share][0]), (old[1], found[share][1])))
    ]
    return max(kept, key=lambda share: found[share][0].micro_f1) if kept else min(SHARES)


def is_worth_using(
    held_out: tuple[Scores, Scores], general: tuple[Scores, Scores]
) -> tuple[bool, Message]:
    """Return whether to activate the new model, and why; pairs are scores before and after.

    Neither marks nor sentence ends may be worse on either part. One mark in a hundred moves their
    F1 by a point and means nothing, so a loss counts only beyond one mark, and on a large part
    beyond `ALLOWED_LOSS`.
    """
    for reason in _losses(held_out, general):
        return False, reason
    if held_out[1].micro_f1 <= held_out[0].micro_f1:
        return False, Message("it does no better on your texts it has not seen")
    return True, Message("it does better on your texts it has not seen, and worse on none")


def _losses(held_out: tuple[Scores, Scores], general: tuple[Scores, Scores]) -> Iterator[Message]:
    if _marks_are_worse(*general):
        yield Message("its punctuation is worse on other people's texts")
    if _ends_are_worse(*general):
        yield Message("its sentence ends are worse on other people's texts")
    if _marks_are_worse(*held_out):
        yield Message("its punctuation is worse on your texts it has not seen")
    if _ends_are_worse(*held_out):
        yield Message("its sentence ends are worse on your texts it has not seen")


def _marks_are_worse(before: Scores, after: Scores) -> bool:
    return after.micro_f1 < before.micro_f1 - _tolerance(before.marks)


def _ends_are_worse(before: Scores, after: Scores) -> bool:
    return after.segmentation_f05 < before.segmentation_f05 - _tolerance(before.ends)


def _tolerance(places: int) -> float:
    return max(ALLOWED_LOSS, 100.0 / max(1, places))
