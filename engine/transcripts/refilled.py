"""A transcript that is filled again, with a text that was made from it before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.errors import TranscriptFormatError
from engine.transcripts.restored import RestoredText, RestoredWord, Separator
from engine.transcripts.transcript import Part, Slot, Transcript, part_source


def refilled(transcript: Transcript, text: RestoredText) -> Iterator[tuple[Part, str]]:
    """Yield the parts of a transcript with their texts, for `Transcript.render`.

    Args:
        transcript: what was read.
        text: made of it by its own collector; its words may be written otherwise now.

    Raises:
        TranscriptFormatError: the words of the text are not those of the transcript.
    """
    words, separators = text.words, _separators(text)
    number = 0
    for part in transcript.parts():
        source = part_source(part)
        if isinstance(part, Slot):
            word = next(words, None)
            if word is None or word.source != source:
                raise TranscriptFormatError(transcript.path, "it changed while it was read")
            number += 1
            yield part, word.text
        else:
            yield part, separators[number].get(source, source)


def _separators(text: RestoredText) -> defaultdict[int, dict[str, str]]:
    """Return by the number of words before them what became of what stood between words."""
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    number = 0
    for stretch in text.stretches:
        for piece in stretch.pieces:
            if isinstance(piece, Separator):
                found[number][piece.source] = piece.text
            number += isinstance(piece, RestoredWord)
    return found
