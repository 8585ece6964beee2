"""Where nothing was heard in the midst of a session, and how long."""

from __future__ import annotations

from app.dictation.events import Gap
from app.history.connections import Connections


class Gaps:
    """Those of each session; what a method has written is on disk when it returns."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(self, session: int, gap: Gap, offset_s: float = 0.0) -> None:
        """Keep one of a recording that began so late on the session's timeline."""
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT INTO gaps SELECT number, ?, ? FROM sessions WHERE number = ?",
                (offset_s + gap.at_s, gap.lost_s, session),
            )

    def of(self, session: int) -> tuple[Gap, ...]:
        """Return those of a session in order, on its timeline."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT at_s, lost_s FROM gaps WHERE session = ? ORDER BY at_s", (session,)
            ).fetchall()
        return tuple(Gap(at_s, lost_s) for at_s, lost_s in rows)
