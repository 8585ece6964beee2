"""Sessions that can be put back until they are deleted for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from app.history.connections import Connections


class Trash:
    """What is in it is not listed, searched or learnt from; nothing of it is changed."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(self, numbers: Sequence[int], now: datetime) -> None:
        with self._connections.writing() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO trash SELECT number, ? FROM sessions WHERE number = ?",
                [(now.timestamp(), number) for number in numbers],
            )

    def put_back(self, numbers: Sequence[int]) -> None:
        """Let sessions be where they were."""
        with self._connections.writing() as connection:
            connection.executemany(
                "DELETE FROM trash WHERE session = ?", [(number,) for number in numbers]
            )

    def numbers(self) -> list[int]:
        """Return what is in it, the latest first."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT session FROM trash ORDER BY since_s DESC, session DESC"
            )
            return [number for (number,) in rows]
