"""Where a text differs from what it was: an edit of a book of a text costs what a line costs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable


def changed_lines(before: str, now: str) -> tuple[str, str]:
    """Return the lines from the first that differs to the last, of both texts."""
    shortest = min(len(before), len(now))
    same = _common(shortest, lambda length: before[:length] != now[:length])
    first = now.rfind("\n", 0, same) + 1
    room = shortest - first
    alike = _common(room, lambda length: before[len(before) - length :] != now[len(now) - length :])
    end = now.find("\n", len(now) - alike)
    behind = len(now) - end if end >= 0 else 0
    return before[first : len(before) - behind], now[first : len(now) - behind]


def _common(most: int, differs: Callable[[int], bool]) -> int:
    """Return how long two texts are the same; comparing them sign by sign would take longer."""
    return bisect_left(range(1, most + 1), True, key=differs)  # noqa: FBT003  what is looked for
