"""A transcript as a page in the window shows it, and the changes made on that page.

A page has the words of the transcript in order. Every character's place in the transcript is known,
so an edit of the page becomes an edit of the file, and nothing else changes.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from engine.text.spacing import gap
from engine.transcripts.passages import (
    Change,
    ChangedWord,
    Cue,
    Passage,
    Places,
    SpokenWord,
    replacement,
    spliced,
)
from engine.transcripts.restored import PARAGRAPH_PAUSE_S, Layout
from engine.transcripts.transcript import Transcript

_ENDS = (".", "?", "!", "。", "？", "！")
_LINE_END = re.compile(r"\r\n?|\n")
_LAST_LINE_END = re.compile(r"(?:\r\n?|\n)\Z")
_SPACE = re.compile(r"\s+")
_TOKEN = re.compile(r"\s|[^\s]+")
_MOST_PAIRS = 10_000  # of tokens to compare
_OF_LINES = re.compile(r"(?P<space>\r\n?|\n)|[^\r\n]+")
_OF_PAGES = re.compile(r"(?P<space>\s+)|\S+")  # white space is shown as one space
_OF_CUES = re.compile(r"(?P<tag><[^<>\r\n]*>)|(?P<space>\s+)|[^\s<]+|<")


@dataclass(frozen=True, slots=True)
class SpeakerPlace:
    """Where the name of a speaker is on a page, [start, end)."""

    start: int
    end: int
    speaker: str


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page shows of a transcript; all places are in characters.

    Attributes:
        text: Its lines.
        starts, ends: Places of the transcript's words in it, in order.
        labels: Where it names speakers.
        places: Its places in the transcript's text, except for words that were changed.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    labels: Sequence[SpeakerPlace]
    places: Places

    def changes(self, differences: Iterable[Difference], text: str) -> Iterator[Change]:
        """Yield the changes to the transcript's text that make it say what another page does.

        Args:
            differences: Between this page and the other.
            text: The other page.
        """
        return self.places.in_file(self._replaced(differences, text))

    def names(self, differences: Iterable[Difference], text: str) -> dict[str, str]:
        """Return new names on another page for speakers whose labels are not text of the file."""
        names, changes = {}, [*self._replaced(differences, text)]
        for label in self.labels:
            if not self.places.is_nowhere(label.start, label.end):
                continue
            own = [it for it in changes if label.start <= it.start and it.end <= label.end]
            local = (Change(it.start - label.start, it.end - label.start, it.new) for it in own)
            new = "".join(spliced(self.text[label.start : label.end], local)).strip()
            if new and new != label.speaker:
                names[label.speaker] = new
        return names

    def _replaced(self, differences: Iterable[Difference], text: str) -> Iterator[Change]:
        nowhere, held = self.places.is_nowhere, ""
        rows = list(differences)
        for it, following in zip(rows, [*rows[1:], None], strict=False):
            at, end, new = it.source_start, it.source_end, held + text[it.start : it.end]
            held = ""
            if at < end or not nowhere(at - 1, at) or nowhere(at, at + 1):
                yield Change(at, end, new)
            elif following is not None and following.source_start == at:
                held = new
            else:  # after a name that the file has elsewhere: it belongs to the next word
                yield Change(at, at + 1, new + self.text[at : at + 1])


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch of a page as in its file, and as it is now; [start, end) each."""

    source_start: int
    source_end: int
    start: int
    end: int


def page_text(transcript: Transcript, words: Iterable[ChangedWord] | None = None) -> PageText:
    """Return what a page shows of a transcript; `words` as in `Transcript.by_passage`."""
    builder = _Builder(transcript)
    for passage, own in transcript.by_passage(words):
        builder.begin(passage)
        for word in own:
            builder.add_word(*word)
        builder.end(passage)
    return builder.page()


