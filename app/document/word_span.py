"""Spoken words and their places in the text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.document.utterance import Spoken


@dataclass(frozen=True, slots=True)
class WordSpan:
    """A spoken word and its place, [start, end); `is_edited` once a person changed its letters."""

    start: int
    end: int
    spoken: Spoken
    is_edited: bool = False

    def moved(self, by: int) -> WordSpan:
        """Return it at another place."""
        return replace(self, start=self.start + by, end=self.end + by)


def clipped(word: WordSpan, place: int, removed: int, added: str) -> WordSpan | None:
    """Return a word behind an edit that touches it, or None where nothing of it is left.

    A word whose letters are replaced in one go is still that word, written in another way.
    """
    end, growth = place + removed, len(added) - removed
    if added and word.start <= place and end <= word.end and not any(map(str.isspace, added)):
        return replace(word, end=word.end + growth, is_edited=True)
    if place <= word.start and word.end <= end:
        return None
    start = word.start if word.start < place else place + len(added)
    stop = place if word.end <= end else word.end + growth
    return replace(word, start=start, end=stop, is_edited=True)
