"""What another speech model recognised in a session, laid over the text of the session."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.document.earlier_text import Earlier
from app.document.recognised_again import NewReading, new_reading
from app.document.spoken_words import SpokenWords
from app.document.text import to_units
from app.files.new_session import from_recording
from app.history.edited_text import RECORDING, spoken_words_of
from app.history.records import Recognition, StoredSession
from app.history.session_rows import placed


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new text for a session, and how it differs from the one that it has.

    Attributes:
        reading: the new text.
        earlier: the text that it has.
        sentences: how many new ones there are.
    """

    reading: NewReading
    earlier: Earlier
    sentences: int


def proposal(
    recognition: Recognition,
    units: str,
    words: SpokenWords,
    first: int,
    recording: int = RECORDING,
) -> Proposal:
    """Return what a recognition makes of a text; it takes a second or two for an hour of speech.

    Args:
        recognition: in which no text was replaced yet.
        units: the text of the session, in code units.
        words: where its words stand in it.
        first: the number that the first new sentence gets, which the others follow.
        recording: the number that the sound has in the document.
    """
    new = from_recording(Path(), recognition.sentences)
    spans = new.spans.copy()
    spans[:, 2] += first
    new_words = spoken_words_of(
        new.text, placed(spans), enumerate(recognition.sentences, first), recording
    )
    between = next((it.between_scripts for it in recognition.sentences), " ")
    reading = new_reading(units, words, to_units(new.text), new_words, between)
    earlier = Earlier.of(units, words, reading.units, reading.words, reading.own)
    return Proposal(reading, earlier, len(recognition.sentences))


def earlier_text(
    session: StoredSession, recognition: Recognition, units: str, words: SpokenWords
) -> Earlier:
    """Return the text of a session before a recognition was taken, compared with what it is now.

    Args:
        session: with the words of both.
        recognition: which has the earlier text.
        units: the text as it is now, in code units.
        words: where its words stand in it.
    """
    before = recognition.before or ""
    old = spoken_words_of(before, recognition.spans, session.numbered, RECORDING)
    return Earlier.of(to_units(before), old, units, words.all())
