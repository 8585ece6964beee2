"""A result as it is shown: its lines, and where its labels and its words stand in them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.document.text import to_units
from app.files.job import FileResult
from app.files.review import Review, tail_at
from app.ui.files.shown_changes import Look, ShownChanges, Span
from engine.text.spacing import gap as space_between
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Separator,
    SpeakerLabel,
    Stretch,
    StretchPiece,
)

BEHIND_TIME = "  "
_BYTE_ORDER_MARK = "\ufeff"
_TAG = re.compile(r"<[^<>\r\n]*>")
_SPACE = re.compile(r"\s+")


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
        review: what was decided about it.
        lines: the paragraphs.
        changes: where they stand.
        other: what to try where the model did not know the text's language.
        is_elsewhere: the text is edited as a session of the history, and no change is decided here.
    """

    number: int
    result: FileResult
    review: Review
    lines: tuple[str, ...]
    changes: ShownChanges
    other: OtherModel | None = None
    is_elsewhere: bool = False


def plain_text(text: RestoredText) -> str:
    """Return what is shown of a text, without the times beside it."""
    page = _Page()
    for _, pieces in _lines(text):
        page.add_line(None, pieces)
    return "\n".join(page.lines).removeprefix(_BYTE_ORDER_MARK)


def shown_result(
    number: int,
    result: FileResult,
    review: Review,
    other: OtherModel | None = None,
    *,
    is_elsewhere: bool = False,
) -> ShownResult:
    """Lay a result out to be read; arguments as the attributes."""
    page = _Page()
    for line in _lines(review.text()):
        page.add_line(*line)
    changes = ShownChanges(review, page.labels, page.heads, page.tails)
    lines = tuple(page.lines)
    return ShownResult(number, result, review, lines, changes, other, is_elsewhere)


def _lines(text: RestoredText) -> Iterator[tuple[float | None, list[StretchPiece]]]:
    if text.layout is Layout.LINES:
        yield from ((None, _without_line_end(stretch)) for stretch in text.stretches)
    elif text.layout is Layout.CUES:
        yield from ((cue.start_s, _in_one_line(cue)) for cue in text.stretches)
    else:
        for group in text.spoken_paragraphs():
            for _, turn in groupby(group, _speaker):
                stretches = list(turn)
                pieces: list[StretchPiece] = []
                for stretch in stretches:
                    pieces += [_space_before(pieces, stretch), *stretch.pieces]
                yield stretches[0].start_s, pieces


def _speaker(stretch: Stretch) -> str:
    words = stretch.words
    return words[0].speaker if words else ""


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
        return SpeakerLabel(f"{piece.speaker}: ", piece.speaker)
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


def _gathered(pieces: Sequence[StretchPiece]) -> Sequence[StretchPiece]:
    """Put what is other than in the source directly behind the word before it."""
    if not any(isinstance(piece, Separator) for piece in pieces):
        return pieces
    gathered: list[StretchPiece] = []
    behind_word = 0
    for piece in pieces:
        if isinstance(piece, Separator):
            gathered.insert(behind_word, piece)
            behind_word += 1
        else:
            gathered.append(piece)
            behind_word = len(gathered) if isinstance(piece, RestoredWord) else behind_word
    return gathered


class _Page:
    """The lines so far, and what stands in them; places are UTF-16 units.

    Attributes:
        heads: of each word, where it begins.
        tails: of each word, where the signs behind it begin.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.labels: list[Span] = []
        self.heads, self.tails = array("q"), array("q")
        self._written: list[str] = []
        self._at = 0
        self._speaker = ""

    def add_line(self, start_s: float | None, pieces: Sequence[StretchPiece]) -> None:
        begin, self._written = self._at, []
        if start_s is not None:
            self._label(_clock(start_s), Look.TIME)
            self._write(BEHIND_TIME)
        for piece in _gathered(pieces):
            if isinstance(piece, RestoredWord):
                self._add_word(piece)
            elif isinstance(piece, SpeakerLabel):
                self._speaker = piece.speaker
                label = piece.text.rstrip()
                self._label(label, Look.SPEAKER)
                self._write(piece.text[len(label) :])
            else:
                self._write(piece if isinstance(piece, str) else piece.text)
        text = "".join(self._written).replace("\n", " ").replace("\r", " ")
        self.lines.append(text)
        self._at = begin + _units(text) + 1

    def _add_word(self, word: RestoredWord) -> None:
        if word.speaker != self._speaker:
            self._speaker = word.speaker
            if word.speaker:
                self._label(f"{word.speaker}:", Look.SPEAKER)
                self._write(" ")
        head = word.text[: tail_at(word.text)]
        self.heads.append(self._at)
        self._write(head)
        self.tails.append(self._at)
        self._write(word.text[len(head) :])

    def _label(self, text: str, look: Look) -> None:
        self.labels.append(Span(self._at, _units(text), look))
        self._write(text)

    def _write(self, text: str) -> None:
        self._written.append(text)
        self._at += _units(text)


def _clock(time_s: float) -> str:
    minutes, seconds = divmod(int(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(to_units(text))
