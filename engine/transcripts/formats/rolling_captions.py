"""Rolling captions: a cue repeats the last lines of the previous one, and adds to them.

YouTube's automatic captions show each line three times this way; live television captions scroll,
or grow word by word. Repeated words are not new speech: they get the marks of the originals.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from engine.transcripts.passages import Change, Cue
from engine.transcripts.restored import MARKUP

_WORD = re.compile(r"\s*\S+")
_TOUCH_S = 0.1
_FLASH_S = 0.1  # of a cue that adds nothing and is only visual
_FEWEST_WORDS = 6  # repeated in all; fewer may really be said again
_MOST_LINES = 8  # per cue, to compare


@dataclass(frozen=True, slots=True)
class CueLine:
    """A line of a cue, or part of one: its start and end in a text.

    Attributes:
        speaker: Who speaks, if the file says so elsewhere.
    """

    start: int
    end: int
    cue: Cue
    starts_line: bool = True
    speaker: str = ""


@dataclass(slots=True, eq=False)
class _Word:
    """A word of a caption.

    Attributes:
        text: As shown.
        places: Places of its shown characters, including white space before them.
        copies: Places of the same word in later cues.
    """

    text: str
    places: Sequence[int]
    copies: list[Sequence[int]] = field(default_factory=list)


class RollingCaptions:
    """Finds what of each line is said for the first time; all of it if captions do not roll."""

    def __init__(self, text: str, lines: Sequence[CueLine]) -> None:
        """Args: lines: Lines of all cues, in order; places in `text`."""
        self._begins: dict[int, int] = {}  # where new words begin in lines that repeat
        overlaps, rolls, touching = [0], [], 0
        for before, after in pairwise(_shown(text, lines)):
            overlaps.append(overlap := after.overlap(before))
            touching += after.touches(before)
            if overlap and (overlap < after.count or after.is_flash):
                rolls.append(overlap)
        self._words: list[_Word] = []
        if len(rolls) > 1 and sum(rolls) >= _FEWEST_WORDS and 2 * len(rolls) >= touching:
            self._roll(_shown(text, lines), overlaps)
        self._starts = [word.places[0] for word in self._words]

    @property
    def are_found(self) -> bool:
        return bool(self._words)

    def begin_of(self, start: int, end: int) -> int:
        """Return where new words begin in a line: its end if there are none."""
        return min(self._begins.get(start, start), end)

    def repeated(self, changes: Iterable[Change]) -> Iterator[Change]:
        """Yield the changes to repeats that go with changes of the text."""
        for change in changes:
            at = bisect_right(self._starts, change.start - (change.start == change.end)) - 1
            first = max(at, 0)
            last = max(first + 1, bisect_left(self._starts, change.end))
            for number, word in enumerate(self._words[first:last]):
                begin = max(change.start, word.places[0]) if number else change.start
                end = min(change.end, word.places[-1] + 1) if first + 1 < last else change.end
                of_word = Change(begin, end, "" if number else change.new)
                for copy in word.copies:
                    yield from _moved(of_word, word.places, copy)

    def _roll(self, cues: Iterable[_Shown], overlaps: Sequence[int]) -> None:
        shown: list[_Word] = []
        for cue, overlap in zip(cues, overlaps, strict=True):
            words = list(cue.words())
            known = shown[len(shown) - overlap :] if overlap else []
            for word, before in zip(words, known, strict=False):
                before.copies.append(word.places)
            for start, end in cue.spans:
                of_line = [at for at, word in enumerate(words) if start <= word.places[-1] < end]
                new = [words[at].places[0] for at in of_line if at >= overlap]
                if of_line and of_line[0] < overlap:
                    self._begins[start] = new[0] if new else end
            shown = [*known, *words[overlap:]]
            self._words += words[overlap:]


class _Shown:
    """What a cue shows."""

    def __init__(self, text: str, lines: Sequence[CueLine]) -> None:
        self.spans = [(line.start, line.end) for line in lines]
        self._cue = lines[0].cue
        self._text = text
        self._lines = [MARKUP.sub("", text[start:end]).split() for start, end in self.spans]
        self.count = sum(map(len, self._lines))

    @property
    def is_flash(self) -> bool:
        start_s, end_s = self._cue.start_s, self._cue.end_s
        return start_s is not None and end_s is not None and end_s - start_s <= _FLASH_S

    def touches(self, before: _Shown) -> bool:
        """Whether it is shown as soon as the previous one is gone."""
        end_s, start_s = before._cue.end_s, self._cue.start_s
        return end_s is not None and start_s is not None and start_s - end_s <= _TOUCH_S

    def overlap(self, before: _Shown) -> int:
        """Return how many of its first words are the last lines of the previous cue."""
        if not self.touches(before):
            return 0
        own = [word for line in self._lines for word in line]
        for first in range(max(0, len(before._lines) - _MOST_LINES), len(before._lines)):
            last = [word for line in before._lines[first:] for word in line]
            if last and own[: len(last)] == last:
                return len(last)
        return 0

    def words(self) -> Iterator[_Word]:
        for start, end in self.spans:
            places: list[int] = []
            at = start
            for tag in (*MARKUP.finditer(self._text, start, end), None):
                places += range(at, tag.start() if tag else end)
                at = tag.end() if tag else end
            shown = "".join(self._text[place] for place in places)
            for word in _WORD.finditer(shown.rstrip()):  # white space at its end would take n²
                yield _Word(word.group().strip(), places[word.start() : word.end()])


def _shown(text: str, lines: Sequence[CueLine]) -> Iterator[_Shown]:
    """Yield the cues with words, created anew each time: a day's captions have many."""
    for _, group in groupby(lines, key=lambda it: it.cue):
        if (cue := _Shown(text, list(group))).count:
            yield cue


def _moved(change: Change, places: Sequence[int], copy: Sequence[int]) -> Iterator[Change]:
    """Yield a change of a word as one of its copy, aligning their ends."""
    shift = len(copy) - len(places)
    if change.start == change.end:
        first = bisect_right(places, change.start - 1) - 1 + shift
        at = copy[first] + 1 if first >= 0 else copy[0]
        yield Change(at, at, change.new)
        return
    first = bisect_right(places, change.start) - 1 + shift
    last = bisect_right(places, change.end - 1) - 1 + shift
    if first >= 0:
        yield Change(copy[first], copy[last] + 1, change.new)
