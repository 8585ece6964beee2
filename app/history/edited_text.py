"""The edited text of a session with those spoken words that are still in it, and their times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from app.dictation.stored_sound import StoredSound
from app.document.spoken_words import SpokenWords
from app.document.word_span import PackedSentence, WordSpan
from app.history.alignment import partners
from app.history.records import StoredSession
from engine.text.units import split_units, unit_spans
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Stretch,
    StretchPiece,
    from_sentences,
)
from engine.types import Sentence, Word

RECORDING = -1  # of all words that were spoken before; new recordings count from one


@dataclass(frozen=True, slots=True)
class ReopenedSession:
    """What becomes the document; `sound` is None where the person keeps none."""

    session: StoredSession
    words: SpokenWords
    sound: StoredSound | None


def session_text(session: StoredSession) -> RestoredText:
    if session.document is None:
        return from_sentences(session.sentences)
    return _timed(session.document, [sentence.merged for sentence in session.sentences])


def reopened(session: StoredSession, folder: Path) -> ReopenedSession:
    """Find the spoken words in a text that was edited; takes a second for ten hours of it.

    `folder` is where sound may wait that is decoded.
    """
    audio, is_foreign = session.info.audio, session.info.source is not None
    is_there = audio is not None and audio.exists()
    sound = StoredSound(audio, folder, is_foreign=is_foreign) if audio and is_there else None
    return ReopenedSession(session, SpokenWords.of(_word_spans(session)), sound)


def _timed(document: str, sentences: Sequence[Sentence]) -> RestoredText:
    written = split_units(document)
    words = [word for sentence in sentences for word in sentence.words]
    units, word_of = _said(sentences)
    spoken = [words[at] for at in word_of]
    partner_of = dict(partners(written, units))
    place = 0
    stretches = []
    for line in document.splitlines(keepends=True):
        pieces: list[StretchPiece] = []
        end = 0
        for start, stop in unit_spans(line):
            pieces += [line[end:start]] if start > end else []
            end = stop
            partner = partner_of.get(place)
            said = Word("") if partner is None else spoken[partner]
            text = line[start:stop]
            heard = text if partner is None else said.text
            pieces.append(RestoredWord(text, heard, said.start_s, said.end_s, said.confidence))
            place += 1
        pieces += [line[end:]] if end < len(line) else []
        stretches.append(Stretch(tuple(pieces)))
    return RestoredText(Layout.LINES, tuple(stretches))


def _word_spans(session: StoredSession) -> Iterator[WordSpan]:
    text = session.text
    spans = list(unit_spans(text))
    places = [0, *accumulate(1 + (sign > "\uffff") for sign in text)]  # in Qt's code units
    spoken = [
        word
        for sentence in session.sentences
        for word in PackedSentence(sentence, RECORDING).spoken()
    ]
    said, word_of = _said([sentence.merged for sentence in session.sentences])
    written = [text[start:end] for start, end in spans]
    for place, partner in partners(written, said):
        start, end = spans[place]
        yield WordSpan(places[start], places[end], spoken[word_of[partner]])


def _said(sentences: Sequence[Sentence]) -> tuple[list[str], list[int]]:
    """Return the units that were written first, and the place of the spoken word of each."""
    surfaces = (surface for sentence in sentences for surface in sentence.surfaces)
    cut = [(unit, at) for at, surface in enumerate(surfaces) for unit in split_units(surface)]
    return [unit for unit, _ in cut], [at for _, at in cut]
