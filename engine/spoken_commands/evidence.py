"""Whether words that may be a command are meant as one: the words around, pauses, the network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.network.backend import FloatArray
from engine.network.scorer import Scorer
from engine.punctuation.labels import MARK_COLUMNS, SENTENCE_ROWS
from engine.spoken_commands.actions import Action
from engine.spoken_commands.table import (
    DOUBTFUL_AFTER,
    NEVER_AFTER,
    NEVER_BEFORE,
    NO_CAPITAL_BEFORE,
    Command,
    CommandTable,
)
from engine.types import Word

CONTEXT_WORDS = 32  # in front of a command
_BEHIND_WORDS = 8
_PAUSE_S = 0.25
_PAUSE_ODDS = 1.5  # what a pause beside it tells, in log-odds
_LEAST_ODDS, _LEAST_OF_SUSPECT = -3.1, 0.2  # `python -m training bench commands`
_LEAST_CHANCE = 1e-9
_OF_FOLLOWING = frozenset({Action.CAPITAL, Action.JOIN, Action.OPEN})
_SENTENCE_SIGNS = frozenset(".?!。？！")

MarkChances = Callable[[Sequence[str], Sequence[str]], FloatArray]


def mark_chances(scorer: Scorer) -> MarkChances:
    """Return how likely each mark is between some words and those that follow, shape (marks,)."""

    def chances(before: Sequence[str], after: Sequence[str]) -> FloatArray:
        texts = [*before[-CONTEXT_WORDS:], *after[:_BEHIND_WORDS]]
        scores = scorer.score([scorer.encode(text) for text in texts])
        row = scores[min(len(before), CONTEXT_WORDS) - 1, MARK_COLUMNS].astype(np.float64)
        powers = np.exp(row - row.max())
        shares: FloatArray = powers / powers.sum()
        return shares

    return chances


@dataclass(frozen=True, slots=True)
class Place:
    """Words [first, end) of some, which may be a command.

    Attributes:
        before: those in front of it that are none.
        is_behind, is_before: whether one stands right there.
        is_joined: the word in front of it is joined to the one before by a sign that was said.
    """

    words: Sequence[Word]
    first: int
    end: int
    before: Sequence[Word]
    is_behind: bool = False
    is_before: bool = False
    is_joined: bool = False

    @property
    def previous(self) -> Word | None:
        return self.before[-1] if self.before and not self.is_behind else None

    @property
    def following(self) -> Word | None:
        return self.words[self.end] if self.end < len(self.words) else None

    @property
    def pauses(self) -> int:
        """Beside it: none, one or two."""
        first, last = self.words[self.first], self.words[self.end - 1]
        return is_pause(self.previous, first) + is_pause(last, self.following)


def is_meant(command: Command, place: Place, table: CommandTable, chances: MarkChances) -> bool:
    """Return whether the words at a place are a command."""
    previous, following = _text(place.previous), _text(place.following)
    beside, is_ambiguous = table.neighbours, command.is_ambiguous
    joins = command.action is Action.JOIN
    if command.action is Action.LITERAL or (joins and place.is_joined and following):
        return True  # a command follows, or it is one of several: state-of-the-art
    of_next = command.action in {Action.CAPITAL, Action.OPEN}
    unwanted = () if joins else beside[NO_CAPITAL_BEFORE if of_next else NEVER_BEFORE]
    is_unwanted = following in unwanted or (joins and not previous)
    if previous in beside[NEVER_AFTER] or (is_ambiguous and is_unwanted):
        return False
    if command.action in _OF_FOLLOWING and is_ambiguous:
        return bool(following) and not is_pause(place.words[place.end - 1], place.following)
    is_suspect = previous in beside[DOUBTFUL_AFTER]
    if place.is_behind or place.is_before or not (is_suspect or is_ambiguous):
        return True
    least = _LEAST_OF_SUSPECT if is_ambiguous and is_suspect and following else _LEAST_ODDS
    return bool(previous) and _odds(command.sign, place, chances) >= least


def _odds(sign: str, place: Place, chances: MarkChances) -> float:
    """Return the log-odds of such a sign where the command stands, its words left out."""
    shares = chances(
        [_undotted(word.text) for word in place.before],
        [word.text for word in place.words[place.end :]],
    )
    chance = shares[SENTENCE_ROWS].sum() if sign in _SENTENCE_SIGNS else 1.0 - shares[0]
    likely = float(np.clip(chance, _LEAST_CHANCE, 1.0 - _LEAST_CHANCE))
    return float(np.log(likely / (1.0 - likely))) + _PAUSE_ODDS * place.pauses


def _undotted(text: str) -> str:
    """Return "pm" for "p.m.", whose last full stop would tell that there is one already."""
    return text.replace(".", "") if text.endswith(".") else text


def _text(word: Word | None) -> str:
    return "" if word is None else word.text.lower()


def is_pause(word: Word | None, following: Word | None) -> bool:
    if word is None or following is None or word.end_s is None or following.start_s is None:
        return False
    return following.start_s - word.end_s >= _PAUSE_S
