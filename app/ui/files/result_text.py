"""A result as it is shown: its text, and where which change stands in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from app.files.job import FileResult
from engine.text.spacing import gap as space_between
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    SpeakerLabel,
    Stretch,
    StretchPiece,
)

_TAG = re.compile(r"<[^<>\r\n]*>")
_SPACE = re.compile(r"\s+")


class Change(Enum):
    """What differs from the source, and the times that are shown beside the text."""

    ADDED = auto()
    CAPITAL = auto()
    REMOVED = auto()
    TIME = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the shown text, counted as Qt counts: in UTF-16 units."""

    begin: int
    length: int
    change: Change


@dataclass(frozen=True, slots=True)
class OtherModel:
    """A punctuation model that knows the language of a text; without a name where none does."""

    name: str = ""
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownResult:
    """Everything that a tab needs, made where no window waits for it.

    Attributes:
        number: of the job.
        result: what came out.
        lines: the paragraphs.
        spans: in rising order.
        counts: how many changes of a kind there are.
        other: what to try where the model did not know the text's language.
    """

    number: int
    result: FileResult
    lines: tuple[str, ...]
    spans: tuple[Span, ...]
    counts: Mapping[Change, int]
    other: OtherModel | None = None


def shown_result(number: int, result: FileResult, other: OtherModel | None = None) -> ShownResult:
    """Lay a result out to be read; arguments as the attributes."""
    page = _Page()
    for line in _lines(result.text):
        page.add_line(line)
    counts = Counter(span.change for span in page.spans)
    return ShownResult(number, result, tuple(page.lines), tuple(page.spans), counts, other)


def _lines(text: RestoredText) -> Iterator[tuple[float | None, list[StretchPiece]]]:
    if text.layout is Layout.LINES:
        yield from ((None, _without_line_end(stretch)) for stretch in text.stretches)
    elif text.layout is Layout.CUES:
        yield from ((cue.start_s, _in_one_line(cue)) for cue in text.stretches)
    else:
        for group in text.spoken_paragraphs():
            pieces: list[StretchPiece] = []
            for stretch in group:
                pieces += [_space_before(pieces, stretch), *stretch.pieces]
            yield group[0].start_s, pieces


def _space_before(pieces: list[StretchPiece], stretch: Stretch) -> str:
    if not pieces:
        return ""
    before, after = pieces[-1], stretch.pieces[0]
    if isinstance(before, RestoredWord) and isinstance(after, RestoredWord):
        return space_between(before.text, after.text)
    return " "


def _without_line_end(stretch: Stretch) -> list[StretchPiece]:
    pieces = list(stretch.pieces)
    if pieces and isinstance(pieces[-1], str):
        pieces[-1] = pieces[-1].rstrip("\r\n")
    return pieces


def _in_one_line(cue: Stretch) -> list[StretchPiece]:
    bare = [_bare(piece) for piece in cue.pieces]
    return [_unbroken(bare, at) if isinstance(p, str) else p for at, p in enumerate(bare)]


def _bare(piece: StretchPiece) -> StretchPiece:
    if isinstance(piece, SpeakerLabel):
        return f"{piece.speaker}: "
    return _TAG.sub("", piece) if isinstance(piece, str) else piece


def _unbroken(pieces: Sequence[StretchPiece], at: int) -> str:
    """White space on one line; between Chinese characters a line's end becomes none."""
    space = str(pieces[at])
    words = [
        it.text for it in (*pieces[:at][-1:], *pieces[at + 1 :][:1]) if not isinstance(it, str)
    ]
    if "\n" in space and space.isspace() and len(words) == 2:
        return space_between(*words)
    return _SPACE.sub(" ", space)


class _Page:
    """The lines so far, and where the next one begins."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.spans: list[Span] = []
        self._at = 0

    def add_line(self, line: tuple[float | None, list[StretchPiece]]) -> None:
        start_s, pieces = line
        written: list[str] = []
        begin = self._at
        if start_s is not None:
            label = _clock(start_s)
            self.spans.append(Span(self._at, len(label), Change.TIME))
            self._write(written, label + "  ")
        for piece in pieces:
            if isinstance(piece, RestoredWord):
                self.spans += [
                    Span(self._at + _units(piece.text[:a]), _units(piece.text[a:b]), change)
                    for a, b, change in word_changes(piece.source, piece.text)
                ]
            self._write(written, piece if isinstance(piece, str) else piece.text)
        text = "".join(written).replace("\n", " ").replace("\r", " ")
        self.lines.append(text)
        self._at = begin + _units(text) + 1

    def _write(self, written: list[str], text: str) -> None:
        written.append(text)
        self._at += _units(text)


def word_changes(source: str, text: str) -> Iterator[tuple[int, int, Change]]:
    """Yield begin, end and kind of what differs in a word; its letters are the same."""
    if source == text:
        return
    olds, news = _letters(source), _letters(text)
    if len(olds) != len(news):
        return
    gaps = zip(_gaps(source, olds), _gaps(text, news), strict=True)
    is_poorer = False
    for number, ((_, old_gap), (at, gap)) in enumerate(gaps):
        added = [offset for offset, sign in enumerate(gap) if sign not in old_gap]
        for offset in added:
            yield at + offset, at + offset + 1, Change.ADDED
        is_poorer |= not added and any(sign not in gap for sign in old_gap.strip())
        if number < len(news) and source[olds[number]] != text[news[number]]:
            yield news[number], news[number] + 1, Change.CAPITAL
    if is_poorer and news:
        yield news[0], news[-1] + 1, Change.REMOVED


def _letters(text: str) -> list[int]:
    return [at for at, sign in enumerate(text) if sign.isalnum()]


def _gaps(text: str, letters: list[int]) -> list[tuple[int, str]]:
    begins = [0, *(at + 1 for at in letters)]
    return [(a, text[a:b]) for a, b in zip(begins, [*letters, len(text)], strict=True)]


def _clock(time_s: float) -> str:
    minutes, seconds = divmod(int(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
