"""The text of a document with the times at which it was said."""

from __future__ import annotations

from app.document.document import Document
from app.document.text import from_units
from engine.text.units import unit_spans
from engine.transcripts.restored import Layout, RestoredText, RestoredWord, Stretch, StretchPiece
from engine.transcripts.time_marks import TimesInText, with_times


def timed_text(document: Document, times: TimesInText) -> str:
    """Return the text; as it is where no times are wanted, or none are known."""
    if times is TimesInText.NONE:
        return document.text
    stretches, start = [], 0
    for line in document.units.splitlines(keepends=True):
        stretches.append(_stretch(document, line, start))
        start += len(line)
    marked = with_times(RestoredText(Layout.LINES, tuple(stretches), has_markup=True), times)
    return "".join(stretch.text for stretch in marked.stretches)


def _stretch(document: Document, line: str, begin: int) -> Stretch:
    said = document.words.between(begin, begin + len(line))
    pieces: list[StretchPiece] = []
    end = at = 0
    for start, stop in unit_spans(line):
        pieces += [from_units(line[end:start])] if start > end else []
        while at < len(said) and said[at].end <= begin + start:
            at += 1
        is_said = at < len(said) and said[at].start < begin + stop
        start_s = said[at].spoken.word.start_s if is_said else None
        text = from_units(line[start:stop])
        pieces.append(RestoredWord(text, text, start_s))
        end = stop
    pieces += [from_units(line[end:])] if end < len(line) else []
    return Stretch(tuple(pieces))
