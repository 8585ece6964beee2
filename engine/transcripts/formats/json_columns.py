"""The strings of a JSON value in columns, one per path, such as `segments.*.text`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from engine.text.units import split_units
from engine.transcripts.formats.json_literals import Holder, Row, Table
from engine.transcripts.recutting import letters

Path = tuple[str | int, ...]  # keys, `*` for any item of a list, a number if the index matters
ANY = "*"
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_OTHER_READINGS = re.compile(r"alternative|nbest|hypothes", re.IGNORECASE)
_LONGEST_RECORD = 8  # in which the index of a value matters
REPLACED = "partial"  # a hypothesis that later ones replace


@dataclass(slots=True, eq=False)
class Node:
    """An object or list with strings or numbers in it, and its parent."""

    value: Holder
    path: Path
    parent: Node | None

    def and_above(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def at(self, path: Path) -> Node | None:
        """Return this node or the one around it that is at a path."""
        return next((node for node in self.and_above() if node.path == path), None)


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A string and its container."""

    node: Node
    key: str | int
    text: str

    @property
    def place(self) -> tuple[int, int]:
        """Its start and end in the file."""
        begin, end = self.node.value.places[self.key]
        return begin, end


@dataclass(eq=False)
class Column:
    """The strings at a path, in order."""

    path: Path
    leaves: list[Leaf] = field(default_factory=list)

    @property
    def name(self) -> frozenset[str]:
        """Words in the name of its key or, in a list, of the list's key."""
        key = next((key for key in reversed(self.path) if isinstance(key, str) and key != ANY), "")
        return words_in(key)

    @cached_property
    def letters(self) -> str:
        return "".join(letters(leaf.text) for leaf in self.leaves)

    @cached_property
    def spoken(self) -> list[Leaf]:
        """Those with a letter or digit in them."""
        return [leaf for leaf in self.leaves if any(map(str.isalnum, leaf.text))]

    @cached_property
    def units_a_leaf(self) -> float:
        units = sum(len(split_units(leaf.text)) for leaf in self.spoken)
        return units / max(1, len(self.spoken))

    @cached_property
    def signs(self) -> int:
        """Number of capitals and marks: of two spellings, the written one has more."""
        return sum(
            sign.isupper() or sign in ".,?!，。？！" for leaf in self.leaves for sign in leaf.text
        )


def words_in(key: str) -> frozenset[str]:
    """Return the words in a key's name, in lower case: `tStartMs` has t, start and ms."""
    return frozenset(part.lower() for part in _PARTS.findall(key))


class Tree:
    """All nodes and columns of a value by path, in order."""

    def __init__(self, value: object) -> None:
        self.nodes: dict[Path, list[Node]] = {}
        self.columns: dict[Path, Column] = {}
        self._walk(value, (), None)

    def _walk(self, value: object, path: Path, parent: Node | None) -> None:
        if isinstance(value, Table):
            node = self._node(value, path, parent)
            for key, inner in value.items():
                if key != REPLACED:
                    self._visit(inner, key, (*path, ANY if key.isdigit() else key), node)
        elif isinstance(value, Row):
            has_texts = any(isinstance(item, str) for item in value)
            inside = self._node(value, path, parent) if has_texts else parent
            is_record = has_texts and len(value) <= _LONGEST_RECORD
            is_record = is_record and any(isinstance(item, int | float) for item in value)
            items = value[:1] if path and _OTHER_READINGS.search(str(path[-1])) else value
            for at, inner in enumerate(items):
                self._visit(inner, at, (*path, at if is_record else ANY), inside)

    def _visit(self, value: object, key: str | int, path: Path, node: Node | None) -> None:
        if isinstance(value, str):
            if node is not None:
                column = self.columns.setdefault(path, Column(path))
                column.leaves.append(Leaf(node, key, value))
        else:
            self._walk(value, path, node)

    def _node(self, value: Holder, path: Path, parent: Node | None) -> Node:
        node = Node(value, path, parent)
        self.nodes.setdefault(path, []).append(node)
        return node
