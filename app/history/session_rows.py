"""Sessions, sentences and spans as database rows, and back without loss."""

from __future__ import annotations

import json
import logging
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from app.document.open_sentence import END_MARKS
from app.document.text import Places
from app.history import index
from app.history.records import PlacedWord, SessionInfo
from engine.errors import SessionNotFoundError
from engine.messages import Message
from engine.text.markup import without_markup
from engine.types import Sentence, Word

_log = logging.getLogger(__name__)
Row = tuple[str, str, int]
_IS_COMPLETE, _WITHOUT_SPACES = 1, 2
_OPENING_CHARACTERS = 80
INFO = (
    "SELECT number, title, opening, started_s, is_finished, language, model,"
    " word_count - replaced_words, audio, source,"
    " (SELECT track FROM sound_tracks WHERE session = number) FROM sessions"
)
NOT_EMPTY = (
    "(word_count > 0 OR EXISTS"
    " (SELECT 1 FROM documents WHERE session = number AND trim(text, char(9, 10, 13, 32)) <> ''))"
)
IN_TRASH = "EXISTS (SELECT 1 FROM trash WHERE session = number)"
SENTENCES = (
    "SELECT surfaces, words, is_complete, position FROM sentences WHERE session = ?"
    " ORDER BY position"
)
_SENTENCE = "SELECT surfaces, words, is_complete FROM sentences WHERE session = ? AND position = ?"
_CHANGE = "UPDATE sentences SET surfaces = ?, words = ? WHERE session = ? AND position = ?"
DOCUMENT = "SELECT text, spans FROM documents WHERE session = ?"
BEGINNING = "SELECT substr(text, 1, ?) FROM documents WHERE session = ?"
WAS_HEARD = "EXISTS (SELECT 1 FROM recordings WHERE session = number)"


class SessionWriting:
    """Keeps a session's rows, document and index in step.

    Raises `SessionNotFoundError` if there is no such session.

    Attributes:
        changed: Numbers of the sessions written since the start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.changed: set[int] = set()

    def change(self, connection: sqlite3.Connection, number: int, column: str, to: object) -> None:
        changed = connection.execute(
            f"UPDATE sessions SET {column} = ? WHERE number = ?",  # noqa: S608  our own names
            (to, number),
        )
        if not changed.rowcount:
            raise not_found(self._path, number)
        self.changed.add(number)

    def add(  # noqa: PLR0913, PLR0917  sentences and their text are kept together
        self,
        connection: sqlite3.Connection,
        number: int,
        sentences: Sequence[Sentence],
        document: str | None,
        spans: Places | None = None,
        numbers: Sequence[int] = (),
    ) -> bool:
        """Add sentences after the existing ones, together with the text that contains them.

        Args:
            connection: Within a transaction.
            number: Number of the session.
            sentences: The new sentences.
            document: The edited text including them; None if the text was never edited.
            spans: Positions of words in it, see `SpokenWords.spans`; None if unknown.
            numbers: Numbers of the sentences; empty for the next free ones.

        Returns:
            Whether they got these numbers. If those are taken, the sentences get the next free
                ones, and the spans, which refer to the requested ones, are dropped.
        """
        if not sentences:
            return True
        row = connection.execute(
            "SELECT word_count, title || opening FROM sessions WHERE number = ?", (number,)
        ).fetchone()
        count, title = row or (0, "")
        count += sum(len(sentence.words) for sentence in sentences)
        self.change(connection, number, "word_count", count)
        if not title:
            self.change(connection, number, "opening", opening(storable(sentences[0].text)))
        (last,) = connection.execute(
            "SELECT max(position) FROM sentences WHERE session = ?", (number,)
        ).fetchone()
        free = 0 if last is None else last + 1
        is_numbered = bool(numbers) and numbers[0] >= free
        numbers = numbers if is_numbered else range(free, free + len(sentences))
        rows = [(number, at, *to_row(one)) for at, one in zip(numbers, sentences, strict=True)]
        connection.executemany("INSERT INTO sentences VALUES (?, ?, ?, ?, ?)", rows)
        if document is None:
            texts = [storable(sentence.text) for sentence in sentences]
            index.add_passages(connection, number, texts)
        else:
            self.set_document(connection, number, document, spans if is_numbered else None)
        return is_numbered

    def change_sentence(
        self,
        connection: sqlite3.Connection,
        number: int,
        sentence: int,
        change: Callable[[Sentence], Sentence],
    ) -> None:
        """Change a sentence; do nothing if no sentence has this number."""
        row = connection.execute(_SENTENCE, (number, sentence)).fetchone()
        if row is not None:
            surfaces, words, _ = to_row(change(from_row(row)))
            connection.execute(_CHANGE, (surfaces, words, number, sentence))
            self.changed.add(number)

    def set_document(
        self, connection: sqlite3.Connection, number: int, text: str, spans: Places | None = None
    ) -> None:
        """Store the edited text and its spans, and index it for search."""
        text = storable(text)
        self.change(connection, number, "opening", opening(text))
        before = connection.execute(DOCUMENT, (number,)).fetchone()
        packed = None if spans is None else packed_spans(spans)
        connection.execute("REPLACE INTO documents VALUES (?, ?, ?)", (number, text, packed))
        index.set_document(connection, number, text, before[0] if before else None)


def not_found(path: Path, number: int) -> SessionNotFoundError:
    return SessionNotFoundError(path, Message("there is no session {number}", number=number))


def info_of(row: tuple[Any, ...], audio_folder: Path) -> SessionInfo:
    number, title, begin, started_s, is_finished, language, model, word_count, *files = row
    audio, source, track = files
    return SessionInfo(
        number=number,
        title=title or begin,
        started_at=datetime.fromtimestamp(started_s).astimezone(),
        language=language,
        model=model,
        word_count=word_count,
        audio=audio_folder / audio if audio else None,  # a recording's absolute path stays
        is_finished=bool(is_finished),
        source=Path(source) if source else None,
        track=track or 0,
    )


def opening(text: str) -> str:
    first = without_markup(text.strip().partition("\n")[0])
    words = first.split(maxsplit=_OPENING_CHARACTERS)
    line = " ".join(words)
    if len(line) <= _OPENING_CHARACTERS:
        return line
    cut = line[:_OPENING_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + "…"


def storable(text: str) -> str:
    """Return the text with lone surrogates replaced, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def marked(sentence: Sentence, mark: str) -> Sentence:
    """Return the sentence with another end mark, "" for none."""
    last = max(at for at, it in enumerate(sentence.surfaces) if it)
    surfaces = list(sentence.surfaces)
    surfaces[last] = surfaces[last].rstrip(END_MARKS) + mark
    return replace(sentence, surfaces=tuple(surfaces))


