"""The words at hand: committed left context, then open words, then partial words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.types import Word

Pieces = tuple[int, ...]


class WordStream:
    """A queue of words, counted from the start of the text.

    `base ≤ committed ≤ recognised ≤ end`: context, then open words, then partial words.
    """

    def __init__(self, *, uses_timing: bool = False) -> None:
        """Args: uses_timing: A word whose times become known counts as changed."""
        self._uses_timing = uses_timing
        self.base = 0
        self.committed = 0
        self.recognised = 0
        self._words: list[Word] = []
        self._pieces: list[Pieces] = []

    @property
    def end(self) -> int:
        return self.base + len(self._words)

    def append(self, words: Sequence[Word], pieces: Sequence[Pieces], *, replaced: int = 0) -> int:
        """Replace the partial words with final ones; return the first place that changed.

        `replaced`: Number of final words before them to replace too.
        """
        self.recognised = max(self.committed, self.recognised - replaced)
        same = self.replace_partial(words, pieces)
        self.recognised = self.end
        return same

    def replace_partial(self, words: Sequence[Word], pieces: Sequence[Pieces]) -> int:
        """Replace the partial words; return the first place that changed."""
        at = self.recognised - self.base
        old = self._words[at:]
        same = 0
        while same < min(len(old), len(words)) and self._is_unchanged(old[same], words[same]):
            same += 1
        self._words[at:] = words
        self._pieces[at:] = pieces
        return self.recognised + same

    def words(self, first: int, end: int) -> list[Word]:
        return self._words[first - self.base : end - self.base]

    def pieces(self, first: int, end: int) -> list[Pieces]:
        return self._pieces[first - self.base : end - self.base]

    def lengths(self) -> list[int]:
        return [len(piece) for piece in self._pieces]

    def commit(self, count: int, *, context_tokens: int) -> None:
        """Commit `count` open words and drop context beyond `context_tokens` tokens."""
        self.committed += count
        keep, room = self.committed - self.base, context_tokens
        while keep > 0 and len(self._pieces[keep - 1]) <= room:
            keep -= 1
            room -= len(self._pieces[keep])
        del self._words[:keep], self._pieces[:keep]
        self.base += keep

    def _is_unchanged(self, old: Word, new: Word) -> bool:
        is_timed_now = self._uses_timing and old.end_s is None and new.end_s is not None
        return old.text == new.text and not is_timed_now
