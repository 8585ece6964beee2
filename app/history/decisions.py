"""What the user decided about their corrections; the corrections themselves are derived."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from app.history.connections import Connections
from app.history.corrections import Correction, Verdict
from engine.text.marked_text import read_marked_text


class Decisions:
    """Decisions hold while the sentence stays in the text as it was; they go with their session."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def decide(self, decided: Sequence[tuple[Correction, str]]) -> None:
        """Store what to learn from corrections; a text without words means nothing."""
        rows = [
            (
                one.corrected,
                text.strip() if read_marked_text(text) else "",
                time.time(),
                one.session,
            )
            for one, text in decided
        ]
        with self._connections.writing() as connection:
            connection.executemany(
                "REPLACE INTO decisions SELECT number, ?, ?, ? FROM sessions WHERE number = ?", rows
            )

    def of(self, session: int) -> Mapping[str, Verdict]:
        """Return a session's verdicts by the corrected sentence they are about."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT corrected, approved, decided_s FROM decisions WHERE session = ?", (session,)
            )
            return {corrected: Verdict(*values) for corrected, *values in rows}
