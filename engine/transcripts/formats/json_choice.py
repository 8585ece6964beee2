"""Chooses which strings of a JSON file are the spoken words and the text with all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.text.units import split_units
from engine.transcripts.formats.json_clock import Clock
from engine.transcripts.formats.json_columns import ANY, Column, Node, Path, Tree
from engine.transcripts.formats.json_times import number_in
from engine.transcripts.recutting import letters

TEXTS = frozenset(
    {"text", "transcript", "transcription", "display", "body", "sentence", "utterance", "word"}
)
_SPELT = frozenset({"punctuated", "display"})  # of two spellings without marks, the written one
UNITS_OF_A_WORD = 2.5  # at most, on average: a Chinese word has two
_MOSTLY = 0.9
_HALF = 0.5
_ALIKE = 0.6
_DISTINCT = 0.05
_FEW = 8
_MOST_COLUMNS = 200
_NO_WORD = re.compile(r"\s*(?:\[_.*\]|<\|.*\|>)\s*")  # control tokens of a recogniser


@dataclass(frozen=True, slots=True)
class Base:
    """The columns to take speech from: texts, words, or both.

    `path`: Of what contains both a text and its words.
    """

    text: Column | None
    words: Column | None
    path: Path
    keeps_words: bool = False


def is_word(text: str) -> bool:
    """Whether a piece of a text is more than a recogniser's control token."""
    return _NO_WORD.fullmatch(text) is None


def columns_of_texts(tree: Tree) -> list[Column]:
    """Return the columns that may have speech: not numbers, speaker names or kinds."""
    columns = [
        column
        for column in tree.columns.values()
        if column.spoken and not _names_speakers(column) and not _is_of_numbers(column)
    ]
    return [column for column in columns[:_MOST_COLUMNS] if not _is_kind(column)]


class Choice:
    """Chooses between columns."""

    def __init__(self, columns: Sequence[Column], clock: Clock) -> None:
        self._columns, self._clock = columns, clock

    def base(self) -> Base | None:
        """Return the spoken text; None if nothing looks like speech."""
        words = [it for it in map(self._words_base, self._columns) if it is not None]
        texts = _named_first([it for it in self._columns if self._clock.level(it)])
        text = _best(texts, self._weight)
        if words:
            best = max(words, key=self._words_weight)
            if best.text is not None or not _outweighs(text, best.words):
                return best
        if text is None:
            named = [it for it in self._columns if it.name & TEXTS]
            text = _best(named, self._weight)
        return None if text is None else Base(text, None, text.path[:-1])

    def _weight(self, column: Column) -> tuple[int, int, bool, int]:
        return len(column.letters), column.signs, bool(column.name & TEXTS), len(column.leaves)

    def _words_weight(self, base: Base) -> tuple[object, ...]:
        words = base.words
        if words is None:
            raise TypeError("a base of words without words")
        lists = len({leaf.node.parent for leaf in words.leaves})
        distinct = len({leaf.text for leaf in words.leaves})
        is_spelt = bool(words.name & _SPELT)
        agrees = base.text is not None and base.text.letters == words.letters
        by_size = distinct, len(words.letters), -lists, words.signs, is_spelt
        return base.text is not None, agrees, *by_size

    def _words_base(self, column: Column) -> Base | None:
        """Return the base that a column of words would make; None if it is not one."""
        if ANY not in column.path or column.units_a_leaf > UNITS_OF_A_WORD:
            return None
        level = self._clock.level(column)
        nodes = len({self._clock.record(leaf, column) for leaf in column.spoken})
        is_timed = level and (
            nodes >= _MOSTLY * len(column.spoken) or self._clock.lists_beside(column)
        )
        if not is_timed and not (column.name & TEXTS and column.units_a_leaf <= 1):
            return None
        return self._with_text(column, is_timed=bool(is_timed))

    def _with_text(self, words: Column, *, is_timed: bool) -> Base | None:
        """Return the words with the text around them that has them all."""
        last = len(words.path) - (1 if words.path[-1] == ANY else 2)
        for cut in range(last, -1, -1):
            path = words.path[:cut]
            beside = [it for it in self._columns if it.path[:-1] == path and it.path[-1] != ANY]
            beside = [it for it in beside if it is not words]
            said = _letters_at(words, path) if beside else {}
            shares = [(_share(said, it), it) for it in beside]
            share, same = max(shares, key=lambda it: it[0], default=(0.0, None))
            if same is not None and share >= _HALF:
                alike = [it for part, it in shares if part >= _HALF or _are_alike(it, same)]
                best = max(alike, key=lambda it: (it.signs, bool(it.name & _SPELT)))
                own = next(part for part, it in shares if it is best)
                is_spoken = words.signs == 0 and best is not same
                keeps = own < _HALF or is_spoken or bool(self._clock.lists_beside(words))
                return Base(best, words, path, keeps_words=keeps)
            named = [it for it in beside if it.name & TEXTS]
            if named and is_timed and any(_are_alike(it, words) for it in named):
                return Base(max(named, key=self._weight), words, path)
        if not is_timed and len(words.leaves) < 2:
            return None
        around = self._clock.record(words.leaves[0], words).parent
        return Base(None, words, around.path if around else ())


def _outweighs(text: Column | None, words: Column | None) -> bool:
    """Whether a text is what was said, rather than words that are in no text."""
    if text is None or words is None or text is words:
        return False
    is_text = text.units_a_leaf > UNITS_OF_A_WORD
    return is_text and len(text.letters) > _HALF * len(words.letters)


def _letters_at(words: Column, path: Path) -> dict[Node, str]:
    """Return what is said in each node at a path."""
    said: dict[Node, list[str]] = {}
    for leaf in words.leaves:
        node = leaf.node.at(path)
        if node is not None and is_word(leaf.text):
            said.setdefault(node, []).append(letters(leaf.text))
    return {node: "".join(spoken) for node, spoken in said.items()}


def _share(said: Mapping[Node, str], text: Column) -> float:
    """Return the share of the texts that are said word for word."""
    same = (said.get(leaf.node, "") == letters(leaf.text) for leaf in text.spoken)
    return sum(same) / len(text.spoken)


def _named_first(columns: Sequence[Column]) -> list[Column]:
    """Leave out columns beside one whose name says that it is the text: they are translations."""
    named = {it.path[:-1] for it in columns if it.name & TEXTS}
    return [it for it in columns if it.name & TEXTS or it.path[:-1] not in named]


def _best(columns: Sequence[Column], weight: Callable[[Column], Any]) -> Column | None:
    """Return the column with the most weight; a single one, which may be large, is not weighed."""
    return max(columns, key=weight) if len(columns) > 1 else next(iter(columns), None)


def _names_speakers(column: Column) -> bool:
    return str(column.path[-1]).lower().startswith("speaker")


def _is_of_numbers(column: Column) -> bool:
    return all(number_in(leaf.text) is not None for leaf in column.spoken)


def _is_kind(column: Column) -> bool:
    """Whether a column says which kind its records are: a few words, over and over."""
    texts = {leaf.text for leaf in column.leaves}
    count = len(column.leaves)
    return (count >= _FEW and len(texts) <= max(3, _DISTINCT * count)) or (
        count > 2 and len(texts) == 1
    )


def _are_alike(one: Column, other: Column) -> bool:
    """Whether two columns have most words in common."""
    words, others = (
        {letters(unit) for leaf in it.leaves for unit in split_units(leaf.text)}
        for it in (one, other)
    )
    return len(words & others) >= _ALIKE * max(1, min(len(words), len(others)))
