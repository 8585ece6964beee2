"""The parts of a transcript: passages of speech, their words, and changes to both.

All places are in characters of the transcript's text.
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
    """A stretch of text to replace."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """A subtitle or segment, with its times in seconds if known.

    The passages of a cue share it; it equals only itself.
    """

    start_s: float | None = None
    end_s: float | None = None

    @property
    def is_reversed(self) -> bool:
        """Whether it ends before it begins, so that its end is unknown."""
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
    """A stretch of speech: a line, or part of one.

    Attributes:
        start: Where it begins, after its label.
        end: Where it ends.
        label: Where its label begins, such as `Ann: `; `start` if it has none.
        is_named: The label names the speaker.
        speaker: Name of the speaker; empty if unknown.
        is_turn: Another speaker begins here.
        begins_document: It is unrelated to what came before.
        starts_line: It may begin with a list marker.
        start_s: When it was said, in seconds, if the label tells.
        cue: Its cue, which times its first and last words.
        times: Times of its words one by one, in order, if the file has them.
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
    """A word at its place, with the signs around it; times in seconds, if known.

    `word` keeps the signs of the text (such as curly quotes); `written` is all of it.
    `mark_follows`: The word's mark is separate, in the gap after it.
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
        """Signs before the word."""
        return self.written[: self.written.index(self.word.core)]

    @property
    def trail(self) -> str:
        """Signs after the word."""
        return self.written[self.written.index(self.word.core) + len(self.word.core) :]


@dataclass(frozen=True, slots=True)
class WordGap:
    """What follows a word, where it may change.

    Attributes:
        new: What `written` becomes if the word before gets new marks.
        is_joint: It is empty, as between Chinese words; it gets a space only if needed.
        parts_words: Both words are of scripts with spaces, and only a mark separated them.
        mark_is_free: A half-width mark inserted here needs a space after it.
    """

    start: int
    written: str
    new: str
    is_joint: bool = False
    parts_words: bool = False
    mark_is_free: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Another speaker begins; what came before is complete."""

    speaker: str


class PassageBreak(Enum):
    """The end of a line, or of a document, after which something unrelated follows."""

    LINE = "line"
    DOCUMENT = "document"


Part = SpokenWord | WordGap | Turn | PassageBreak
ChangedWord = tuple[SpokenWord, tuple[Change, ...]]  # changes to the word and to the gap after it


def spliced(text: str, changes: Iterable[Change]) -> Iterator[str]:
    """Yield a text piece by piece, applying changes that are in order.

    A change that starts within another is already part of it.
    """
    at = 0
    for change in changes:
        if change.start < at:
            continue
        yield text[at : change.start] + change.new
        at = change.end
    yield text[at:]


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Return changes in the order that `spliced` needs."""
    return sorted(changes, key=lambda change: (change.start, change.end))


def replacement(start: int, old: str, new: str) -> Iterator[Change]:
    """Yield the shortest change that turns `old`, at `start`, into `new`."""
    if old == new:
        return
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    rest = range(most - head)
    tail = next((at for at in rest if old[-1 - at] != new[-1 - at]), most - head)
    yield Change(start + head, start + len(old) - tail, new[head : len(new) - tail])


def rewording(old: str, new: str) -> Iterator[Change]:
    """Yield the changes that turn `old` into `new`, between letters if their number is the same."""
    before, now = _LETTER.split(old), _LETTER.split(new)
    pairs = zip(before, now, strict=True) if len(before) == len(now) else [(old, new)]
    start = 0
    for one, other in pairs:
        yield from replacement(start, one, other)
        start += len(one)


def renamed(text: str, passages: Iterable[Passage], names: Mapping[str, str]) -> Iterator[Change]:
    """Yield changes that replace names of speakers in labels."""
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
    """Maps the characters of a text to their places in a file that may spell them differently."""

    def __init__(self, encode: Callable[[str], str]) -> None:
        """Start with an empty text; `encode` spells new text as the file does."""
        self._encode = encode
        self._pieces: list[str] = []
        self._runs: list[tuple[int, int, int]] = []  # start in the text, start and end in the file
        self.length = 0

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, text: str, start: int = -1, end: int = -1) -> None:
        """Append text.

        It is in the file character by character from `start` to `end`, or is one character that the
        file spells with several; without them it is nowhere in the file.
        """
        if not text:
            return
        begin, first, last = self._runs[-1] if self._runs else (0, -1, -1)
        continues = first >= 0 and last == start and last - first == self.length - begin
        if self._runs and continues and end - start == len(text):
            self._runs[-1] = begin, first, end
        else:
            self._runs.append((self.length, start, end))
        self._pieces.append(text)
        self.length += len(text)

    def in_file(self, changes: Iterable[Change]) -> Iterator[Change]:
        """Yield changes of the text as changes of the file."""
        for change in changes:
            new, is_inserted = self._encode(change.new), change.start == change.end
            if not is_inserted:
                for start, end in self._stretches(change.start, change.end):
                    yield Change(start, end, new)
                    new = ""
            at = self._after(change.start) if is_inserted or new.strip() else -1
            if at >= 0:
                yield Change(at, at, new)

    def is_nowhere(self, start: int, end: int) -> bool:
        """Whether no part of a stretch is in the file."""
        return start < end and next(self._stretches(start, end), None) is None

    def _after(self, place: int) -> int:
        """Return where to insert text: after the character before, else before the one after."""
        before = list(self._stretches(place - 1, place)) if place else []
        if before:
            return before[0][1]
        after = list(self._stretches(place, place + 1))
        return after[0][0] if after else -1

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
