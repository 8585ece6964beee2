"""What a bundle's description may say: names that can be shown, sizes that a machine can hold."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

_NAME_LENGTH = 100
_DEPTH = 8
_WIDEST = 16_384
_MOST = {  # of the encoder's sizes, far above those of any tagger
    "vocabulary": 1_000_000,
    "width": _WIDEST,
    "layers": 48,
    "heads": _WIDEST,
    "inner_width": _WIDEST,
    "positions": _WIDEST,
    "token_types": 16,
}
_MOST_FIRST_POSITION = 16


def check_depth(description: object) -> None:
    """Raise ValueError for a description that is nested too deeply to read or show."""
    level = [description]
    for _ in range(_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError("depth")


def _inside(outer: object) -> Iterable[object]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()


def checked_name(value: object) -> str:
    """Return it as one line of text.

    Raises:
        ValueError: it is too long, or holds control characters or half a character.
    """
    name = str(value)
    if len(name) > _NAME_LENGTH or any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in name):
        raise ValueError("a name")
    return name


def checked_encoder(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the encoder's sizes; the network's constructor reports missing ones.

    Raises:
        ValueError: a size is no whole number, or beyond what any such network has.
    """
    encoder = dict(table)
    for name, most in _MOST.items():
        if not _is_between(1, encoder.get(name, 1), most):
            raise ValueError(name)
    if not _is_between(0, encoder.get("first_position", 0), _MOST_FIRST_POSITION):
        raise ValueError("first_position")
    epsilon = encoder.get("epsilon", 1e-12)
    if type(epsilon) is not float or not 0.0 < epsilon < 1.0:
        raise ValueError("epsilon")
    if type(encoder.get("timing", False)) is not bool:
        raise ValueError("timing")
    if encoder.get("width", 0) % encoder.get("heads", 1):
        raise ValueError("heads")
    return encoder


def _is_between(least: int, value: object, most: int) -> bool:
    return type(value) is int and least <= value <= most
