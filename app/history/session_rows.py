"""Sessions, sentences and spans as rows of the database, which read back as they were."""

from __future__ import annotations

import json
import logging
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from app.document.text import Places
from app.history import index
from app.history.records import PlacedWord, SessionInfo
from engine.errors import SessionNotFoundError
from engine.messages import Message
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
DOCUMENT = "SELECT text, spans FROM documents WHERE session = ?"
BEGINNING = "SELECT substr(text, 1, ?) FROM documents WHERE session = ?"
WAS_HEARD = "EXISTS (SELECT 1 FROM recordings WHERE session = number)"


class SessionWriting:
    """Keeps rows, document and index of a session in step.

    Where there is no such session, `SessionNotFoundError` says so.

    Attributes:
        changed: numbers of sessions that were written since the start.
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
        """Keep sentences behind those that there are, and the text with them in it.

        Args:
            spans: where words stand in it, see `SpokenWords.spans`; None where nobody knows.
            numbers: theirs; empty for the next that are free.

        Returns:
            Whether they have these numbers. Where others have them they get those that are free,
            and the spans, which tell other numbers, are not kept.
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

    def settle_word(
        self, connection: sqlite3.Connection, number: int, sentence: int, word: int
    ) -> None:
        """Make a word sure; nothing where there is no sentence of this number."""
        row = connection.execute(_SENTENCE, (number, sentence)).fetchone()
        if row is not None:
            _, words, _ = to_row(_settled(from_row(row), word))
            change = "UPDATE sentences SET words = ? WHERE session = ? AND position = ?"
            connection.execute(change, (words, number, sentence))
            self.changed.add(number)

    def set_document(
        self, connection: sqlite3.Connection, number: int, text: str, spans: Places | None = None
    ) -> None:
        """Keep the text as it was edited, with its spans, and make it what is found."""
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
        audio=audio_folder / audio if audio else None,  # a recording's own path stays as it is
        is_finished=bool(is_finished),
        source=Path(source) if source else None,
        track=track or 0,
    )


def opening(text: str) -> str:
    words = text.strip().partition("\n")[0].split(maxsplit=_OPENING_CHARACTERS)
    line = " ".join(words)
    if len(line) <= _OPENING_CHARACTERS:
        return line
    cut = line[:_OPENING_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + "…"


def storable(text: str) -> str:
    """Return a text without halves of surrogate pairs, of which UTF-8 has none."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _settled(sentence: Sentence, word: int) -> Sentence:
    """Return a sentence in which a word is sure, with all that are written together with it."""
    _, *written = accumulate(map(bool, sentence.surfaces), initial=-1)
    words = tuple(
        replace(it, confidence=1.0) if at == word else it
        for it, at in zip(sentence.words, written, strict=True)
    )
    return replace(sentence, words=words)


def packed_spans(spans: Places) -> bytes:
    """Return spans (words, 5) as the small differences between them, column by column."""
    steps = np.diff(spans, axis=0, prepend=np.zeros((1, spans.shape[1]), spans.dtype))
    return zlib.compress(steps.T.astype("<i4").tobytes(), 1)


def spans_of(packed: bytes | None, text: str | None) -> Places | None:
    """Return the spans of a text (words, 5); None where there are none that can be its own."""
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

    The last one also tells whether no space stands between scripts.
    """
    words = [[word.text, word.start_s, word.end_s, word.confidence] for word in sentence.words]
    flags = sentence.is_complete * _IS_COMPLETE + (not sentence.between_scripts) * _WITHOUT_SPACES
    return _json(sentence.surfaces), _json(words), flags


def from_row(row: Row) -> Sentence:
    """Return the sentence of these columns.

    Raises:
        ValueError: they are damaged.
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
    """Return the sentences that were packed.

    Raises:
        ValueError: they are damaged.
    """
    try:
        rows = json.loads(zlib.decompress(packed))
    except (zlib.error, RecursionError) as error:
        raise ValueError("no sentences") from error
    return tuple(from_row((surfaces, words, flags)) for surfaces, words, flags in rows)


def _json(values: Sequence[object]) -> str:
    return storable(json.dumps(values, ensure_ascii=False, separators=(",", ":")))
