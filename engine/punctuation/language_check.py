"""Notices text in a language that a model does not know."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import islice

_SAMPLE_WORDS = 400
_FEWEST_WORDS = 40
# of 40 to 400 words: conversations 0.4 to 0.7, notes and manuals 0.3, foreign languages 0 to 0.16
_LEAST_COMMON_SHARE = 0.2


def looks_foreign(words: Iterable[str], common: AbstractSet[str]) -> bool:
    """Return whether a text is hardly in the language whose commonest words are given.

    Words of one letter are left out: they are the same in many languages.

    Args:
        words: the text's words without marks, in lower case; at most the first 400 count.
        common: the about 200 commonest words of the language; where there are none, nothing is
            foreign.
    """
    sample = list(islice((word for word in words if len(word) > 1), _SAMPLE_WORDS))
    if len(sample) < _FEWEST_WORDS or not common:
        return False
    return sum(word in common for word in sample) / len(sample) < _LEAST_COMMON_SHARE
