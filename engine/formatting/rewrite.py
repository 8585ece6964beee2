"""A formatter's request: some units of a sentence, and the text for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Units `first` up to but not including `end` of a sentence, written as `text`.

    `is_word`: It is a single word, such as an address or letters, with no mark inside.
    """

    first: int
    end: int
    text: str
    is_word: bool = False
