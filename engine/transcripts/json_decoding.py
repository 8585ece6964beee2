"""Decodes the JSON of strangers: only what can be written again as it was."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

_MOST_VALUES = 2_000_000  # twenty hours of words with their times have less


class NotKeptError(ValueError):
    """It is read, but would not be written again as it was."""


def has_too_many_values(text: str) -> bool:
    """True where the values of a text would fill the memory, whatever they are."""
    return sum(map(text.count, "[{,")) > _MOST_VALUES


def depth_exceeds(content: object, limit: int) -> bool:
    """True where lists and objects stand within each other more than `limit` deep."""
    level: list[object] = [content]
    for _ in range(limit):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: object) -> Iterable[object]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise NotKeptError("JSON with an object that has one key twice")
    return table


def _number(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise NotKeptError("JSON with a number that is too large")
    return number


# NaN is no JSON, but Whisper's files have it, and it is written as it was read
DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number)
