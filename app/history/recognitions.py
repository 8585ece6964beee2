"""What other speech models recognised in sessions: proposed first, then part of the session."""

from __future__ import annotations

import time
from collections.abc import Sequence

from app.document.text import Places
from app.history.connections import Connections
from app.history.database import damage
from app.history.records import Recognition
from app.history.session_rows import (
    SessionWriting,
    packed_sentences,
    packed_spans,
    placed,
    sentences_of,
    spans_of,
    storable,
)
from engine.types import Sentence


class Recognitions:
    """At most one per session; when a method returns, its changes are on disk."""

    def __init__(self, connections: Connections, writing: SessionWriting) -> None:
        self._connections, self._writing = connections, writing

    def keep(self, number: int, model: str, sentences: Sequence[Sentence]) -> None:
        """Store what a model recognised beside a session, which stays as it is.

        Raises:
            SessionNotFoundError: The session no longer exists.
        """
        with self._connections.writing() as connection:
            self._writing.change(connection, number, "used_s", time.time())
            values = (number, storable(model), packed_sentences(sentences))
            connection.execute(
                "REPLACE INTO recognitions (session, model, sentences) VALUES (?, ?, ?)", values
            )

    def of(self, number: int) -> Recognition | None:
        """Return what another model recognised in a session; None if there is nothing."""
        wanted = (
            "SELECT model, sentences, text, spans, is_accepted FROM recognitions WHERE session = ?"
        )
        with self._connections.reading() as connection:
            row = connection.execute(wanted, (number,)).fetchone()
        if row is None:
            return None
        model, packed, before, spans, is_accepted = row
        try:
            sentences = () if packed is None else sentences_of(packed)
        except ValueError as error:
            raise damage() from error
        known = placed(spans_of(spans, before))
        return Recognition(model, sentences, before, known, bool(is_accepted))

    def take(
        self, number: int, first: int, text: tuple[str, Places], before: tuple[str, Places]
    ) -> None:
        """Make the recognition part of the session; does nothing if that was done before.

        Args:
            number: Number of the session.
            first: Number of the first new sentence; the others follow.
            text: The new text, and the positions of words in it, see `SpokenWords.spans`.
            before: The same for the text as it was.
        """
        found = self.of(number)
        if found is None or found.before is not None:
            return
        with self._connections.writing() as connection:
            (count,) = connection.execute(
                "SELECT word_count FROM sessions WHERE number = ?", (number,)
            ).fetchone() or (0,)
            numbers = range(first, first + len(found.sentences))
            self._writing.add(connection, number, found.sentences, *text, numbers)
            count += sum(len(sentence.words) for sentence in found.sentences)
            replaced = max(0, count - len(text[1]))
            self._writing.change(connection, number, "replaced_words", replaced)
            connection.execute(
                "UPDATE recognitions SET sentences = NULL, text = ?, spans = ? WHERE session = ?",
                (storable(before[0]), packed_spans(before[1]), number),
            )

    def drop(self, number: int) -> None:
        """Forget the recognition, and the text it replaced."""
        with self._connections.writing() as connection:
            connection.execute("DELETE FROM recognitions WHERE session = ?", (number,))
