"""Times the strings of a JSON file by the records around them, or by a list beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.transcripts.formats.json_columns import ANY, Column, Leaf, Node, Path
from engine.transcripts.formats.json_literals import Holder, Row, Table
from engine.transcripts.formats.json_times import Bounds, number_in, times_of


class Clock:
    """Knows for each column which records around its strings have times."""

    def __init__(self) -> None:
        self._times: dict[Path, dict[Node, Bounds]] = {}
        self._levels: dict[Path, int] = {}

    def of(self, leaf: Leaf, column: Column) -> Bounds:
        """Return when a string was said."""
        parallel = self.lists_beside(column)
        if leaf.node in parallel:
            return parallel[leaf.node][int(leaf.key)], None
        times = self._times.get(column.path, {})
        return times.get(self.record(leaf, column), (None, None))

    def level(self, column: Column) -> int:
        """Return how many levels above its strings the records with times are, from one."""
        if column.path in self._levels:
            return self._levels[column.path]
        self._levels[column.path] = 0
        deepest = max(len(leaf.node.path) for leaf in column.leaves[:1])
        for level in range(1, deepest + 2):
            texts: dict[Node, list[str]] = {}
            for leaf in column.leaves:
                texts.setdefault(_above(leaf.node, level - 1), []).append(leaf.text)
            records = [
                (node.value, "".join(own), at == 0 or node.parent is not before)
                for at, ((node, own), before) in enumerate(
                    zip(texts.items(), [None, *(it.parent for it in texts)], strict=False)
                )
            ]
            told = times_of(records)
            if told is not None:
                self._times[column.path] = dict(zip(texts, told, strict=True))
                self._levels[column.path] = level
                break
        if not self._levels[column.path] and self.lists_beside(column):
            self._levels[column.path] = 1
        return self._levels[column.path]

    def record(self, leaf: Leaf, column: Column) -> Node:
        """Return the record with a string's times; without times, the one that contains it."""
        return _above(leaf.node, max(0, self.level(column) - 1))

    def lists_beside(self, column: Column) -> Mapping[Node, list[float]]:
        """Return the times of strings whose times are in a separate list, by list of strings."""
        found: dict[Node, list[float]] = {}
        for leaf in column.leaves if column.path[-1] == ANY else ():
            node = leaf.node
            if node in found or node.parent is None:
                continue
            lists = (it for it in _values(node.parent.value) if isinstance(it, Row))
            for value in (it for it in lists if it is not node.value):
                times = [it.value for it in map(number_in, value) if it is not None]
                if len(node.value) == len(value) == len(times) and times == sorted(times):
                    found[node] = times
                    break
        return found

    def bounds(self, nodes: Sequence[Node]) -> dict[Node, Bounds]:
        """Return when nodes were said, according to themselves or what is around them."""
        for above in range(max((len(node.path) for node in nodes), default=0) + 1):
            records = {node: _above(node, above) for node in nodes}
            if len(set(records.values())) < len(nodes):
                return {}
            told = times_of(
                [
                    (record.value, _text_of(node), at == 0)
                    for at, (node, record) in enumerate(records.items())
                ]
            )
            if told is not None:
                return dict(zip(nodes, told, strict=True))
        return {}


def _above(node: Node, count: int) -> Node:
    for _ in range(count):
        node = node.parent or node
    return node


def _text_of(node: Node) -> str:
    """Return its longest string."""
    return max((it for it in _values(node.value) if isinstance(it, str)), key=len, default="")


def _values(holder: Holder) -> Iterable[object]:
    return holder.values() if isinstance(holder, Table) else holder
