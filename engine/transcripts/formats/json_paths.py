"""Paths into JSON: keys and places with dots between them, `*` for all of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

JsonObject = dict[str, Any]


def values_at(value: object, path: str) -> Iterator[object]:
    """Yield what stands at a path, in order; what is of another kind than the path is left out."""
    if not path:
        yield value
        return
    step, _, rest = path.partition(".")
    if step == "*":
        for item in value if isinstance(value, list) else ():
            yield from values_at(item, rest)
    elif step.isdigit():
        for item in value[int(step) :][:1] if isinstance(value, list) else ():
            yield from values_at(item, rest)
    elif isinstance(value, dict) and step in value:
        yield from values_at(value[step], rest)


def texts_at(value: object, path: str) -> Iterator[tuple[JsonObject, str]]:
    """Yield the objects that have a text at a path, each with the key of the text."""
    parent, _, key = path.rpartition(".")
    for holder in values_at(value, parent):
        if isinstance(holder, dict) and isinstance(holder.get(key), str):
            yield holder, key
