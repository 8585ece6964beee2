"""The edited text of a session with those spoken words that are still in it, and their times."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from app.dictation.stored_sound import StoredSound
from app.document.spoken_words import SpokenWords
from app.document.word_span import PackedSentence, WordSpan
from app.history.alignment import placed_words, words_of
from app.history.records import StoredSession
from engine.text.units import unit_spans
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Stretch,
    StretchPiece,
    from_sentences,
)
from engine.types import Word

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
    return _timed(session, session.document)


def reopened(session: StoredSession, folder: Path) -> ReopenedSession:
    """Return a session as it goes on; `folder` is where sound may wait that is decoded."""
    audio, is_foreign = session.info.audio, session.info.source is not None
    is_there = audio is not None and audio.exists()
    sound = StoredSound(audio, folder, is_foreign=is_foreign) if audio and is_there else None
    return ReopenedSession(session, spoken_words(session), sound)


def spoken_words(session: StoredSession) -> SpokenWords:
    """Return the words of a session where they stand in its text, for a document."""
    places = [0, *accumulate(1 + (sign > "\uffff") for sign in session.text)]  # in Qt's code units
    spoken = {
        number: PackedSentence(sentence, RECORDING, number).spoken()
        for number, sentence in session.numbered
    }
    return SpokenWords.of(
        WordSpan(places[one.start], places[one.end], spoken[one.sentence][one.word], one.is_edited)
        for one in placed_words(session)
    )


def _timed(session: StoredSession, document: str) -> RestoredText:
    words = {number: sentence.merged.words for number, sentence in session.numbered}
    spoken = iter(words_of(list(unit_spans(document)), placed_words(session)))
    stretches = []
    for line in document.splitlines(keepends=True):
        pieces: list[StretchPiece] = []
        end = 0
        for start, stop in unit_spans(line):
            pieces += [line[end:start]] if start > end else []
            place, text, end = next(spoken), line[start:stop], stop
            said = words[place.sentence][place.word] if place is not None else Word(text)
            pieces.append(RestoredWord(text, said.text, said.start_s, said.end_s, said.confidence))
        pieces += [line[end:]] if end < len(line) else []
        stretches.append(Stretch(tuple(pieces)))
    return RestoredText(Layout.LINES, tuple(stretches))