def differences(
    source: str,
    text: str,
    words: Iterable[tuple[int, int, int, int]],
    begin: tuple[int, int] = (0, 0),
    end: tuple[int, int] | None = None,
) -> Iterator[Difference]:
    """Yield the differences between a page as in its file and as it is now.

    Each is within a word or between two.

    Args:
        source: The page as in the file.
        text: The page as it is now.
        words: Start and end in `source` and in `text` of each word that is still there; in order,
            without overlaps.
        begin: Where to start in both.
        end: Where to stop; None for their ends.
    """
    held: Difference | None = None
    source_at, at = begin
    source_stop, stop = end or (len(source), len(text))
    for row in (*words, (source_stop, source_stop, stop, stop)):
        for places in (*_pieces(source, text, (source_at, row[0], at, row[2])), row):
            found = _difference(source, text, places)
            if found is None:
                continue
            if held is not None and _is_nothing(source, text, held, found):
                held = None  # the mark is part of the word here and follows it there
                continue
            yield from [held] if held is not None else []
            held = found
        source_at, at = row[1], row[3]
    yield from [held] if held is not None else []


def _pieces(
    source: str, text: str, places: tuple[int, int, int, int]
) -> Iterator[tuple[int, int, int, int]]:
    """Split what is between two words at what both texts share, such as a name on a new line."""
    source_start, source_end, start, end = places
    old, new = source[source_start:source_end], text[start:end]
    if old == new or not new or not any(map(str.isspace, old)):
        yield places
        return
    one, other = ([it.span() for it in _TOKEN.finditer(stretch)] for stretch in (old, new))
    if len(one) * len(other) > _MOST_PAIRS:  # a text was pasted over
        yield places
        return
    tokens = [old[a:b] for a, b in one], [new[a:b] for a, b in other]
    for begin, at, size in SequenceMatcher(None, *tokens, autojunk=False).get_matching_blocks():
        if not size:
            yield source_start, source_end, start, end
            continue
        yield source_start, places[0] + one[begin][0], start, places[2] + other[at][0]
        source_start = places[0] + one[begin + size - 1][1]
        start = places[2] + other[at + size - 1][1]


def _difference(source: str, text: str, places: tuple[int, int, int, int]) -> Difference | None:
    source_start, source_end, start, end = places
    change = next(replacement(0, source[source_start:source_end], text[start:end]), None)
    if change is None:
        return None
    begin = start + change.start
    first, last = source_start + change.start, source_start + change.end
    return Difference(first, last, begin, begin + len(change.new))


def _is_nothing(source: str, text: str, one: Difference, other: Difference) -> bool:
    """Whether two adjacent differences cancel out."""
    if (one.source_end, one.end) != (other.source_start, other.start):
        return False
    return source[one.source_start : other.source_end] == text[one.start : other.end]


