"""Finds commands among words, and tells where one may still be coming."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.formatting.english_numerals import DIGITS
from engine.formatting.rewrite import Rewrite
from engine.settings import CommandsMode, LeftOut
from engine.spoken_commands.actions import Action
from engine.spoken_commands.disfluencies import Disfluencies
from engine.spoken_commands.evidence import CONTEXT_WORDS, MarkChances, Place, is_meant
from engine.spoken_commands.table import ANY, OPENS_AFTER, Command, CommandTable, Phrase
from engine.types import Word

_LAST = Action.ENTER  # also counts at the end of an utterance
_RIGHT_CONTEXT = 3  # words to wait for after a doubtful command
_LONGEST_PAIR = 40  # words between the two phrases of a pair
_MOST_SELECTED = 12  # words said along with a command
_DISFLUENCY = Command(Action.FILLER)
_CLOSING_BRACKETS = frozenset(")]}）］】》")
_NO_SIGN_ALONE = frozenset({Action.JOIN, Action.OPEN})  # an address may still come


_SPELLED_AFTER = 3  # another spelled word may follow within this many words
_OF_ADDRESSES = frozenset(
    ["dot", "slash", "colon", "at", "sign", "dash", "hyphen", "underscore", "spell", "localhost"]
)

_WORDS_TOO = frozenset("ai")
_SIGNS_OF_FORMS = frozenset(["dot", "localhost", "spell", "colon", "oh"])

Forms = Callable[[Sequence[str], Sequence[str]], list[Rewrite]]


@dataclass(frozen=True, slots=True)
class FoundCommand:
    """A command and its words [first, end).

    `until`: For the first half of a pair, where the second half ends.
    """

    first: int
    end: int
    command: Command
    until: int = 0


@dataclass(frozen=True, slots=True)
class Utterance:
    """A spoken request in the last `length` words before a pause."""

    action: Action
    length: int
    old: Phrase = ()  # the words that it is about, and their replacement
    new: Phrase = ()


class CommandFinder:
    """Finds the commands of a table, and words to leave out."""

    def __init__(
        self,
        table: CommandTable,
        chances: MarkChances,
        mode: CommandsMode,
        *,
        left_out: LeftOut = LeftOut.NOTHING,
        forms: Forms | None = None,
    ) -> None:
        """Prepare to look for commands.

        Args:
            table: The commands.
            chances: Returns the chances of each mark between words.
            mode: Which commands count.
            left_out: Which words to leave out.
            forms: Finds spelled words, such as addresses: these are written, and have no commands
                within.
        """
        self._table = table
        self._chances = chances
        self._mode = mode
        self._forms = forms
        self._disfluencies = Disfluencies(table, left_out)
        self._firsts = frozenset(table.inline) | frozenset(table.pairs)

    @property
    def waking(self) -> Phrase:
        """What to say to wake it up."""
        known = self._table.utterances.items()
        return next((p for p, command in known if command.action is Action.WAKE), ())

    def inline(
        self, words: Sequence[Word], *, before: Sequence[Word], is_whole: bool
    ) -> tuple[list[FoundCommand], int]:
        """Return the commands among some words, and from where on later words may change them.

        Args:
            words: Words to search.
            before: Words before them.
            is_whole: Whether a pause follows.
        """
        texts = [word.text.lower() for word in words]
        found: list[FoundCommand] = []
        left_out = self._disfluencies.find(words)
        known, in_forms = self._spelled(words, before)
        known |= {at: FoundCommand(at, end, _DISFLUENCY) for at, end in left_out.items()}
        at = 0
        open_from = min(self._disfluencies.open_from(words), _open_form(texts))
        while at < len(words):
            if at not in known and (texts[at] not in self._firsts or at in in_forms):
                at += 1
                continue
            if at not in known and (pair := self._pair_at(at, texts)) is not None:
                known |= {half.first: half for half in pair}
                if not pair:
                    open_from = min(open_from, at)
            if at in known:
                found.append(known[at])
                at = known[at].end
                continue
            ahead = [*before, *_plain(words, found, at)]
            last = found[-1] if found and found[-1].command is not _DISFLUENCY else None
            is_after = last is not None and last.end == at
            is_joined = last is not None and last.end == at - 1 and _joins(last)
            place = Place(words, at, at, ahead, is_after=is_after, is_joined=is_joined)
            one, may_grow = self._at(place, texts)
            if may_grow or (one is not None and _is_open(one, len(words), is_whole=is_whole)):
                open_from = min(open_from, at)
            if one is None:  # "a semi colon" has no "colon" either
                length = max(1, self._length(at, texts))
                if length > 1 and at + length == len(words):
                    open_from = min(open_from, at)  # its last words may not stand alone
                at += length
            else:
                found.append(one)
                is_quoting = one.command.action is Action.LITERAL
                at = one.end + (self._length(one.end, texts) if is_quoting else 0)
        return found, open_from

    def written(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """Return words that may still change, without those to leave out."""
        left_out = self._disfluencies.find(words)
        gone = {at for first, end in left_out.items() for at in range(first, end)}
        return tuple(word for at, word in enumerate(words) if at not in gone)

    def utterance(self, words: Sequence[Word]) -> Utterance | None:
        """Return the command in the words between two pauses; None if they are text."""
        texts = tuple(word.text.lower() for word in words)
        for length in range(len(texts), 0, -1):
            command = self._table.utterances.get(_once(texts[-length:]))
            is_its_place = length == len(texts) or (command and command.action is _LAST)
            if command is not None and is_its_place:
                return Utterance(command.action, length) if self._allows(command) else None
        for phrase, command in self._table.patterns.items():
            held = _held(phrase, texts) if self._allows(command) else []
            if held:
                new = tuple(word.text for first, end in held[1:] for word in words[first:end])
                return Utterance(command.action, len(texts), texts[slice(*held[0])], new)
        return None

    def open_utterance(self, words: Sequence[Word]) -> int:
        """Return how many last words of an open segment may become such a command."""
        if self._mode is CommandsMode.OFF:
            return 0
        texts = tuple(word.text.lower() for word in words)
        begins = any((phrase * 2)[: len(texts)] == texts for phrase in self._table.utterances)
        if begins or any(_begins(*it, texts) for it in self._table.patterns.items()):
            return len(texts)
        enters = [p for p, command in self._table.utterances.items() if command.action is _LAST]
        lengths = (n for p in enters for n in range(1, len(p) + 1) if texts[-n:] == p[:n])
        return max(lengths, default=0)

    def _spelled(
        self, words: Sequence[Word], before: Sequence[Word]
    ) -> tuple[dict[int, FoundCommand], set[int]]:
        """Return spelled words by their start, and the places of all words in them.

        One that began among the words before is not returned.
        """
        if self._forms is None:
            return {}, set()
        ahead = len(before)
        said = [*before, *words]
        texts = [word.text.lower() for word in said]
        if not _may_spell(texts):
            return {}, set()
        marks = [word.source_mark.text if word.source_mark else "" for word in said]
        forms = [it for it in self._forms(texts, marks) if it.is_word and it.end > ahead]
        found = {
            it.first - ahead: FoundCommand(
                it.first - ahead, it.end - ahead, Command(Action.WRITE, it.text)
            )
            for it in forms
            if it.first >= ahead
        }
        return found, {at - ahead for it in forms for at in range(it.first, it.end)}

    def _pair_at(self, at: int, texts: Sequence[str]) -> tuple[FoundCommand, ...] | None:
        """Return both halves of a pair that begins here; () if the second half may still come."""
        is_open = False
        halves: list[tuple[FoundCommand, FoundCommand]] = []
        for head, tail, command in self._table.pairs.get(texts[at], ()):
            first = at + len(head)
            if not self._allows(command) or tuple(texts[at:first]) != head:
                continue
            place = _first_place(tail, texts, first, first + _LONGEST_PAIR)
            if place == first:
                return None  # "a quote unquote expert"
            is_open |= place is None and len(texts) - at < _LONGEST_PAIR
            if place is not None:
                is_bracket = command.sign[1] in _CLOSING_BRACKETS
                close = Command(Action.MARK if is_bracket else Action.CLOSE, command.sign[1])
                end = place + len(tail)
                opening = FoundCommand(at, first, Command(Action.OPEN, command.sign[0]), end)
                halves.append((opening, FoundCommand(place, end, close)))
        if halves:
            return min(halves, key=lambda it: it[1].first)
        return () if is_open else None

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
            if command.action is Action.WORDS and here == phrase:
                return None, may_grow
            if not (self._allows(command) or command.action is Action.WORDS):
                continue
            if end > len(words):  # a proper prefix, even across segments
                may_grow |= here == phrase[: len(here)]
            elif here == phrase and quotes and end == len(words):
                may_grow = True
            elif here == phrase and not (quotes and not self._is_command(end, texts)):
                follows = self._is_command(end, texts)
                place = replace(place, end=end, is_before=follows)
                if is_meant(command, place, self._table, self._chances):
                    return FoundCommand(at, end, self._opening(command, place)), may_grow
                may_grow |= command.is_ambiguous and len(words) - end < _RIGHT_CONTEXT
        return None, may_grow

    def _opening(self, command: Command, place: Place) -> Command:
        """Return a joining sign as an opening one if there is no word before to join."""
        before = "" if place.previous is None else place.previous.text.lower()
        opens = command.action is Action.JOIN and command.sign and not command.is_ambiguous
        if opens and before in self._table.neighbours[OPENS_AFTER]:
            return Command(Action.OPEN, command.sign)
        return command

    def _is_command(self, at: int, texts: Sequence[str]) -> bool:
        """Whether the longest phrase at a place may be a command."""
        known = self._table.inline.get(texts[at], ()) if at < len(texts) else ()
        here = (command for p, command in known if tuple(texts[at : at + len(p)]) == p)
        return self._allows(command) if (command := next(here, None)) is not None else False

    def _length(self, at: int, texts: Sequence[str]) -> int:
        """Return how many words a command at a place has, 0 if there is none."""
        known = self._table.inline.get(texts[at], ()) if at < len(texts) else ()
        lengths = (len(p) for p, _ in known if tuple(texts[at : at + len(p)]) == p)
        return next(lengths, 0)


def _joins(found: FoundCommand) -> bool:
    return found.command.action is Action.JOIN


def _may_spell(texts: Sequence[str]) -> bool:
    """Whether anything may be spelled; if not, the grammar need not run."""
    letters = [len(text) == 1 and text.isascii() for text in texts]
    alone = any(it and text not in _WORDS_TOO for it, text in zip(letters, texts, strict=True))
    return alone or not _SIGNS_OF_FORMS.isdisjoint(texts) or any(map(all, pairwise(letters)))


def _open_form(texts: Sequence[str]) -> int:
    """Return from where on words may become part of something spelled."""
    open_from = at = len(texts)
    while at > 0 and open_from - at < _SPELLED_AFTER:
        at -= 1
        word = texts[at]
        is_letter = len(word) == 1 and word.isascii() and word not in _WORDS_TOO
        if is_letter or word in DIGITS or word in _OF_ADDRESSES:
            open_from = at
    return max(0, open_from - 1) if open_from < len(texts) else open_from


def _plain(words: Sequence[Word], found: Sequence[FoundCommand], end: int) -> list[Word]:
    """Return the last words before a place that are not in commands."""
    begin = max(0, end - CONTEXT_WORDS)
    taken = {at for one in found[-CONTEXT_WORDS:] for at in range(one.first, one.end)}
    return [words[at] for at in range(begin, end) if at not in taken]


def _is_open(found: FoundCommand, words: int, *, is_whole: bool) -> bool:
    may_be_none = found.command.is_ambiguous or found.command.action in _NO_SIGN_ALONE
    return may_be_none and words - found.end < _RIGHT_CONTEXT and not is_whole


def _once(texts: Phrase) -> Phrase:
    """Return a doubled phrase once: recognisers repeat short utterances."""
    half = len(texts) // 2
    return texts[:half] if texts == texts[:half] * 2 else texts


def _first_place(phrase: Phrase, texts: Sequence[str], begin: int, end: int) -> int | None:
    """Return the first place of a phrase between two places."""
    places = range(begin, min(end, len(texts) - len(phrase) + 1))
    return next((at for at in places if tuple(texts[at : at + len(phrase)]) == phrase), None)


def _begins(pattern: Phrase, command: Command, texts: Phrase) -> bool:
    """Whether texts may become an utterance that fits a pattern."""
    head = pattern[: pattern.index(ANY)]
    is_short = command.action is Action.REPLACE or len(texts) <= len(pattern) + _MOST_SELECTED
    return is_short and texts[: len(head)] == head[: len(texts)]


def _held(pattern: Phrase, texts: Phrase) -> list[tuple[int, int]]:
    """Return the spans of words that fill a pattern; empty if it does not fit."""
    first = pattern.index(ANY)
    if texts[:first] != pattern[:first]:
        return []
    tail, end = pattern[first + 1 :], len(texts)
    if tail[-1:] == (ANY,):
        at = _place(tail[:-1], texts, first)
        return [(first, at), (at + len(tail) - 1, end)] if at else []
    last = end - len(tail)
    return [(first, last)] if 0 < last - first <= _MOST_SELECTED and texts[last:] == tail else []


def _place(phrase: Phrase, texts: Phrase, begin: int) -> int:
    """Return the place of a phrase with words on either side; 0 if there is none."""
    last = len(texts) - len(phrase) - 1
    return next((a for a in range(begin + 1, last + 1) if texts[a : a + len(phrase)] == phrase), 0)
