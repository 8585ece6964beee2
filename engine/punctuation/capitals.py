"""Tells capitals that begin a sentence from those of names.

A recogniser or a transcript may write a capital without ending a sentence: "to answer, What do
people". If the word is an ordinary one, not a name, either the capital or the missing mark is
wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from engine.network.backend import FloatArray
from engine.punctuation.labels import Case
from engine.types import MarkSource, Word

_NO_NAME_ODDS = 2.0
_STANDING = frozenset({MarkSource.BOUNDARY, MarkSource.CERTAIN})
_OF_WORD = {None, Case.LOWER}
# English words that belong to a name only beside another capital
_NEVER_NAME = re.compile(
    "a|an|and|any|are|as|at|because|but|by|can|could|did|do|does|don't|for|"
    "from|had|has|have|he|he'd|he'll|he's|her|here|here's|his|how|if|in|is|"
    "it's|its|let's|my|no|not|of|on|or|our|she|she'd|she'll|she's|should|so|"
    "some|than|that|that's|the|their|then|there|there's|these|they|they'll|"
    "they're|they've|this|those|to|uh|um|was|we|we'd|we'll|we're|we've|were|"
    "what|what's|when|where|which|while|why|with|would|yes|yeah|you|you'd|"
    "you'll|you're|you've|your"
)


def begin_by_capital(words: Sequence[Word], cases: FloatArray) -> list[bool]:
    """Return which words can only be capitalised because they begin a sentence.

    Their neighbours have no capital, and they are no names: either words that never are, or words
    after a mark that the network takes for ordinary ones.

    Args: cases: (words, cases) from the network, unnormalised.
    """
    is_capital = [word.source_case not in _OF_WORD and not _is_pronoun(word) for word in words]
    beside = np.array([False, *is_capital, False])
    is_ordinary = cases[:, Case.LOWER] - cases[:, Case.CAPITALISED] > _NO_NAME_ODDS
    is_ordinary &= np.array([True, *(bool(word.source_mark) for word in words)])[: len(words)]
    return [
        word.source_case is Case.CAPITALISED
        and word.mark_source not in _STANDING
        and not (_is_pronoun(word) or beside[at] or beside[at + 2])
        and (_NEVER_NAME.fullmatch(word.text) is not None or bool(is_ordinary[at]))
        for at, word in enumerate(words)
    ]


def agreeing_cases(words: Sequence[Word], cases: Sequence[Case]) -> list[Case]:
    """Return the cases of words, lowering lone capitals of words that are never names.

    The marks decide whether they begin a sentence. What a source wrote was weighed before.
    """
    beside = [Case.LOWER, *cases, Case.LOWER]
    return [
        Case.LOWER
        if case is Case.CAPITALISED
        and word.source_case is None
        and _NEVER_NAME.fullmatch(word.text)
        and beside[at] is Case.LOWER
        and beside[at + 2] is Case.LOWER
        else case
        for at, (word, case) in enumerate(zip(words, cases, strict=True))
    ]


def _is_pronoun(word: Word) -> bool:
    return word.text.partition("'")[0].lower() == "i"
