"""A session's edited text, with the spoken words still in it and their times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import accumulate
from pathlib import Path

from app.dictation.stored_sound import StoredSound
from app.document.spoken_words import SpokenWords
from app.document.word_alignment import words_of
from app.document.word_span import PackedSentence, WordSpan
from app.history.alignment import placed_words
from app.history.records import (
    NewSession,
    PlacedWord,
    SessionInfo,
    SourceFile,
    StoredSession,
)
from app.history.session_rows import placed
from engine.errors import TranscriptFormatError
from engine.text.units import unit_spans
from engine.transcripts.page_text import PageText, page_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Stretch,
    StretchPiece,
    from_sentences,
)
from engine.types import Sentence, Word

RECORDING = -1  # of all words spoken earlier; new recordings count from one


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """The transcript that a session came from.

    Attributes:
        file: The transcript as read.
        page: What a page shows of the original.
        first_words: See `first_words`.
        is_timed: It consists of subtitles or segments with times.
    """

    file: SourceFile
    page: PageText
    first_words: Sequence[int]
    is_timed: bool


@dataclass(frozen=True, slots=True)
class ReopenedSession:
    """A session about to become the document.

    Attributes:
        session: The session with its words.
        words: Their positions in its text.
        sound: Its sound; None if the user keeps none.
        file: Its transcript; None if it came from none.
    """

    session: StoredSession
    words: SpokenWords
    sound: StoredSound | None
    file: OpenedFile | None = None


def session_text(session: StoredSession) -> RestoredText:
    if session.document is None:
        return from_sentences(session.sentences)
    return _timed(session, session.document)


def reopened(session: StoredSession, folder: Path, file: SourceFile | None) -> ReopenedSession:
    """Return a session ready to continue.

    Args:
        session: The session with its words.
        folder: Where decoded sound may be kept.
        file: The transcript it came from.
    """
    audio, is_foreign = session.info.audio, session.info.source is not None
    is_there = audio is not None and audio.exists()
    sound = None
    if audio is not None and is_there:
        sound = StoredSound(audio, folder, is_foreign=is_foreign, track=session.info.track)
    opened = None if file is None else _opened(session, file)
    return ReopenedSession(session, spoken_words(session), sound, opened)


def unkept(new: NewSession) -> StoredSession:
    """Return a text as a session that no history stores."""
    now = datetime.now().astimezone()
    info = SessionInfo(
        *(0, new.title, now, "", "", 0, new.audio),
        is_finished=True,
        source=new.source,
        track=new.track,
    )
    return StoredSession(info, new.sentences, new.text, spans=placed(new.spans))


def first_words(session: StoredSession) -> list[int]:
    """Return the index of each sentence's first word in the session's transcript.

    Sentences dictated into it start after the transcript's last word.
    """
    counts = (len(sentence.merged.words) for sentence in session.sentences)
    return [0, *accumulate(counts)][:-1]


def spoken_words(session: StoredSession) -> SpokenWords:
    """Return a session's words at their places in its text, for a document."""
    return spoken_words_of(session.text, placed_words(session), session.numbered, RECORDING)


def spoken_words_of(
    text: str,
    placed: Iterable[PlacedWord],
    sentences: Iterable[tuple[int, Sentence]],
    recording: int,
) -> SpokenWords:
    """Return the words of a recording, for a document.

    Args:
        text: The text that contains them.
        placed: Their positions; words of other sentences are ignored.
        sentences: The sentences, with their numbers.
        recording: Number of the recording in the document.
    """
    places = [0, *accumulate(1 + (sign > "\uffff") for sign in text)]  # in Qt's UTF-16 code units
    spoken = {
        number: PackedSentence(sentence, recording, number).spoken()
        for number, sentence in sentences
    }
    return SpokenWords.of(
        WordSpan(places[one.start], places[one.end], spoken[one.sentence][one.word], one.is_edited)
        for one in placed
        if one.word < len(spoken.get(one.sentence, ()))
    )


def _opened(session: StoredSession, file: SourceFile) -> OpenedFile | None:
    with suppress(TranscriptFormatError):  # its text is there all the same
        transcript = read_transcript(BytesIO(file.content), file.format_name)
        page = page_text(transcript)
        is_timed = transcript.layout is not Layout.LINES
        return OpenedFile(file, page, first_words(session), is_timed)
    return None


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
    return RestoredText(Layout.LINES, tuple(stretches), has_markup=True)
