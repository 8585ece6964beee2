"""Splits long paragraphs into blocks: Qt lays out a block all at once, however long it is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

MOST_UNITS = 2_000  # in one block
FEWEST_UNITS = 1_000  # in two adjacent blocks
_GOAL = 1_500  # leaves room for typing before the next cut


class Cuts:
    """Where paragraphs are cut, as places in the text; a position also counts the cuts before it.

    Attributes:
        places: Ascending.
    """

    def __init__(self) -> None:
        self.places: list[int] = []

    def position(self, place: int) -> int:
        """Return the document position of a place; what follows a cut is on the next line."""
        return place + bisect_right(self.places, place)

    def place(self, position: int) -> int:
        """Return the text place of a position on either side of a cut."""
        cuts = range(len(self.places))
        return position - bisect_left(cuts, position, key=lambda at: self.places[at] + at)


def cuts_of(line: str) -> Iterator[int]:
    """Yield where a paragraph, in UTF-16 code units, is cut: after a space if there is one."""
    begin = 0
    while len(line) - begin > MOST_UNITS:
        end = begin + _GOAL
        space = line.rfind(" ", begin + _GOAL // 2, end)
        begin = end - ("\udc00" <= line[end] <= "\udfff") if space < 0 else space + 1
        yield begin
