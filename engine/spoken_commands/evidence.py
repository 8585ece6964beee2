"""Decides from context, pauses and the network whether words are meant as a command."""

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

CONTEXT_WORDS = 32  # before a command
_WORDS_AFTER = 8
_PAUSE_S = 0.25
_PAUSE_ODDS = 1.5  # log-odds for a pause beside it
_LEAST_ODDS, _LEAST_OF_SUSPECT = -3.1, 0.2  # `python -m training bench commands`
_LEAST_CHANCE = 1e-9
_OF_FOLLOWING = frozenset({Action.CAPITAL, Action.JOIN, Action.OPEN})
_SENTENCE_SIGNS = frozenset(".?!。？！")

MarkChances = Callable[[Sequence[str], Sequence[str]], FloatArray]


def mark_chances(scorer: Scorer) -> MarkChances:
    """Return a function for the chances of each mark between two texts, shape (marks,)."""

    def chances(before: Sequence[str], after: Sequence[str]) -> FloatArray:
        texts = [*before[-CONTEXT_WORDS:], *after[:_WORDS_AFTER]]
        scores = scorer.score([scorer.encode(text) for text in texts])
        row = scores[min(len(before), CONTEXT_WORDS) - 1, MARK_COLUMNS].astype(np.float64)
        powers = np.exp(row - row.max())
        shares: FloatArray = powers / powers.sum()
        return shares

    return chances


@dataclass(frozen=True, slots=True)
class Place:
    """Words [first, end), which may be a command.

    Attributes:
        before: Words before it that are not commands.
        is_behind, is_before: Whether a command is right before it, or right after it.
        is_joined: The word before it was joined to the previous one by a spoken sign.
    """

    words: Sequence[Word]
    first: int
    end: int
    before: Sequence[Word]
    is_after: bool = False
    is_before: bool = False
    is_joined: bool = False

    @property
    def previous(self) -> Word | None:
        return self.before[-1] if self.before and not self.is_after else None

    @property
    def following(self) -> Word | None:
        return self.words[self.end] if self.end < len(self.words) else None

    @property
    def pauses(self) -> int:
        """Number of pauses beside it: 0, 1 or 2."""
        first, last = self.words[self.first], self.words[self.end - 1]
        return is_pause(self.previous, first) + is_pause(last, self.following)


def is_meant(command: Command, place: Place, table: CommandTable, chances: MarkChances) -> bool:
    """Whether the words at a place are meant as a command."""
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
    if place.is_after or place.is_before or not (is_suspect or is_ambiguous):
        return True
    least = _LEAST_OF_SUSPECT if is_ambiguous and is_suspect and following else _LEAST_ODDS
    return bool(previous) and _odds(command.sign, place, chances) >= least


def _odds(sign: str, place: Place, chances: MarkChances) -> float:
    """Return the log-odds of such a sign where the command is, leaving out its own words."""
    shares = chances(
        [_undotted(word.text) for word in place.before],
        [word.text for word in place.words[place.end :]],
    )
    chance = shares[SENTENCE_ROWS].sum() if sign in _SENTENCE_SIGNS else 1.0 - shares[0]
    likely = float(np.clip(chance, _LEAST_CHANCE, 1.0 - _LEAST_CHANCE))
    return float(np.log(likely / (1.0 - likely))) + _PAUSE_ODDS * place.pauses


def _undotted(text: str) -> str:
    """Return "pm" for "p.m.", whose last full stop would look like the mark."""
    return text.replace(".", "") if text.endswith(".") else text


def _text(word: Word | None) -> str:
    return "" if word is None else word.text.lower()


def is_pause(word: Word | None, following: Word | None) -> bool:
    if word is None or following is None or word.end_s is None or following.start_s is None:
        return False
    return following.start_s - word.end_s >= _PAUSE_S
