"""Spoken commands: missed ones in scripted dictation, false ones in plain speech."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from engine.build import LanguageModel
from engine.paths import default_paths
from engine.settings import CommandsMode
from engine.spoken_commands.evidence import mark_chances
from engine.spoken_commands.finder import CommandFinder
from engine.spoken_commands.table import read_tables, table_paths
from engine.text.marked_text import DASHES, read_marked_text
from engine.text.units import split_units
from engine.types import Word
from training.evaluation.table import Row

_SEED = 17
_SAID = {
    ",": ("comma",),
    ".": ("period", "full stop"),
    "?": ("question mark",),
    "!": ("exclamation mark", "exclamation point"),
    ":": ("colon",),
    ";": ("semicolon",),
    "-": ("dash",),
}
_LINE_ENDS = ("", "new line", "new paragraph")


@dataclass(slots=True)
class _Found:
    """Commands by phrase: how many were said, found in their place, found elsewhere."""

    words: int = 0
    said: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> Row:
        said, right, false = (sum(it.values()) for it in (self.said, self.right, self.false))
        return Row(
            name,
            {
                "words": self.words,
                "said": said,
                "recall %": 100 * right / max(1, said),
                "precision %": 100 * right / max(1, right + false),
                "false in 100,000 words": 1e5 * false / max(1, self.words),
            },
        )


def command_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Measure `en/dev`, one utterance per line, without times: as it is, and with its marks said.

    Args: words: of each of its texts; None for all.
    """
    table, _ = read_tables(table_paths(["en"], default_paths({"FERMATA_DATA": "/nowhere"})))
    finder = CommandFinder(table, mark_chances(model.scorer), CommandsMode.ALL)
    plain, destructive, scripted, doubtful = _Found(), _Found(), _Found(), _Found()
    chance = random.Random(_SEED)
    for path in sorted((shared / "data" / "en" / "dev").glob("*.txt")):
        for line in _lines(path, words):
            said = [Word(marked.core.lower()) for marked in read_marked_text(line)]
            _measure_plain(finder, said, plain, destructive)
            _measure_scripted(finder, line, chance, scripted)
    for phrase in ("period", "colon", "dash"):
        for counts, kept in zip(
            (scripted.said, scripted.right, scripted.false),
            (doubtful.said, doubtful.right, doubtful.false),
            strict=True,
        ):
            kept[phrase] = counts[phrase]
    doubtful.words = scripted.words
    yield plain.row("plain: signs and breaks")
    yield destructive.row("plain: whole utterances")
    yield scripted.row("all marks said")
    yield doubtful.row("of them period, colon, dash")


def _lines(path: Path, words: int | None) -> Iterator[str]:
    count = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if words is not None and count > words:
            return
        count += len(line.split())
        yield line


def _measure_plain(
    finder: CommandFinder, said: list[Word], plain: _Found, destructive: _Found
) -> None:
    plain.words += len(said)
    destructive.words += len(said)
    destructive.false["utterance"] += finder.utterance(said) is not None
    found, _ = finder.inline(said, before=(), is_whole=True)
    for one in found:
        plain.false[" ".join(word.text for word in said[one.first : one.end])] += 1


def _measure_scripted(
    finder: CommandFinder, line: str, chance: random.Random, scripted: _Found
) -> None:
    """Say every mark of a line and count what is found, leaving out words that are commands."""
    names = {sign: cycle(phrases) for sign, phrases in _SAID.items()}
    said: list[Word] = []
    commands: dict[tuple[int, int], str] = {}
    for unit in split_units(line):
        marked = read_marked_text(unit)
        said += [Word(one.core.lower()) for one in marked]
        sign = "-" if unit in DASHES else unit[-1:]
        if said and sign in names and (marked or sign == "-"):
            _say(next(names[sign]), said, commands)
    if said and (end := chance.choice(_LINE_ENDS)):
        _say(end, said, commands)
    scripted.words += len(said)
    scripted.said.update(commands.values())
    found, _ = finder.inline(said, before=(), is_whole=True)
    for one in found:
        place = one.first, one.end
        text = " ".join(word.text for word in said[slice(*place)])
        (scripted.right if place in commands else scripted.false)[text] += 1


def _say(phrase: str, said: list[Word], commands: dict[tuple[int, int], str]) -> None:
    first = len(said)
    said += map(Word, phrase.split())
    commands[first, len(said)] = phrase
