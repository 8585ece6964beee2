"""Filled pauses ("um"), repeats ("the the") and false starts ("sh- should").

Words left out are written with no text of their own; of a repeat, the last occurrence stays.
Deliberate doubles ("very very", "that that", "had had") stay, and so do digits and letters.

Ref: Shriberg (1994), "Preliminaries to a Theory of Speech Disfluencies".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.punctuation.labels import Mark
from engine.settings import LeftOut
from engine.spoken_commands.actions import Action
from engine.spoken_commands.evidence import is_pause
from engine.spoken_commands.table import Command, CommandTable, Phrase
from engine.text.scripts import is_cjk
from engine.types import Word

_LONGEST_REPEAT = 4  # words
_NO_FILLER = Command(Action.WORDS)
_Phrases = dict[str, list[tuple[Phrase, Command]]]
_VOWELS = frozenset("aeiouy")
_ONSETS = frozenset([
    "th", "wh", "sh", "ch", "tr", "pr", "gr", "br", "cl", "fl", "pl", "sl", "bl", "cr", "fr", "sp",
    "sc", "wr",
])  # fmt: skip

# function words: nobody says them twice in a row on purpose
_GRAMMAR = """
the a an i we he she it they you my our your their its this these those some any
it's i'm he's she's that's there's we're you're they're what's let's here's who's
i'll we'll you'll they'll it'll i've we've you've they've i'd we'd they'd he'd
and but or if so because when where what how why who which whether while since than as
to of in on at for with from by about into between after before without through
is are was were am be has have can could would should will might does do don't doesn't isn't
didn't can't won't wasn't aren't weren't wouldn't haven't hasn't his only other actually either both
just not then maybe there also even like
"""
_SAID_ONCE = frozenset(_GRAMMAR.split())
# after these, a doubled word may be two: "I told you you can", "what it is is", "come in in time"
_AFTER = """
you: told tell thank thanks give gave see saw want love like help for to with of than miss need let
it: about of for with get make like do did know see saw take put
is: it that this what he she there one thing
are: they we you these those things
was: it that this what he she there thing
in: come came coming log logged go goes went going check checked move moved settle fit get got live
on: go goes went going come came get put move moved turn turned hold carry carried log
so: only just is was felt feel feeling am were are i'm
do: we they you i people to
like: would i'd feel looks look sounds
"""
_TWICE_AFTER = {
    word: frozenset(before.split())
    for word, before in (line.split(":") for line in _AFTER.strip().splitlines())
}
_AT_END_TOO = frozenset({"so", "there", "like", "just", "then", "not", "maybe"})  # "there there"
_JOINED_TWICE = frozenset({"and", "by", "after", "to", "or"})  # more and more and more


class Disfluencies:
    """Finds the words to leave out, in one language."""

    def __init__(self, table: CommandTable, left_out: LeftOut) -> None:
        """Args: table: Has the fillers."""
        known = [one for some in table.inline.values() for one in some]
        self._left_out = left_out
        self._fillers: _Phrases = {}
        self._commands: _Phrases = {}
        for phrase, command in known:
            is_text = command.action in {Action.FILLER, Action.WORDS}
            phrases = self._fillers if is_text else self._commands
            phrases.setdefault(phrase[0], []).append((phrase, command))

    def find(self, words: Sequence[Word]) -> dict[int, int]:
        """Return start and end of each stretch to leave out."""
        if self._left_out is LeftOut.NOTHING:
            return {}
        texts = [word.text.lower() for word in words]
        found = dict(self._found_fillers(words, texts))
        if self._left_out is LeftOut.REPEATS:
            found |= self._repeats(words, texts, found)
        return found

    def open_from(self, words: Sequence[Word]) -> int:
        """Return from where on words may yet be repeated."""
        finds_repeats = self._left_out is LeftOut.REPEATS
        return max(0, len(words) - _LONGEST_REPEAT) if finds_repeats else len(words)

    def _found_fillers(
        self, words: Sequence[Word], texts: Sequence[str]
    ) -> Iterator[tuple[int, int]]:
        at = 0
        while at < len(texts):
            phrase, command = _longest(self._fillers, texts, at) or ((texts[at],), _NO_FILLER)
            end = at + len(phrase)
            if command.action is Action.FILLER and _is_filler(words, at, end, command):
                yield at, end
            at = end

    def _repeats(
        self, words: Sequence[Word], texts: Sequence[str], fillers: dict[int, int]
    ) -> Iterator[tuple[int, int]]:
        left_out = {at for first, end in fillers.items() for at in range(first, end)}
        kept = [at for at in range(len(texts)) if at not in left_out]
        said = [texts[at] for at in kept]
        place = 0
        while place < len(said):
            mark = words[kept[place]].source_mark or Mark.NONE
            if _is_broken_off(said, place, mark):
                yield kept[place], kept[place] + 1
                place += 1
                continue
            length = self._repeat_at(words, kept, said, place)
            if length:
                yield from ((kept[at], kept[at] + 1) for at in range(place, place + length))
            place += max(1, length)

    def _repeat_at(
        self, words: Sequence[Word], kept: Sequence[int], said: Sequence[str], place: int
    ) -> int:
        """Return the length of the phrase here that is repeated right away; 0 if there is none."""
        for length in range(_LONGEST_REPEAT, 0, -1):
            once, again = said[place : place + length], said[place + length : place + 2 * length]
            if once != again or any(_longest(self._commands, once, n) for n in range(length)):
                continue
            ends = [words[kept[at]].source_mark for at in range(place, place + length)]
            is_ended = any(mark is not None and mark.ends_sentence for mark in ends)
            if not is_ended and _is_said_once(said, place, length):
                return length
        return 0


def _is_said_once(said: Sequence[str], place: int, length: int) -> bool:
    """Whether words said twice in a row were meant to be said once."""
    once = said[place : place + length]
    if len(set(once)) == 1:
        word, before = once[0], said[place - 1] if place else ""
        after = place + 2 * length
        is_last = after == len(said) and word in _AT_END_TOO
        return word in _SAID_ONCE and before not in _TWICE_AFTER.get(word, ()) and not is_last
    thing = {*once} - _JOINED_TWICE
    goes_round = length == 2 and len(thing) == 1 and _SAID_ONCE.isdisjoint(thing)
    if goes_round and said[place + 2 * length :][:1] == once[:1]:
        return False  # step by step by step
    return not _SAID_ONCE.isdisjoint(once)


def _is_broken_off(said: Sequence[str], place: int, mark: Mark) -> bool:
    """Whether a word is only the first sounds of the next one.

    The dash that a recogniser writes after it has been read as a comma.
    """
    word = said[place].rstrip("-")
    following = said[place + 1] if place + 1 < len(said) else ""
    is_begun_again = following.startswith(word) and len(following) > len(word)
    is_marked = mark is Mark.COMMA or word != said[place]
    return is_begun_again and (word in _ONSETS or (is_marked and _VOWELS.isdisjoint(word)))


def _longest(phrases: _Phrases, texts: Sequence[str], at: int) -> tuple[Phrase, Command] | None:
    """Return the longest phrase at a place, and what it does."""
    known = phrases.get(texts[at], ())
    return next((it for it in known if tuple(texts[at : at + len(it[0])]) == it[0]), None)


def _is_filler(words: Sequence[Word], first: int, end: int, filler: Command) -> bool:
    """Whether it is not part of the sentence; a sound on its own may be an answer."""
    if first == 0 and end == len(words):
        return not (filler.is_ambiguous or is_cjk(words[first].text))
    if not filler.is_ambiguous:
        return True
    is_after = not first or is_pause(words[first - 1], words[first])
    return is_after and end < len(words) and is_pause(words[end - 1], words[end])
