"""A session of the history as it goes on: its text, and which words of it were spoken when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from app.dictation.stored_sound import StoredSound
from app.document.spoken_words import SpokenWords
from app.document.word_span import PackedSentence, WordSpan
from app.history.edited_text import partners
from app.history.records import StoredSession
from engine.text.units import unit_spans

RECORDING = -1  # of all words that were spoken before; new recordings count from one


@dataclass(frozen=True, slots=True)
class ReopenedSession:
    """What becomes the document; `sound` is None where the person keeps none."""

    session: StoredSession
    words: SpokenWords
    sound: StoredSound | None


def reopened(session: StoredSession) -> ReopenedSession:
    """Find the spoken words in a text that was edited; takes a second for ten hours of it."""
    audio = session.info.audio
    sound = StoredSound(audio) if audio is not None and audio.exists() else None
    return ReopenedSession(session, SpokenWords.of(_placed(session)), sound)


def _placed(session: StoredSession) -> Iterator[WordSpan]:
    text = session.text
    spans = list(unit_spans(text))
    places = [0, *accumulate(1 + (sign > "\uffff") for sign in text)]  # in Qt's code units
    spoken = [
        word
        for sentence in session.sentences
        for word in PackedSentence(sentence, RECORDING).spoken()
    ]
    written = [text[start:end] for start, end in spans]
    for place, partner in partners(written, [one.word.text for one in spoken]):
        start, end = spans[place]
        yield WordSpan(places[start], places[end], spoken[partner])
