"""Sentences as rows of the database: compact JSON that reads back as it was."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.types import Sentence, Word

Row = tuple[str, str, int]
_IS_COMPLETE, _WITHOUT_SPACES = 1, 2


def storable(text: str) -> str:
    """Return a text without halves of surrogate pairs, of which UTF-8 has none."""
    return text.encode("utf-8", "replace").decode("utf-8")


def to_row(sentence: Sentence) -> Row:
    """Return the columns `surfaces`, `words`, `is_complete`.

    The last one also tells whether no space stands between scripts.
    """
    words = [[word.text, word.start_s, word.end_s, word.confidence] for word in sentence.words]
    flags = sentence.is_complete * _IS_COMPLETE + (not sentence.between_scripts) * _WITHOUT_SPACES
    return _json(sentence.surfaces), _json(words), flags


def from_row(row: Row) -> Sentence:
    """Return the sentence of these columns.

    Raises:
        ValueError: they are damaged.
    """
    flags = row[2]
    try:
        surfaces = tuple(map(_text, json.loads(row[0])))
        words = tuple(_word(*fields) for fields in json.loads(row[1]))
    except (TypeError, RecursionError) as error:
        raise ValueError("no sentence") from error
    if len(surfaces) != len(words):
        raise ValueError("words are missing")
    return Sentence(
        surfaces,
        words,
        is_complete=bool(flags & _IS_COMPLETE),
        between_scripts="" if flags & _WITHOUT_SPACES else " ",
    )


def _word(
    text: object, start_s: object = None, end_s: object = None, confidence: object = None
) -> Word:
    return Word(_text(text), _number(start_s), _number(end_s), _number(confidence))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: object) -> float | None:
    if not isinstance(value, float | int | None):
        raise TypeError(value)
    return value


def _json(values: Sequence[object]) -> str:
    return storable(json.dumps(values, ensure_ascii=False, separators=(",", ":")))
