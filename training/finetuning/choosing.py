"""How far to go from the old weights to the new ones: chosen on a part of the learning side."""

from __future__ import annotations

from collections.abc import Callable

from engine.messages import Message

SHARES = (0.25, 0.5, 0.75, 1.0)
ALLOWED_LOSS_F1 = 0.3


def choose_share(score: Callable[[float], tuple[float, float]]) -> float:
    """Return the share of the new weights that is best on the user's text and forgets nothing.

    Where each of them forgets too much, it is the least.

    Args:
        score: micro F1 on the tuning parts of the user's text and of the replay sample at a
            share; at 0 that of the old weights.
    """
    _, general_before = score(0.0)
    found = {share: score(share) for share in SHARES}
    kept = [s for s in SHARES if found[s][1] >= general_before - ALLOWED_LOSS_F1]
    return max(kept, key=lambda share: found[share][0]) if kept else min(SHARES)


def is_worth_using(
    held_out: tuple[float, float], general: tuple[float, float]
) -> tuple[bool, Message]:
    """Return whether to activate the new model, and why; pairs are F1 before and after."""
    if general[1] < general[0] - ALLOWED_LOSS_F1:
        return False, Message("it is worse on the general sample")
    if held_out[1] <= held_out[0]:
        return False, Message("it is not better on the texts that were held out")
    return True, Message("it is better on the texts that were held out")
