"""Splits recognised words into units, so that a Chinese character is one word everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.text.units import split_units
from engine.types import Word

_SPACE = re.compile(r"\s")
_HALF_OF_A_PAIR = re.compile("[\ud800-\udfff]")


def unit_words(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Split words into units; returns the same words if there is nothing to split.

    The units of a word share its time evenly and have its confidence. Two halves of a surrogate
    pair are joined to the character they form, a lone half becomes U+FFFD, since neither can be
    shown or written.
    """
    if all(word.text.isascii() and _SPACE.search(word.text) is None for word in words):
        return words
    units = tuple(unit for word in words for unit in _units(word))
    return words if units == words else units


def _units(word: Word) -> Iterator[Word]:
    text = _whole_characters(word.text)
    texts = split_units(text) or [text]
    if len(texts) == 1:
        yield word if texts[0] == word.text else replace(word, text=texts[0])
        return
    for text, (start_s, end_s) in zip(texts, even_shares(word, len(texts)), strict=True):
        yield replace(word, text=text, start_s=start_s, end_s=end_s)


def _whole_characters(text: str) -> str:
    if _HALF_OF_A_PAIR.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def even_shares(word: Word, count: int) -> Iterator[tuple[float | None, float | None]]:
    """Return start and end of each of `count` units; if one is unknown, so are those within."""
    start_s, end_s = word.start_s, word.end_s
    borders: list[float | None] = [None] * (count + 1)
    if start_s is not None and end_s is not None:
        borders = [start_s + (end_s - start_s) * at / count for at in range(count)]
        borders.append(end_s)
    borders[0], borders[-1] = start_s, end_s
    return pairwise(borders)
