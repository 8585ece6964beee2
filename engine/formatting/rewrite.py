"""What a formatter asks for: some units of a sentence, and what is written for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Units `first` up to, not including, `end` of a sentence are written as `text`.

    `is_word`: what is written is a word of its own, an address or letters, which no mark parts.
    """

    first: int
    end: int
    text: str
    is_word: bool = False
