"""Words that are one thing, as those of a number are: a mark seldom stands between them.

The network reads "call five five five one two three four" as a list, and "three thirty" as two
numbers. What says that they are one, a grammar of numbers, is evidence beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.network.backend import FloatArray
from engine.punctuation.labels import Mark
from engine.types import Word

Wholes = Callable[[Sequence[str]], Iterable[tuple[int, int]]]

_EVIDENCE = 6.0  # log-odds of no mark


def weigh_wholes(words: Sequence[Word], scores: FloatArray, wholes: Wholes) -> FloatArray:
    """Return the scores with what is known of words that belong together.

    A mark that was said or that a recogniser wrote stays as likely as it was.

    Args:
        words: in order.
        scores: (words, labels) unnormalised; the same array comes back where nothing is known.
        wholes: tells where such words begin and end among words in lower case.

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
