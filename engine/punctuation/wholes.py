"""Weighs that words of one thing, such as a number, rarely have a mark between them.

The network reads "call five five five one two three four" as a list, and "three thirty" as two
numbers. A grammar of numbers, which knows that they are one, is evidence beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.network.backend import FloatArray
from engine.punctuation.labels import Mark
from engine.types import Word

Wholes = Callable[[Sequence[str]], Iterable[tuple[int, int]]]

_EVIDENCE = 6.0  # log-odds of no mark


def weigh_wholes(words: Sequence[Word], scores: FloatArray, wholes: Wholes) -> FloatArray:
    """Return the scores, weighed with which words belong together.

    Marks that were spoken or that a recogniser wrote keep their score.

    Args:
        words: In order.
        scores: (words, labels) unnormalised; returned as is if nothing is known.
        wholes: Returns start and end of each such group, given words in lower case.

    Returns:
        (words, labels).
    """
    inside = [
        at
        for first, end in wholes([word.text.lower() for word in words])
        for at in range(first, end - 1)
        if not words[at].source_mark and words[at].spelling is None
    ]
    if not inside:
        return scores
    weighed = scores.copy()
    weighed[inside, Mark.NONE] += _EVIDENCE
    return weighed
