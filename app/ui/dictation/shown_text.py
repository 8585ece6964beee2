"""Which part of a text is in Qt's document, and where.

It is inserted in slices, and long paragraphs are cut.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument

from app.document.edit import exact
from app.document.text import from_units, to_units
from app.ui.widgets.cut_text import FEWEST_UNITS, MOST_UNITS, Cuts, cuts_of
from app.ui.widgets.text_marks import stretch

CUT = "\u2029"  # stands for a cut in `laid_out` and `text_between`; a line ends with a line feed
_AFTER_CUT = 1  # the user state of blocks
_MUCH = 20_000
_LINE_ENDS = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\xa0": " "})


class ShownText:
    """Maps places in the text to positions in Qt's document, and keeps its blocks short.

    Waiting text is not in the document yet: shown places do not count it, positions also count the
    cuts before them. The tail is not known here, and out of the document at every change.

    Attributes:
        waiting: The places that are not in the document yet.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._cuts = Cuts()
        self._length = 0
        self.waiting = range(0)

    def position(self, place: int) -> int:
        return self._cuts.position(self.shown_place(place))

    def place(self, position: int) -> int:
        """Return the place at a position; if text is waiting there, the place after it."""
        shown = self._cuts.place(position)
        return shown if shown < self.waiting.start else shown + len(self.waiting)

    def shown_at(self, position: int) -> int:
        return self._cuts.place(position)

    def shown_place(self, place: int) -> int:
        return place - min(max(place - self.waiting.start, 0), len(self.waiting))

    def selection(self, first: int, last: int) -> tuple[int, int]:
        """Return the places between two positions, with any text waiting between them.

        If everything shown is between them, text waiting after it is included.
        """
        start, end = self.place(first), self._cuts.place(last)
        if end > self.waiting.start or self._is_all(self._cuts.place(first), end):
            end += len(self.waiting)
        return start, max(start, end)

    def _is_all(self, start: int, end: int) -> bool:
        return start == 0 < end == self._length

    def shown(self, units: str) -> str:
        """Return the shown part of a text."""
        return units[: self.waiting.start] + units[self.waiting.stop :] if self.waiting else units

    def laid_out(self, units: str) -> str:
        """Return the shown part of a text, with its cuts."""
        units = self.shown(units)
        if not self._cuts.places:
            return units
        edges = pairwise([0, *self._cuts.places, len(units)])
        return CUT.join(units[start:end] for start, end in edges)

    def wait(self, start: int, end: int, growth: int, *, is_much: bool) -> tuple[int, int] | None:
        """Make the replacement of a stretch wait if it is long, or next to waiting text.

        Returns:
            The shown places to remove meanwhile, None if it need not wait.
        """
        before = self.waiting
        if before and (is_much or (start < before.stop and end > before.start)):
            start, end = min(before.start, start), max(before.stop, end)
        elif not is_much:
            return None
        gone = self.shown_place(start), self.shown_place(end)
        self.waiting = range(start, end + growth)
        return gone

    def edited(self, start: int, end: int, growth: int) -> tuple[int, int]:
        """Follow an edit beside the waiting text; return its shown places."""
        gone = self.shown_place(start), self.shown_place(end)
        if self.waiting and end <= self.waiting.start:
            self.waiting = range(self.waiting.start + growth, self.waiting.stop + growth)
        return gone

    def next_slice(self, units: str, most_units: int, most_lines: int) -> tuple[int, str]:
        """Return the next text to show, and where; it no longer waits."""
        place = self.waiting.start
        coming = units[place : min(place + most_units, self.waiting.stop)]
        if "\ud800" <= coming[-1:] <= "\udbff" and len(coming) > 1:
            coming = coming[:-1]  # do not split a surrogate pair
        coming = "".join(coming.splitlines(keepends=True)[:most_lines])
        self.waiting = range(place + len(coming), self.waiting.stop)
        return place, coming

    def replace(self, start: int, end: int, units: str, how: QTextCharFormat) -> None:
        """Replace shown places in Qt's document."""
        first, last = self._cuts.position(start), self._cuts.position(end)
        if last - first == length_of(self._document) > _MUCH:
            self._clear()
        cursor = stretch(self._document, first, min(last, length_of(self._document)))
        cursor.beginEditBlock()  # laid out once its blocks are short
        cursor.insertText(from_units(units), how)
        self.mend(first, len(units))
        self._splice(first, last, len(units), [])
        self._bind(start, start + len(units))
        cursor.endEditBlock()

    def mend(self, position: int, added: int, outside: Callable[[int], int] = int) -> None:
        """Restore which block follows a cut where an edit began: Qt moves that with its blocks.

        `outside` converts a position to one without the tail.
        """
        block = self._document.findBlock(position)
        after, separator = block.next(), outside(block.position() - 1)
        number = separator - self._cuts.place(separator)
        is_after = self._cuts.places[number : number + 1] == [separator - number]
        if is_after and not is_after_cut(block) and after.position() <= position + added:
            after.setUserState(-1)
        block.setUserState(_AFTER_CUT if is_after else -1)

    def follow(self, first: int, last: int, new: str, *, is_alone: bool) -> tuple[int, int]:
        """Follow a user's edit of the document, between positions as they were.

        `is_alone` if no tail is in the document; otherwise call `read_again`.

        Returns:
            The new shown places.
        """
        start, end = self._cuts.place(first), self._cuts.place(last)
        cuts = [at for at, unit in enumerate(new) if unit == CUT] if CUT in new else []
        added = len(new) - len(cuts)
        growth, waiting = added - (end - start), self.waiting
        if start < waiting.start:
            is_before = end <= waiting.start and not self._is_all(start, end)
            moved = range(waiting.start + growth, waiting.stop + growth)
            self.waiting = moved if is_before else range(0)
        if is_alone:
            self._splice(first, last, added, [at - number for number, at in enumerate(cuts)])
        return start, start + added

    def bind(self, start: int, end: int) -> None:
        """Cut and join the paragraphs of shown places."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        self._bind(start, end)
        cursor.endEditBlock()

    def read_again(self) -> str:
        """Take everything in the document as text; return it."""
        text = text_between(self._document, 0, length_of(self._document))
        cuts = [at for at, unit in enumerate(text) if unit == CUT] if CUT in text else []
        self._cuts.places = [at - number for number, at in enumerate(cuts)]
        self._length = len(text) - len(cuts)
        return text.replace(CUT, "")

    def _clear(self) -> None:
        """Clear the document in less than half the time of Qt's cursor."""
        how = self._document.firstBlock().blockFormat()
        self._document.clear()
        QTextCursor(self._document).setBlockFormat(how)

    def _splice(self, first: int, last: int, added: int, cuts: list[int]) -> None:
        """Follow an edit between positions; `cuts` are those in the added text."""
        start, end, places = self._cuts.place(first), self._cuts.place(last), self._cuts.places
        growth = added - (end - start)
        after = [place + growth for place in places[last - end :]]
        places[first - start :] = [*(start + cut for cut in cuts), *after]
        self._length += growth

    def _bind(self, start: int, end: int) -> None:
        """Cut long paragraphs and join short ones between two shown places."""
        document, places = self._document, self._cuts.places
        low = bisect_left(places, start)
        block = document.findBlock(start + low)
        if is_after_cut(block):
            low, block = low - 1, block.previous()
        begin = block.position()
        last = document.findBlock(self._cuts.position(end))
        last = last.next() if is_after_cut(last.next()) else last
        stop = last.position() + last.length() - 1
        high = stop - self._cuts.place(stop)
        after = length_of(document) - stop
        self._cut_and_join(block, after)
        found: list[int] = []
        block = document.findBlock(begin).next()
        while block.isValid() and block.position() <= length_of(document) - after:
            if is_after_cut(block):
                found.append(block.position() - 1 - low - len(found))
            block = block.next()
        places[low:high] = found

    def _cut_and_join(self, block: QTextBlock, tail_length: int) -> None:
        document = self._document
        cursor = QTextCursor(document)
        while block.isValid() and block.position() <= (end := length_of(document) - tail_length):
            begin, length, after = block.position(), block.length() - 1, block.next()
            is_short = length == 0 or length + after.length() - 1 <= FEWEST_UNITS
            if is_after_cut(after) and after.position() <= end and is_short:
                state = block.userState()
                cursor.setPosition(after.position())
                cursor.deletePreviousChar()
                block = document.findBlock(begin)
                block.setUserState(state)
                continue
            cuts = cuts_of(to_units(block.text())) if length > MOST_UNITS else ()
            for number, cut in enumerate(cuts):
                cursor.setPosition(begin + cut + number)
                cursor.insertBlock()
                block = cursor.block()
                block.setUserState(_AFTER_CUT)
            block = block.next()


