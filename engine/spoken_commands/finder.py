"""Finds commands among words, and says where one may still be on its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.settings import CommandsMode
from engine.spoken_commands.actions import Action
from engine.spoken_commands.evidence import CONTEXT_WORDS, MarkChances, Place, is_meant
from engine.spoken_commands.table import Command, CommandTable, Phrase
from engine.types import Word

_LAST = Action.ENTER  # counts at an utterance's end, too
_RIGHT_CONTEXT = 3  # words behind a doubtful command before it is decided on


@dataclass(frozen=True, slots=True)
class FoundCommand:
    """A command and its words [first, end)."""

    first: int
    end: int
    command: Command


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said to be done, by the last `length` words before a pause."""

    action: Action
    length: int
    old: Phrase = ()  # words to replace, and those to write
    new: Phrase = ()


class CommandFinder:
    """Looks for the commands of a table."""

    def __init__(self, table: CommandTable, chances: MarkChances, mode: CommandsMode) -> None:
        """Args: chances: how likely each mark is between words; mode: which commands count."""
        self._table = table
        self._chances = chances
        self._mode = mode

    @property
    def waking(self) -> Phrase:
        """What to say to be listened to again."""
        known = self._table.utterances.items()
        return next((p for p, command in known if command.action is Action.WAKE), ())

    def inline(
        self, words: Sequence[Word], *, before: Sequence[Word], is_whole: bool
    ) -> tuple[list[FoundCommand], int]:
        """Return the commands among some words, and from where on what follows may change them.

        Args:
            words: those that are looked through.
            before: those in front of them.
            is_whole: a pause follows.
        """
        texts = [word.text.lower() for word in words]
        found: list[FoundCommand] = []
        at, open_from = 0, len(words)
        while at < len(words):
            if texts[at] not in self._table.inline:
                at += 1
                continue
            ahead = [*before, *_plain(words, found, at)]
            place = Place(words, at, at, ahead, is_behind=bool(found) and found[-1].end == at)
            one, may_grow = self._at(place, texts)
            if may_grow or (one is not None and _is_open(one, len(words), is_whole=is_whole)):
                open_from = min(open_from, at)
            if one is None:  # "a semi colon" is no colon either
                length = max(1, self._length(at, texts))
                if length > 1 and at + length == len(words):
                    open_from = min(open_from, at)  # its last words are not to stand alone
                at += length
            else:
                found.append(one)
                is_quoting = one.command.action is Action.LITERAL
                at = one.end + (self._length(one.end, texts) if is_quoting else 0)
        return found, open_from

    def utterance(self, words: Sequence[Word]) -> Utterance | None:
        """Return what the words between two pauses command, none where they are text."""
        texts = tuple(word.text.lower() for word in words)
        for length in range(len(texts), 0, -1):
            command = self._table.utterances.get(_once(texts[-length:]))
            is_its_place = length == len(texts) or (command and command.action is _LAST)
            if command is not None and is_its_place:
                return Utterance(command.action, length) if self._allows(command) else None
        for head, between in self._table.replacing:
            at = _place(between, texts, len(head)) if texts[: len(head)] == head else 0
            if at and Action.REPLACE.is_wanted(self._mode):
                new = tuple(word.text for word in words[at + len(between) :])
                return Utterance(Action.REPLACE, len(texts), texts[len(head) : at], new)
        return None

    def open_utterance(self, words: Sequence[Word]) -> int:
        """Return how many last words of an open segment may become such a command."""
        texts = tuple(word.text.lower() for word in words)
        begins = any((phrase * 2)[: len(texts)] == texts for phrase in self._table.utterances)
        heads = (head for head, _ in self._table.replacing)
        if begins or any(texts[: len(head)] == head[: len(texts)] for head in heads):
            return len(texts)
        enters = [p for p, command in self._table.utterances.items() if command.action is _LAST]
        lengths = (n for p in enters for n in range(1, len(p) + 1) if texts[-n:] == p[:n])
        return max(lengths, default=0)

    def _allows(self, command: Command) -> bool:
        return command.action.is_wanted(self._mode)

    def _at(self, place: Place, texts: Sequence[str]) -> tuple[FoundCommand | None, bool]:
        """Return the longest command that begins at a place, and whether one may still come."""
        may_grow = False
        at, words = place.first, place.words
        for phrase, command in self._table.inline.get(texts[at], ()):
            end = at + len(phrase)
            here = tuple(texts[at:end])
            quotes = command.action is Action.LITERAL
            if not command.action.is_wanted(self._mode):
                continue
            if end > len(words):  # a proper prefix: over the end of a segment, too
                may_grow |= here == phrase[: len(here)]
            elif here == phrase and quotes and end == len(words):
                may_grow = True
            elif here == phrase and not (quotes and not self._length(end, texts)):
                follows = bool(self._length(end, texts))
                place = replace(place, end=end, is_before=follows)
                if is_meant(command, place, self._table, self._chances):
                    return FoundCommand(at, end, command), may_grow
                may_grow |= command.is_ambiguous and len(words) - end < _RIGHT_CONTEXT
        return None, may_grow

    def _length(self, at: int, texts: Sequence[str]) -> int:
        """Return how many words a command at a place has, 0 where there is none."""
        known = self._table.inline.get(texts[at], ()) if at < len(texts) else ()
        lengths = (len(p) for p, _ in known if tuple(texts[at : at + len(p)]) == p)
        return next(lengths, 0)


def _plain(words: Sequence[Word], found: Sequence[FoundCommand], end: int) -> list[Word]:
    """Return the last words up to a place that are no commands."""
    begin = max(0, end - CONTEXT_WORDS)
    taken = {at for one in found[-CONTEXT_WORDS:] for at in range(one.first, one.end)}
    return [words[at] for at in range(begin, end) if at not in taken]


def _is_open(found: FoundCommand, words: int, *, is_whole: bool) -> bool:
    return found.command.is_ambiguous and words - found.end < _RIGHT_CONTEXT and not is_whole


def _once(texts: Phrase) -> Phrase:
    """Return what is said twice once: recognisers repeat short utterances."""
    half = len(texts) // 2
    return texts[:half] if texts == texts[:half] * 2 else texts


def _place(phrase: Phrase, texts: Phrase, begin: int) -> int:
    """Return where a phrase stands with words on either side, 0 where it does not."""
    last = len(texts) - len(phrase) - 1
    return next((a for a in range(begin + 1, last + 1) if texts[a : a + len(phrase)] == phrase), 0)
