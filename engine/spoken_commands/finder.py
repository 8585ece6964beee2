"""Finds commands among words, and says where one may still be on its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.punctuation.wholes import Wholes
from engine.settings import CommandsMode, LeftOut
from engine.spoken_commands.actions import Action
from engine.spoken_commands.disfluencies import Disfluencies
from engine.spoken_commands.evidence import CONTEXT_WORDS, MarkChances, Place, is_meant
from engine.spoken_commands.table import Command, CommandTable, Phrase
from engine.types import Word

_LAST = Action.ENTER  # counts at an utterance's end, too
_RIGHT_CONTEXT = 3  # words behind a doubtful command before it is decided on
_LONGEST_PAIR = 40  # words that stand between the two phrases of a pair
_DISFLUENCY = Command(Action.FILLER)
_NO_SIGN_ALONE = frozenset({Action.JOIN, Action.OPEN})  # an address may still come


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
    """Looks for the commands of a table, and for what is left out."""

    def __init__(
        self,
        table: CommandTable,
        chances: MarkChances,
        mode: CommandsMode,
        *,
        left_out: LeftOut = LeftOut.NOTHING,
        wholes: Wholes | None = None,
    ) -> None:
        """Look for nothing yet.

        Args:
            chances: how likely each mark is between words.
            mode: which commands count.
            left_out: what is not written.
            wholes: tells which words are one thing, such as an address: no command stands within.
        """
        self._table = table
        self._chances = chances
        self._mode = mode
        self._wholes = wholes
        self._disfluencies = Disfluencies(table, left_out)
        self._firsts = frozenset(table.inline) | frozenset(table.pairs)

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
        left_out = self._disfluencies.find(words)
        inside = self._inside_wholes(texts, before)
        closing: dict[int, FoundCommand] = {}  # of pairs, by where they begin
        at, open_from = 0, self._disfluencies.open_from(words)
        while at < len(words):
            one = self._known_at(at, left_out, closing)
            if one is None and (texts[at] not in self._firsts or at in inside):
                at += 1
                continue
            if one is None and (pair := self._pair_at(at, texts)) is not None:
                opening, behind = pair
                if behind is None:
                    open_from = min(open_from, at)
                else:
                    one = opening
                    closing[behind.first] = behind
            if one is not None:
                found.append(one)
                at = one.end
                continue
            ahead = [*before, *_plain(words, found, at)]
            last = found[-1] if found and found[-1].command is not _DISFLUENCY else None
            place = Place(words, at, at, ahead, is_behind=last is not None and last.end == at)
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

    def written(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """Return words that may still change, without what is left out."""
        left_out = self._disfluencies.find(words)
        gone = {at for first, end in left_out.items() for at in range(first, end)}
        return tuple(word for at, word in enumerate(words) if at not in gone)

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
        if self._mode is CommandsMode.OFF:
            return 0
        texts = tuple(word.text.lower() for word in words)
        begins = any((phrase * 2)[: len(texts)] == texts for phrase in self._table.utterances)
        heads = (head for head, _ in self._table.replacing)
        if begins or any(texts[: len(head)] == head[: len(texts)] for head in heads):
            return len(texts)
        enters = [p for p, command in self._table.utterances.items() if command.action is _LAST]
        lengths = (n for p in enters for n in range(1, len(p) + 1) if texts[-n:] == p[:n])
        return max(lengths, default=0)

    def _known_at(
        self, at: int, left_out: dict[int, int], closing: dict[int, FoundCommand]
    ) -> FoundCommand | None:
        end = left_out.get(at)
        return closing.get(at) if end is None else FoundCommand(at, end, _DISFLUENCY)

    def _inside_wholes(self, texts: Sequence[str], before: Sequence[Word]) -> set[int]:
        """Return which words are part of an address or the like; it may begin before them."""
        if self._wholes is None or self._firsts.isdisjoint(texts):
            return set()
        ahead = [word.text.lower() for word in before]
        wholes = self._wholes([*ahead, *texts])
        return {at - len(ahead) for first, end in wholes for at in range(first, end)}

    def _pair_at(
        self, at: int, texts: Sequence[str]
    ) -> tuple[FoundCommand, FoundCommand | None] | None:
        """Return the two halves of a pair that begins there; the second may not have come yet."""
        pairs = [
            (head, tail, command)
            for head, tail, command in self._table.pairs.get(texts[at], ())
            if self._allows(command) and tuple(texts[at : at + len(head)]) == head
        ]
        halves = []
        for head, tail, command in pairs:
            first = at + len(head)
            place = _first_place(tail, texts, first, first + _LONGEST_PAIR)
            opening = FoundCommand(at, first, Command(Action.OPEN, command.sign[0]))
            if place == first:
                return None  # "a quote unquote expert"
            if place is not None:
                is_quote = command.sign[1] not in ")]）］"
                close = Command(Action.CLOSE if is_quote else Action.MARK, command.sign[1])
                halves.append((opening, FoundCommand(place, place + len(tail), close)))
        if halves:
            return min(halves, key=lambda it: it[1].first)
        if pairs and len(texts) - at < _LONGEST_PAIR:
            return FoundCommand(at, at + 1, pairs[0][2]), None
        return None

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
            if command.action is Action.NOTHING and here == phrase:
                return None, may_grow
            if not (self._allows(command) or command.action is Action.NOTHING):
                continue
            if end > len(words):  # a proper prefix: over the end of a segment, too
                may_grow |= here == phrase[: len(here)]
            elif here == phrase and quotes and end == len(words):
                may_grow = True
            elif here == phrase and not (quotes and not self._length(end, texts)):
                follows = self._is_command(end, texts)
                place = replace(place, end=end, is_before=follows)
                if is_meant(command, place, self._table, self._chances):
                    return FoundCommand(at, end, command), may_grow
                may_grow |= command.is_ambiguous and len(words) - end < _RIGHT_CONTEXT
        return None, may_grow

    def _is_command(self, at: int, texts: Sequence[str]) -> bool:
        """Whether a phrase at a place, the longest, may be a command."""
        known = self._table.inline.get(texts[at], ()) if at < len(texts) else ()
        here = (command for p, command in known if tuple(texts[at : at + len(p)]) == p)
        return self._allows(command) if (command := next(here, None)) is not None else False

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
    may_be_none = found.command.is_ambiguous or found.command.action in _NO_SIGN_ALONE
    return may_be_none and words - found.end < _RIGHT_CONTEXT and not is_whole


def _once(texts: Phrase) -> Phrase:
    """Return what is said twice once: recognisers repeat short utterances."""
    half = len(texts) // 2
    return texts[:half] if texts == texts[:half] * 2 else texts


def _first_place(phrase: Phrase, texts: Sequence[str], begin: int, end: int) -> int | None:
    """Return where a phrase first begins between two places."""
    places = range(begin, min(end, len(texts) - len(phrase) + 1))
    return next((at for at in places if tuple(texts[at : at + len(phrase)]) == phrase), None)


def _place(phrase: Phrase, texts: Phrase, begin: int) -> int:
    """Return where a phrase stands with words on either side, 0 where it does not."""
    last = len(texts) - len(phrase) - 1
    return next((a for a in range(begin + 1, last + 1) if texts[a : a + len(phrase)] == phrase), 0)
