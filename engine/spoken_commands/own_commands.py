"""A language's commands with the user's changes, and the table that stores these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.messages import Message, Reason
from engine.spoken_commands.actions import Action
from engine.spoken_commands.table import (
    NEIGHBOURS,
    Command,
    Phrase,
    phrases_of,
    table_errors,
    units_of,
)

_NOT_A_LINE = Message("this is not “phrase = action”")


@dataclass(frozen=True, slots=True)
class CommandRow:
    """An action and the phrases for it; "?" follows those that are usually plain words."""

    action: Action
    sign: str
    phrases: tuple[str, ...] = ()

    @property
    def does(self) -> str:
        """The action as written in a table."""
        return f"{self.action.value} {self.sign}".strip()


_Known = dict[Phrase, tuple[str, Command]]


class OwnCommands:
    """The commands of a bundled table, overridden by the user's own.

    Attributes:
        errors: Mistakes in the user's table.
    """

    def __init__(self, bundled: str, own: str) -> None:
        self._bundled = _known(bundled)
        self._phrases = _known(own, dict(self._bundled))
        self._kept = [line for line in own.lstrip("\ufeff").splitlines() if not _commands(line)]
        self.errors = table_errors(own)

    def rows(self) -> list[CommandRow]:
        """Return a row for each action; bundled ones stay even without phrases."""
        rows: dict[tuple[Action, str], list[str]] = {}
        for _, command in self._bundled.values():
            rows.setdefault((command.action, command.sign), [])
        for name, command in self._phrases.values():
            if command.action is not Action.NOTHING:
                rows.setdefault((command.action, command.sign), []).append(name)
        return [CommandRow(*does, tuple(names)) for does, names in rows.items()]

    def change(self, row: CommandRow, phrases: Sequence[str]) -> Reason | None:
        """Make these, and no others, the phrases for the row's action.

        Returns:
            What is wrong with them, in which case nothing changed; else None.
        """
        wanted: _Known = {}
        for name in phrases:
            line = f"{name} = {row.does}"
            read = phrases_of(line)
            if not isinstance(read, dict):
                return read
            if list(read) != [name] or not _commands(line):
                return _NOT_A_LINE
            phrase, command = units_of(name.removesuffix("?")), read[name]
            if self._does_another(phrase, row):
                return Message("“{phrase}” already does something else", phrase=name)
            wanted[phrase] = name, command
        for phrase, (_, command) in [*self._phrases.items()]:
            if _is_of(command, row) and phrase not in wanted:
                del self._phrases[phrase]
        self._phrases.update(wanted)
        return None

    def own_table(self) -> str:
        """Return a table of the user's changes, keeping lines without commands."""
        lines = [*self._kept]
        lines += [f"{n} = nothing" for p, (n, _) in self._bundled.items() if not self._has(p)]
        for phrase, (name, command) in self._phrases.items():
            is_new = self._bundled.get(phrase, ("", None))[1] != command
            if is_new and self._has(phrase):
                lines.append(f"{name} = {CommandRow(command.action, command.sign).does}")
        return "".join(f"{line}\n" for line in lines)

    def _has(self, phrase: Phrase) -> bool:
        known = self._phrases.get(phrase)
        return known is not None and known[1].action is not Action.NOTHING

    def _does_another(self, phrase: Phrase, row: CommandRow) -> bool:
        return self._has(phrase) and not _is_of(self._phrases[phrase][1], row)


def _is_of(command: Command, row: CommandRow) -> bool:
    return (command.action, command.sign) == (row.action, row.sign)


def _known(text: str, known: _Known | None = None) -> _Known:
    known = {} if known is None else known
    for line in text.lstrip("\ufeff").splitlines():
        for name, command in _commands(line):
            known[units_of(name.removesuffix("?"))] = name, command
    return known


def _commands(line: str) -> list[tuple[str, Command]]:
    """Return the phrases of a line; none for comments, context words or mistakes."""
    said = line.partition(" = ")[0].strip()
    if said.startswith("#") or said in NEIGHBOURS or len(line.splitlines()) > 1:
        return []
    read = phrases_of(line)
    return [*read.items()] if isinstance(read, dict) else []