def is_after_cut(block: QTextBlock) -> bool:
    """Whether a block continues the paragraph of the one before."""
    return block.isValid() and block.userState() == _AFTER_CUT


def text_between(document: QTextDocument, start: int, end: int) -> str:
    """Return part of the document in code units, with cuts; paragraphs end with a line feed."""
    text = to_units(stretch(document, start, end).selectedText().translate(_LINE_ENDS))
    block, cuts = document.findBlock(start).next(), []
    while block.isValid() and block.position() <= end:
        if is_after_cut(block):
            cuts.append(block.position() - 1 - start)
        block = block.next()
    edges = pairwise([-1, *cuts, len(text)])
    return CUT.join(text[before + 1 : cut] for before, cut in edges)


def length_of(document: QTextDocument) -> int:
    """Return the length of the document's content in code units."""
    return document.characterCount() - 1  # Qt counts the end of the last paragraph


def edit_of(document: QTextDocument, before: str, place: int, added: int) -> tuple[int, str, str]:
    """Return what really happened: place, removed text, added text.

    Qt's changed stretch may be longer than the change, even than the text. `before` is the whole
    text as it was.
    """
    now = length_of(document)
    place = min(place, now, len(before))
    end = min(place + added, now)
    end_before = end - (now - len(before))
    if end_before < place:  # Qt's stretch is too short to hold what was removed
        end_before, end = len(before), now
    return exact(place, before[place:end_before], text_between(document, place, end))
