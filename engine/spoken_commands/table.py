"""Command tables: phrases and what they do, in lines that people can read and edit.

comma = mark ,
| period? = mark .          several phrases; "?" if usually plain words
replace * with * = replace
select * = select                      "*" for words said along with it
quote * unquote = pair “”              encloses words
um | uh = filler                       left out if the user wants that
as usual = write a text
uh huh = words                         plain words, with no command in them
never after = a | an | the            no sign is meant after these
doubtful after = this | time           any sign is doubtful after these
never before = of                     no doubtful sign is meant before these
opens after = is                      no sign joins these to the next word: "is @anna"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.messages import Message, Reason, own_words
from engine.paths import Paths
from engine.settings import CommandsMode
from engine.spoken_commands.actions import Action
from engine.text.spacing import joined
from engine.text.units import split_units

_ACTIONS = {action.value: action for action in Action}
NEVER_AFTER, DOUBTFUL_AFTER, NEVER_BEFORE = "never after", "doubtful after", "never before"
NO_CAPITAL_BEFORE, OPENS_AFTER = "no capital before", "opens after"
ANY = "*"
_WRITES = f"{Action.WRITE.value} "
_LONGEST_PHRASE = 12

Phrase = tuple[str, ...]  # units, in lower case


@dataclass(frozen=True, slots=True)
class Command:
    """What a phrase does; `is_ambiguous`: usually plain words, unless evidence says otherwise."""

    action: Action
    sign: str = ""
    is_ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class TableError:
    """A line that was skipped, counted from one, and why."""

    line: int
    reason: Reason


NEIGHBOURS = (NEVER_AFTER, DOUBTFUL_AFTER, NEVER_BEFORE, NO_CAPITAL_BEFORE, OPENS_AFTER)


def _no_neighbours() -> dict[str, set[str]]:
    return {name: set() for name in NEIGHBOURS}


@dataclass(slots=True)
class CommandTable:
    """Commands by phrase, and words that rule commands out.

    Attributes:
        inline: Commands among other words, by their first unit, longest first.
        utterances: Commands that only count alone, between two pauses.
        patterns: The same with words in them, each a "*".
        pairs: Phrases before and after some words, by the first unit.
        neighbours: Words that rule a sign out or make it doubtful, by where they are.
    """

    inline: dict[str, list[tuple[Phrase, Command]]] = field(default_factory=dict)
    utterances: dict[Phrase, Command] = field(default_factory=dict)
    patterns: dict[Phrase, Command] = field(default_factory=dict)
    pairs: dict[str, list[tuple[Phrase, Phrase, Command]]] = field(default_factory=dict)
    neighbours: dict[str, set[str]] = field(default_factory=_no_neighbours)

    def add(self, phrase: Phrase, command: Command) -> None:
        """Make a phrase do this instead of what it did before."""
        self.utterances.pop(phrase, None)
        known = self.inline.setdefault(phrase[0], [])
        known[:] = [one for one in known if one[0] != phrase]
        if ANY in phrase:
            self._add_pattern(phrase, command)
        elif command.action.is_utterance:
            self.utterances[phrase] = command
        elif command.action is not Action.NOTHING:
            known.append((phrase, command))
            known.sort(key=lambda one: -len(one[0]))

    def _add_pattern(self, phrase: Phrase, command: Command) -> None:
        at = phrase.index(ANY)
        head, tail = phrase[:at], phrase[at + 1 :]
        self.patterns.pop(phrase, None)
        pairs = self.pairs.setdefault(head[0], [])
        pairs[:] = [one for one in pairs if one[:2] != (head, tail)]
        if command.action is Action.PAIR:
            pairs.append((head, tail, command))
        elif command.action is not Action.NOTHING:
            self.patterns[phrase] = command

    def phrases(self, mode: CommandsMode) -> tuple[str, ...]:
        """Return the phrases of the commands that count."""
        inline = (one for some in self.inline.values() for one in some)
        found = (*inline, *self.utterances.items())
        return tuple(joined(phrase) for phrase, one in found if one.action.is_wanted(mode))


def read_tables(paths: Iterable[Path]) -> tuple[CommandTable, dict[Path, tuple[TableError, ...]]]:
    """Read tables; later ones override earlier ones.

    Lines with mistakes are skipped; so are unreadable tables, reported as line 0.
    """
    table = CommandTable()
    errors: dict[Path, tuple[TableError, ...]] = {}
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            errors[path] = (TableError(0, own_words(error)),)
            continue
        if found := tuple(_read(text, table)):
            errors[path] = found
    return table, errors


def table_paths(languages: Iterable[str], paths: Paths) -> list[Path]:
    """Return the tables of some languages, bundled ones first."""
    folders = (paths.assets, paths.settings)
    found = (f / "commands" / f"{language}.txt" for f in folders for language in languages)
    return [path for path in found if path.is_file()]


def table_errors(text: str) -> tuple[TableError, ...]:
    return tuple(_read(text, CommandTable()))


def units_of(text: str) -> Phrase:
    return tuple(split_units(text.lower()))


def _read(text: str, table: CommandTable) -> Iterator[TableError]:
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reason = _take(line, table)
            if reason is not None:
                yield TableError(number, reason)


def _take(line: str, table: CommandTable) -> Reason | None:
    """Add a line's phrases to the table; return what is wrong with the line."""
    said, _, does = line.partition(" = ")
    if said.strip() in table.neighbours:
        words = {units_of(one)[-1] for one in does.split("|") if one.strip()}
        table.neighbours[said.strip()] |= words
        return None
    phrases = phrases_of(line)
    if not isinstance(phrases, dict):
        return phrases
    for name, command in phrases.items():
        table.add(units_of(name.removesuffix("?")), command)
    return None


