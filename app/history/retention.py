"""Sessions unused for a long time, and whether the clock can be trusted about that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.history.connections import Connections

_MANY = 20
_LONGEST_PAUSE_DAYS = 7
_USED = "max(started_s, coalesce(used_s, 0))"
_OLD = (
    f"SELECT number FROM sessions WHERE {_USED} < ?"  # noqa: S608  our own names
    " AND started_s > 1577836800"  # in 2020: before that, the clock was not set
)
_SEEN = f"SELECT coalesce((SELECT seen_s FROM clock), max({_USED})) FROM sessions"  # noqa: S608


@dataclass(frozen=True, slots=True)
class OldSessions:
    """`must_ask` if there are many, or the clock has jumped ahead since the last start."""

    numbers: frozenset[int]
    must_ask: bool


class Retention:
    """Stores the latest believable time that any start has seen."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def old(self, days: float, now: datetime) -> OldSessions:
        """Find sessions last used more than `days` before `now`."""
        with self._connections.writing() as connection:
            limit_s = (now - timedelta(days=days)).timestamp()
            numbers = frozenset(number for (number,) in connection.execute(_OLD, (limit_s,)))
            (seen_s,) = connection.execute(_SEEN).fetchone()
            pause_s = 0.0 if seen_s is None else now.timestamp() - seen_s
            has_jumped = (
                pause_s > timedelta(days=max(_LONGEST_PAUSE_DAYS, days / 4)).total_seconds()
            )
        if not has_jumped:
            self.believe(now)
        return OldSessions(numbers, has_jumped or len(numbers) > _MANY)

    def believe(self, now: datetime) -> None:
        """Accept the time as right; a clock set back makes nothing old."""
        with self._connections.writing() as connection:
            (seen_s,) = connection.execute(_SEEN).fetchone()
            latest_s = max(now.timestamp(), seen_s or 0.0)
            connection.execute("REPLACE INTO clock VALUES (1, ?)", (latest_s,))
