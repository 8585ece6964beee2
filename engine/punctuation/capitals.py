"""Tells capitals that begin a sentence from those of names.

A recogniser, or a transcript, may write a capital where it ended no sentence: "to answer, What do
people". If the word is an ordinary one, its capital is no name's, and one of the two is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.network.backend import FloatArray
from engine.punctuation.labels import Case
from engine.types import Trust, Word

_NO_NAME_ODDS = 5.0
_NO_NAME_ODDS_BEHIND_MARK = 2.0
_STANDING = frozenset({Trust.BOUNDARY, Trust.CERTAIN})
_OF_WORD = {None, Case.LOWER}
# English words that are part of a name only beside another capital
_NEVER_NAMES = frozenset(
    """a an and any are as at because but by can could did do does don't for from had has have he
    he'd he'll he's her here here's his how if in is it's its let's my no not of on or our she
    she'd she'll she's should so some than that that's the their then there there's these they
    they'll they're they've this those to uh um was we we'd we'll we're we've were what what's
    when where which while why with would yes yeah you you'd you'll you're you've your""".split()
)


def begin_by_capital(words: Sequence[Word], cases: FloatArray) -> list[bool]:
    """Return which words can only have their capital because a sentence begins with them.

    The words beside them have none, and they are words that name nothing or that the network holds
    for such.

    Args: cases: (words, cases) the network's, unnormalised.
    """
    is_capital = [word.heard_case not in _OF_WORD and not _is_pronoun(word) for word in words]
    beside = np.array([False, *is_capital, False])
    is_marked = [False, *(bool(word.heard_mark) for word in words)][: len(words)]
    needed = np.where(is_marked, _NO_NAME_ODDS_BEHIND_MARK, _NO_NAME_ODDS)
    is_ordinary = cases[:, Case.LOWER] - cases[:, Case.CAPITALISED] > needed
    return [
        word.heard_case is Case.CAPITALISED
        and word.trust not in _STANDING
        and not (_is_pronoun(word) or beside[at] or beside[at + 2])
        and (word.text in _NEVER_NAMES or bool(is_ordinary[at]))
        for at, word in enumerate(words)
    ]


def _is_pronoun(word: Word) -> bool:
    return word.text.partition("'")[0].lower() == "i"
