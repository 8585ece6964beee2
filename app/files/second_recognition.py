"""What another speech model recognised in a session, merged into the session's text."""

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
    """A new text for a session, and how it differs from the current one.

    Attributes:
        reading: The new text.
        earlier: The current text.
        sentences: Number of new sentences.
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
    """Return the text that a recognition leads to; takes a second or two for an hour of speech.

    Args:
        recognition: One that has not replaced any text yet.
        units: The session's text, in UTF-16 code units.
        words: Positions of its words in it.
        first: Number of the first new sentence; the others follow.
        recording: Number of the sound's recording in the document.
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
    """Return a session's text before a recognition was accepted, compared with the current one.

    Args:
        session: The session with the words of both.
        recognition: Holds the earlier text.
        units: The current text, in UTF-16 code units.
        words: Positions of its words in it.
    """
    before = recognition.before or ""
    old = spoken_words_of(before, recognition.spans, session.numbered, RECORDING)
    return Earlier.of(to_units(before), old, units, words.all())