def phrases_of(line: str) -> dict[str, Command] | Reason:
    """Return what a line's phrases do, as written there, or what is wrong with the line."""
    said, equals, does = line.partition(" = ")
    names, does = [name.strip() for name in said.split("|")], does.strip()
    if not equals or not all(names):
        return Message("this is not “phrase = action”")
    command = _command(does)
    if not isinstance(command, Command):
        return command
    for name in names:
        if reason := _misshapen(units_of(name.removesuffix("?")), command):
            return reason
    return {name: replace(command, is_ambiguous=name.endswith("?")) for name in names}


def _command(does: str) -> Command | Reason:
    if does in _ACTIONS:
        action, sign = _ACTIONS[does], ""
    else:
        name, _, sign = does.rpartition(" ")
        if does.startswith(_WRITES):
            name, sign = Action.WRITE.value, does.removeprefix(_WRITES).strip()
        if name not in _ACTIONS:
            return Message("there is no action “{name}”", name=does)
        action = _ACTIONS[name]
    if action.takes_sign and not sign and action is not Action.JOIN:
        return Message("“{name}” needs a sign", name=action.value)
    if action is Action.PAIR and len(sign) != len("“”"):
        return Message("“{name}” needs two signs, one for each side", name=action.value)
    if sign and not action.takes_sign:
        return Message("“{name}” takes no sign", name=action.value)
    return Command(action, sign)


def _misshapen(phrase: Sequence[str], command: Command) -> Reason | None:
    if not phrase or len(phrase) > _LONGEST_PHRASE:
        return Message("a phrase has one to {count} words", count=_LONGEST_PHRASE)
    places = [at for at, unit in enumerate(phrase) if unit == ANY]
    holds_words = len(places) == 1 and places[0] > 0
    if command.action.takes_words and (holds_words or not places):
        return None
    if command.action not in {Action.REPLACE, Action.PAIR, Action.NOTHING}:
        return Message("“*” is only for words to replace") if places else None
    is_pair = len(places) == 1 and 0 < places[0] < len(phrase) - 1
    is_replacing = len(places) == len("**") and 0 < places[0] < places[1] - 1 == len(phrase) - 2
    if command.action is Action.PAIR:
        needed = Message("this phrase needs “*” for the words it goes around")
        return None if is_pair else needed
    if is_replacing or (command.action is Action.NOTHING and (holds_words or not places)):
        return None
    return Message("this phrase needs “*” for the old words, and for the new ones at its end")
