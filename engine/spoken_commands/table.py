"""Command tables: which phrase does what, in lines that people can read and edit.

comma = mark ,
full stop | period? = mark .          several phrases; "?" for one that is a word first
replace * with * = replace
select * = select                      "*" for words that are said with it
quote * unquote = pair “”              stands around words
um | uh = filler                       left out where a person wants that
as usual = write a text
uh huh = words                         no command, and none within it
never after = a | an | the            words behind which no sign is meant
doubtful after = this | time           words behind which any is doubtful
never before = of                     words in front of which a doubtful one is not meant
opens after = is                      words that no sign joins to the next one: "is @anna"
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
    """What a phrase does; `is_ambiguous`: it is a word first, and evidence must say otherwise."""

    action: Action
    sign: str = ""
    is_ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class TableError:
    """A line that is left out, counted from one, and why."""

    line: int
    reason: Reason


NEIGHBOURS = (NEVER_AFTER, DOUBTFUL_AFTER, NEVER_BEFORE, NO_CAPITAL_BEFORE, OPENS_AFTER)


def _no_neighbours() -> dict[str, set[str]]:
    return {name: set() for name in NEIGHBOURS}


@dataclass(slots=True)
class CommandTable:
    """Phrases by their first unit, the longest first; those of utterances; what rules one out.

    Attributes:
        inline: those that stand among other words.
        utterances: those that count between two pauses alone.
        patterns: those of utterances that hold words, each a "*".
        pairs: what stands before some words and behind them, by its first unit.
        neighbours: words that rule a sign out or make it doubtful, by where they stand.
    """

    inline: dict[str, list[tuple[Phrase, Command]]] = field(default_factory=dict)
    utterances: dict[Phrase, Command] = field(default_factory=dict)
    patterns: dict[Phrase, Command] = field(default_factory=dict)
    pairs: dict[str, list[tuple[Phrase, Phrase, Command]]] = field(default_factory=dict)
    neighbours: dict[str, set[str]] = field(default_factory=_no_neighbours)

    def add(self, phrase: Phrase, command: Command) -> None:
        """Let a phrase do this, and nothing that it did before."""
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
        """Return what may be said for the commands that count."""
        inline = (one for some in self.inline.values() for one in some)
        found = (*inline, *self.utterances.items())
        return tuple(joined(phrase) for phrase, one in found if one.action.is_wanted(mode))


def read_tables(paths: Iterable[Path]) -> tuple[CommandTable, dict[Path, tuple[TableError, ...]]]:
    """Read tables; a later one has the last word on a phrase.

    Mistakes leave out their line; a table that cannot be read is left out, told as line 0.
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
    """Return the tables of some languages, those that came with Fermata first."""
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
    """Add a line's phrases to the table; return what is wrong with it."""
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
    """Return what a line's phrases do, as they stand there, or what is wrong with it."""
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
        return Message("“{name}” needs two signs, one for either side", name=action.value)
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
        return Message("“*” stands for words to replace only") if places else None
    is_pair = len(places) == 1 and 0 < places[0] < len(phrase) - 1
    is_replacing = len(places) == len("**") and 0 < places[0] < places[1] - 1 == len(phrase) - 2
    if command.action is Action.PAIR:
        needed = Message("this phrase needs “*” for the words that it stands around")
        return None if is_pair else needed
    if is_replacing or (command.action is Action.NOTHING and (holds_words or not places)):
        return None
    return Message("this phrase needs “*” for the old words, and for the new ones at its end")
