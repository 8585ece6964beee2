"""Times within a text, such as "[1:05] ", for formats that cannot keep them otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import groupby

from engine.text.markup import begin_of
from engine.text.spacing import joined_texts
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Stretch,
    StretchPiece,
    ends_sentence,
    times_of,
)
from engine.transcripts.speaker_labels import speakers_in
from engine.transcripts.turns import Turns


class TimesInText(Enum):
    """Where times stand: nowhere, before each paragraph or turn, or every so many seconds."""

    NONE = "none"
    PARAGRAPHS = "paragraphs"
    TURNS = "turns"
    HALF_MINUTE = "30"
    MINUTE = "60"
    FIVE_MINUTES = "300"


def with_times(text: RestoredText, times: TimesInText) -> RestoredText:
    """Return a text with times in it; the same one where none are wanted or known.

    Seconds are counted up to the beginning of the next sentence; in what has no sentences, up to
    twice as many.
    """
    if times is TimesInText.NONE or not text.is_timed:
        return text
    marks = _Marks(times)
    if text.layout is Layout.LINES:
        return replace(text, stretches=tuple(_lines(text, marks)))
    if times is TimesInText.TURNS and not text.speakers:
        return text
    paragraphs = (Stretch((paragraph,)) for paragraph in _paragraphs(text, marks))
    return RestoredText(Layout.PARAGRAPHS, tuple(paragraphs))


class _Marks:
    """Says what stands before a word; knows which time was told last."""

    def __init__(self, times: TimesInText) -> None:
        self._times = times
        self._every_s = float(times.value) if times.value.isdecimal() else math.inf
        self._last_s = -math.inf

    def paragraph(self, start_s: float | None, *, is_turn: bool) -> str:
        if self._every_s < math.inf:
            return self.sentence(start_s)
        is_wanted = is_turn or self._times is TimesInText.PARAGRAPHS
        return _mark(start_s) if start_s is not None and is_wanted else ""

    def sentence(self, start_s: float | None, *, begins: bool = True) -> str:
        if start_s is None:
            return ""
        since_s = start_s - self._last_s
        if 0 <= since_s < self._every_s * (1 if begins else 2):  # less than none: another recording
            return ""
        self._last_s = start_s
        return _mark(start_s) if self._every_s < math.inf else ""


def _mark(time_s: float) -> str:
    minutes, seconds = divmod(int(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"[{hours}:{minutes:02}:{seconds:02}] " if hours else f"[{minutes}:{seconds:02}] "


def _lines(text: RestoredText, marks: _Marks) -> Iterator[Stretch]:
    turns = Turns(speakers_in(stretch.text for stretch in text.stretches))
    begins = True
    for stretch in text.stretches:
        is_turn = bool(stretch.text.strip()) and turns.passage(stretch.text, 0).is_turn
        first_s = next((it.start_s for it in stretch.words if it.start_s is not None), None)
        sign = len(begin_of(stretch.text)) if text.has_markup else 0
        pieces: list[StretchPiece] = []
        mark, length = marks.paragraph(first_s, is_turn=is_turn), 0
        for piece in stretch.pieces:
            if length >= sign:
                pieces.append(mark)
                mark = ""
                if isinstance(piece, RestoredWord):
                    pieces.append(marks.sentence(piece.start_s, begins=begins))
                    begins = ends_sentence(piece)
            pieces.append(piece)
            length += len(piece if isinstance(piece, str) else piece.text)
        yield Stretch(tuple(it for it in pieces if it))


def _paragraphs(text: RestoredText, marks: _Marks) -> Iterator[str]:
    if text.speakers:
        for speaker, turn in groupby(text.sentences(), key=lambda it: it.speaker):
            said = list(turn)
            head = marks.paragraph(times_of(said[0])[0], is_turn=True)
            parts = [f"{marks.sentence(times_of(it)[0])}{it.text}" for it in said]
            name = f"{speaker}: " if speaker else ""
            yield head + name + joined_texts(parts, said[0].between_scripts)
        return
    for group in text.spoken_paragraphs():
        rows = [(_start_s(it), _shown(it, text.layout)) for it in group]
        head = marks.paragraph(rows[0][0], is_turn=False)
        parts = [f"{marks.sentence(start_s)}{shown}" for start_s, shown in rows if shown]
        yield head + joined_texts(parts)


def _start_s(stretch: Stretch) -> float | None:
    if stretch.start_s is not None:
        return stretch.start_s
    return next((it.start_s for it in stretch.words if it.start_s is not None), None)


def _shown(stretch: Stretch, layout: Layout) -> str:
    return stretch.plain_text if layout is Layout.CUES else stretch.text.strip()