class _Builder:
    """The page so far; what is between words is copied when the next word comes."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript, self._text = transcript, transcript.text
        self._is_lines = transcript.layout is Layout.LINES
        if not self._is_lines:
            self._pattern = _OF_CUES
        else:
            self._pattern = _OF_PAGES if transcript.is_collapsed else _OF_LINES
        self._places = Places(self._typed)
        line_end = _LINE_END.search(self._text)
        self._line_end = line_end.group() if line_end else "\n"
        self._starts, self._ends = array("q"), array("q")
        self._labels: list[SpeakerPlace] = []
        self._at = 0
        self._cue: Cue | None = None
        self._held: tuple[int, int] | None = None  # between lines of a cue; negative: between cues
        self._before: SpokenWord | None = None
        self._last = ""  # as shown
        self._speaker = ""

    def begin(self, passage: Passage) -> None:
        if self._is_lines:
            self._keep(passage.label, _OF_LINES)
        elif passage.cue is self._cue:
            self._held = self._held or (self._at, passage.label)
        else:
            self._held, self._cue = (-1, -1), passage.cue
        self._at = passage.label
        if passage.is_named and passage.label < passage.start:
            self._add_label(passage)
        self._keep(passage.start)

    def end(self, passage: Passage) -> None:
        """Copy the rest of a passage, without the space at the end of a cue."""
        if self._is_lines:
            self._keep(passage.end)
        else:
            self._keep(self._at + len(self._text[self._at : passage.end].rstrip()))
        self._at = passage.end

    def add_word(self, word: SpokenWord, changes: tuple[Change, ...]) -> None:
        if word.speaker != self._speaker and not self._is_lines:
            self._begin_turn(word)
        self._keep(word.start)
        self._release(word)
        if word.speaker != self._speaker:
            self._speaker = word.speaker
            self._add_speaker(word.speaker)
        own = [
            it for it in changes if it.start < word.end or (it.end == word.end and it.new.strip())
        ]
        self._starts.append(self._places.length)
        if own:
            local = (Change(it.start - word.start, it.end - word.start, it.new) for it in own)
            self._last = "".join(spliced(word.written, local))
            self._places.add(self._last)
        else:
            self._last = word.written
            self._places.add(word.written, word.start, word.end)
        self._ends.append(self._places.length)
        self._at, self._before = word.end, word
        for change in changes[len(own) :]:
            self._keep(change.start)
            self._places.add(change.new)
            self._at = change.end

    def _begin_turn(self, word: SpokenWord) -> None:
        """Start a line with a name, before any signs that precede the first word."""
        while self._at < word.start and self._text[self._at].isspace():
            self._at += 1
        self._held, self._speaker = (-1, -1), word.speaker
        self._release(None)
        self._add_speaker(word.speaker)

    def page(self) -> PageText:
        if self._is_lines:
            last = _LAST_LINE_END.search(self._text)
            self._keep(last.start() if last else len(self._text), _OF_LINES)
        places = self._places
        return PageText(places.text, self._starts, self._ends, self._labels, places)

    def _keep(self, end: int, pattern: re.Pattern[str] | None = None) -> None:
        """Copy everything up to a place."""
        pattern = pattern or self._pattern
        while self._at < end and self._held is not None and self._text[self._at].isspace():
            self._at += 1  # at the start of a line
        if self._at >= end:
            return
        self._release(None)
        for found in pattern.finditer(self._text, self._at, end):
            if found.lastgroup is None:
                self._places.add(found.group(), *found.span())
            elif found.lastgroup == "space":
                self._places.add("\n" if pattern is _OF_LINES else " ", *found.span())
        self._at = end

    def _release(self, after: SpokenWord | None) -> None:
        """Add what separates two lines of a cue, or two cues."""
        if self._held is None:
            return
        (start, end), self._held = self._held, None
        before = self._before
        if not self._places.length:
            return
        if start < 0 and (before is None or after is None or self._parts(before, after)):
            self._places.add("\n")
        elif before is not None and after is not None:
            self._places.add(gap(before.written, after.written), start, end)
        else:
            self._places.add(" ", start, end)

    def _parts(self, before: SpokenWord, after: SpokenWord) -> bool:
        """Whether a new line starts between two words of different cues."""
        if self._transcript.layout is Layout.CUES or before.speaker != after.speaker:
            return True
        if before.end_s is None or after.start_s is None:
            return False
        is_long = after.start_s - before.end_s >= PARAGRAPH_PAUSE_S
        return is_long and self._last.endswith(_ENDS)

    def _add_label(self, passage: Passage) -> None:
        """Add the label of a passage; for a cue, just the name."""
        self._release(None)
        self._speaker = passage.speaker
        at = self._text.find(passage.speaker, passage.label, passage.start)
        if not self._is_lines and passage.speaker:
            self._add_speaker(passage.speaker, at)
            self._at = passage.start
        elif passage.speaker and at >= 0:
            self._keep(at)
            self._labels.append(self._label(passage.speaker))

    def _add_speaker(self, speaker: str, at: int = -1) -> None:
        if speaker:
            self._labels.append(self._label(speaker))
            self._places.add(speaker, at, at + len(speaker) if at >= 0 else -1)
            self._places.add(": ")

    def _label(self, speaker: str) -> SpeakerPlace:
        return SpeakerPlace(self._places.length, self._places.length + len(speaker), speaker)

    def _typed(self, text: str) -> str:
        """Return typed text in a form the transcript can hold: cues have no empty lines."""
        if not self._is_lines or self._transcript.is_collapsed:
            return _SPACE.sub(" ", text)
        return text.replace("\n", self._line_end)
