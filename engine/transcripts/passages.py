"""What a transcript consists of: passages of speech, the words in them, and changes to both.

Every place is counted in characters of the transcript's text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.text.marked_text import MarkedWord

_LETTER = re.compile(r"([^\W_])")


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a text that is replaced."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """A subtitle or a segment, with its times in seconds where they are known.

    Passages of one cue share it: it equals nothing but itself.
    """

    start_s: float | None = None
    end_s: float | None = None

    @property
    def is_reversed(self) -> bool:
        """True where it ends before it begins; its end is then unknown."""
        return None not in (self.start_s, self.end_s) and self.end_s < self.start_s  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class TimedWord:
    """When a word was said, in seconds; `start` is the place of its first letter."""

    start: int
    start_s: float | None
    end_s: float | None
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of speech: one line, or part of one.

    Attributes:
        start: where it begins, behind its label.
        end: where it ends.
        label: where its label begins, such as `Ann: `; at `start` where it has none.
        is_named: the label tells who speaks.
        speaker: the name of who speaks, empty where nobody told.
        is_turn: someone else begins to speak here.
        begins_document: what came before has nothing to do with it.
        starts_line: a sign of a list may stand at its start.
        start_s: when it is said, in seconds, where the label tells.
        cue: which it belongs to; its times are those of its first and its last word.
        times: of its words one by one, in order, where the file tells them.
    """

    start: int
    end: int
    label: int
    is_named: bool = False
    speaker: str = ""
    is_turn: bool = False
    begins_document: bool = False
    starts_line: bool = True
    start_s: float | None = None
    cue: Cue | None = None
    times: tuple[TimedWord, ...] = ()


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word where it stands, with the signs around it; times in seconds, where they are known.

    `word` keeps the signs of the text (curly ones too); `written` is all that stands here.
    `mark_follows`: the word's mark stands alone, in the gap behind it.
    """

    start: int
    word: MarkedWord
    written: str
    mark_follows: bool = False
    start_s: float | None = None
    end_s: float | None = None
    confidence: float | None = None
    speaker: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.written)

    @property
    def lead(self) -> str:
        """The signs before the word."""
        return self.written[: self.written.index(self.word.core)]

    @property
    def trail(self) -> str:
        """The signs behind the word."""
        return self.written[self.written.index(self.word.core) + len(self.word.core) :]


@dataclass(frozen=True, slots=True)
class WordGap:
    """What stands behind a word, where it may become something else.

    Attributes:
        new: what becomes of `written` where the marks of the word before are new ones.
        is_joint: nothing stands here, as between Chinese words; a space only where it is needed.
        parts_words: both words are of scripts with spaces, and only a mark has kept them apart.
        mark_is_free: a half-width mark that is put here wants a space behind it.
    """

    start: int
    written: str
    new: str
    is_joint: bool = False
    parts_words: bool = False
    mark_is_free: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Someone else begins to speak; what came before is complete."""

    speaker: str


class PassageBreak(Enum):
    """A line ends, or a document: what follows has nothing to do with what came before."""

    LINE = "line"
    DOCUMENT = "document"


Part = SpokenWord | WordGap | Turn | PassageBreak
ChangedWord = tuple[SpokenWord, tuple[Change, ...]]  # those to the word and to the gap behind it


def spliced(text: str, changes: Iterable[Change]) -> Iterator[str]:
    """Yield a text piece by piece, with changes that come in order.

    One that lies within another is part of it already.
    """
    at = 0
    for change in changes:
        if change.start < at:
            continue
        yield text[at : change.start] + change.new
        at = change.end
    yield text[at:]


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Return changes as `spliced` wants them."""
    return sorted(changes, key=lambda change: (change.start, change.end))


def replacement(start: int, old: str, new: str) -> Iterator[Change]:
    """Yield the change that makes `new` of what stands at `start`, as short as it can be."""
    if old == new:
        return
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    rest = range(most - head)
    tail = next((at for at in rest if old[-1 - at] != new[-1 - at]), most - head)
    yield Change(start + head, start + len(old) - tail, new[head : len(new) - tail])


def rewording(old: str, new: str) -> Iterator[Change]:
    """Yield the changes that make `new` of a text: between its letters, where they stay as many."""
    before, now = _LETTER.split(old), _LETTER.split(new)
    pairs = zip(before, now, strict=True) if len(before) == len(now) else [(old, new)]
    start = 0
    for one, other in pairs:
        yield from replacement(start, one, other)
        start += len(one)


def renamed(text: str, passages: Iterable[Passage], names: Mapping[str, str]) -> Iterator[Change]:
    """Yield changes that put new names of speakers into labels."""
    for passage in passages if names else ():
        new = names.get(passage.speaker) if passage.is_named and passage.speaker else None
        if new is None:
            continue
        at = text.find(passage.speaker, passage.label, passage.start)
        while at >= 0:
            end = at + len(passage.speaker)
            yield Change(at, end, new)
            at = text.find(passage.speaker, end, passage.start)


class Places:
    """Where the characters of a text stand in its file, which spells some of them otherwise."""

    def __init__(self, encode: Callable[[str], str]) -> None:
        """Begin with an empty text; `encode` spells new text as the file does."""
        self._encode = encode
        self._pieces: list[str] = []
        self._runs: list[tuple[int, int, int]] = []  # from where in the text, begin and end in file
        self.length = 0

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, text: str, start: int = -1, end: int = -1) -> None:
        """Put text behind what is there.

        It stands character by character from `start` to `end` in the file, or is one character that
        the file spells with more; without them it is nowhere in the file.
        """
        if not text:
            return
        begin, first, last = self._runs[-1] if self._runs else (0, -1, -1)
        goes_on = first >= 0 and last == start and last - first == self.length - begin
        if self._runs and goes_on and end - start == len(text):
            self._runs[-1] = begin, first, end
        else:
            self._runs.append((self.length, start, end))
        self._pieces.append(text)
        self.length += len(text)

    def in_file(self, changes: Iterable[Change]) -> Iterator[Change]:
        """Yield what changes of the text are in the file."""
        for change in changes:
            new, is_inserted = self._encode(change.new), change.start == change.end
            if not is_inserted:
                for start, end in self._stretches(change.start, change.end):
                    yield Change(start, end, new)
                    new = ""
            at = self._behind(change.start) if is_inserted or new.strip() else -1
            if at >= 0:
                yield Change(at, at, new)

    def is_nowhere(self, start: int, end: int) -> bool:
        """Whether nothing of a stretch stands in the file."""
        return start < end and next(self._stretches(start, end), None) is None

    def _behind(self, place: int) -> int:
        """Return where new text goes: behind the character before, else before the one behind."""
        before = list(self._stretches(place - 1, place)) if place else []
        if before:
            return before[0][1]
        behind = list(self._stretches(place, place + 1))
        return behind[0][0] if behind else -1

    def _stretches(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        at = bisect_right(self._runs, start, key=lambda run: run[0]) - 1
        while at < len(self._runs) and self._runs[at][0] < end:
            begin, first, last = self._runs[at]
            stop = self._runs[at + 1][0] if at + 1 < len(self._runs) else self.length
            if first >= 0:
                is_even = last - first == stop - begin
                low, high = max(start, begin) - begin, min(end, stop) - begin
                yield (first + low, first + high) if is_even else (first, last)
            at += 1