def settled(sentence: Sentence, word: int) -> Sentence:
    """Return the sentence with full confidence in a word and all written together with it."""
    _, *written = accumulate(map(bool, sentence.surfaces), initial=-1)
    words = tuple(
        replace(it, confidence=1.0) if at == word else it
        for it, at in zip(sentence.words, written, strict=True)
    )
    return replace(sentence, words=words)


def packed_spans(spans: Places) -> bytes:
    """Return spans (words, 5) delta-encoded column by column and compressed."""
    steps = np.diff(spans, axis=0, prepend=np.zeros((1, spans.shape[1]), spans.dtype))
    return zlib.compress(steps.T.astype("<i4").tobytes(), 1)


def spans_of(packed: bytes | None, text: str | None) -> Places | None:
    """Return a text's spans (words, 5); None if there are none that fit it."""
    if packed is None or text is None:
        return None
    try:
        steps = np.frombuffer(zlib.decompress(packed), "<i4").reshape(len(PlacedWord._fields), -1)
    except (zlib.error, ValueError, TypeError):
        steps = np.full((len(PlacedWord._fields), 1), -1)
    spans = np.cumsum(steps, axis=1, dtype=np.int64).T
    starts, ends = spans[:, 0], spans[:, 1]
    is_in_order = (starts < ends).all() and (starts[1:] >= ends[:-1]).all()
    if not is_in_order or (spans < 0).any() or (ends > len(text)).any():
        _log.warning("the spans of a text are not its own")
        return None
    return spans


def placed(spans: Places | None) -> tuple[PlacedWord, ...]:
    rows = () if spans is None else spans.tolist()
    return tuple(
        PlacedWord(start, end, sentence, word, bool(is_edited))
        for start, end, sentence, word, is_edited in rows
    )


def to_row(sentence: Sentence) -> Row:
    """Return the columns `surfaces`, `words`, `is_complete`.

    The last one also encodes whether scripts are joined without a space.
    """
    words = [[word.text, word.start_s, word.end_s, word.confidence] for word in sentence.words]
    flags = sentence.is_complete * _IS_COMPLETE + (not sentence.between_scripts) * _WITHOUT_SPACES
    return _json(sentence.surfaces), _json(words), flags


def from_row(row: Row) -> Sentence:
    """Return the sentence in these columns.

    Raises:
        ValueError: They are damaged.
    """
    flags = row[2]
    try:
        surfaces = tuple(json.loads(row[0]))
        words = tuple(_word(*fields) for fields in json.loads(row[1]))
    except (TypeError, RecursionError) as error:
        raise ValueError("no sentence") from error
    if len(surfaces) != len(words) or not all(isinstance(one, str) for one in surfaces):
        raise ValueError("words are missing")
    return Sentence(
        surfaces,
        words,
        is_complete=bool(flags & _IS_COMPLETE),
        between_scripts="" if flags & _WITHOUT_SPACES else " ",
    )


def _word(
    text: str,
    start_s: float | None = None,
    end_s: float | None = None,
    confidence: float | None = None,
) -> Word:
    figures = (start_s, end_s, confidence)
    if not (isinstance(text, str) and all(isinstance(one, float | int | None) for one in figures)):
        raise TypeError(figures)
    return Word(text, *figures)


def packed_sentences(sentences: Sequence[Sentence]) -> bytes:
    return zlib.compress(_json([to_row(one) for one in sentences]).encode(), 1)


def sentences_of(packed: bytes) -> tuple[Sentence, ...]:
    """Return the sentences from `packed_sentences`.

    Raises:
        ValueError: They are damaged.
    """
    try:
        rows = json.loads(zlib.decompress(packed))
    except (zlib.error, RecursionError) as error:
        raise ValueError("no sentences") from error
    return tuple(from_row((surfaces, words, flags)) for surfaces, words, flags in rows)


def _json(values: Sequence[object]) -> str:
    return storable(json.dumps(values, ensure_ascii=False, separators=(",", ":")))
