"""Tables of a recipe: one extends another, single keys change, values are checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_KINDS = {"int": int, "float": (int, float), "str": str, "bool": bool}

_VALUES = {"window_tokens"}  # tables that count as one value


def read_table(path: Path, extended_by: tuple[Path, ...] = ()) -> dict[str, Any]:
    """Read a TOML file on top of the one it `extends`, relative to its folder.

    Tables are merged key by key; lists and all other values are replaced.

    Args:
        extended_by: the files that led here.

    Raises:
        OSError: there is no such file.
        ValueError: it is not TOML, what it extends is not there, or it extends itself.
    """
    with path.open("rb") as stream:
        table = tomllib.load(stream)
    if "extends" not in table:
        return table
    base = path.parent / table.pop("extends")
    if base.resolve() in {one.resolve() for one in (*extended_by, path)}:
        raise ValueError(f"{base} extends itself")
    if not base.is_file():
        raise ValueError(f"there is no {base} to extend")
    return merged(read_table(base, (*extended_by, path)), table)


def merged(base: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    whole = dict(base)
    for key, value in table.items():
        below = whole.get(key)
        if isinstance(below, dict) and isinstance(value, dict) and key not in _VALUES:
            whole[key] = merged(below, value)
        else:
            whole[key] = value
    return whole


def typed(kind: type[T], table: Mapping[str, Any], name: str) -> T:
    """Make a dataclass from a table; lists become tuples.

    Raises:
        TypeError, ValueError: a key is unknown or missing, a value of the wrong type or range.
    """
    if not isinstance(table, Mapping):
        raise TypeError(f"[{name}] is not a table, a mapping of keys to values")
    annotations = {one.name: str(one.type) for one in fields(kind)}  # type: ignore[arg-type]
    for key, value in table.items():
        expected: Any = _KINDS.get(annotations.get(key, ""))
        is_truth = isinstance(value, bool) and annotations.get(key) != "bool"
        if expected and (is_truth or not isinstance(value, expected)):
            raise TypeError(f"{name}.{key} is {value!r}, not {annotations[key]}")
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in table.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise TypeError(f"[{name}]: {str(error).rsplit('__init__() ', 1)[-1]}") from error


def overridden(table: Mapping[str, Any], changes: Sequence[str]) -> dict[str, Any]:
    """Return the table with single keys changed.

    Args:
        changes: `key=value`; a key is a dotted path, with numbers for places in lists.

    Raises:
        ValueError: there is no equals sign, or no such table.
    """
    whole = deepcopy(dict(table))
    for change in changes:
        path, sign, text = change.partition("=")
        if not sign or not path.strip():
            raise ValueError(f"{change!r} is not key=value")
        *parents, last = path.strip().split(".")
        place: Any = whole
        for parent in parents:
            place = _within(place, parent, change)
        if not isinstance(place, dict):
            raise ValueError(f"there is no such table for {change!r}")  # noqa: TRY004
        place[last] = _value(text.strip())
    return whole


def _within(place: Any, key: str, change: str) -> Any:  # noqa: ANN401  any TOML value
    if isinstance(place, list) and key.isdecimal() and int(key) < len(place):
        return place[int(key)]
    if isinstance(place, dict):
        return place.setdefault(key, {})
    raise ValueError(f"there is no such table for {change!r}")


def _value(text: str) -> Any:  # noqa: ANN401  any TOML value
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text  # a bare word is a string
