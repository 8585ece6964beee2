"""Where a text differs from what it was: an edit of a book costs what a sentence costs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

# behind these `matching.passages` begins a new one, whatever follows
_JOINT = re.compile(r"[.?!]\s|[。？！]|\n")
_WINDOW_CHARACTERS = 1_000


def changed_passages(before: str, now: str) -> tuple[str, str]:
    """Return the passages from the first that differs to the last, of both texts."""
    shortest = min(len(before), len(now))
    same = _common(shortest, lambda length: before[:length] != now[:length])
    first = _last_joint(now, same)
    room = shortest - first
    alike = _common(room, lambda length: before[len(before) - length :] != now[len(now) - length :])
    joint = _JOINT.search(now, len(now) - alike)
    behind = len(now) - joint.end() if joint else 0
    return before[first : len(before) - behind], now[first : len(now) - behind]


def _last_joint(text: str, end: int) -> int:
    """Return where the last passage begins that begins before a place."""
    length = _WINDOW_CHARACTERS
    while True:
        begin = max(0, end - length)
        joints = [joint.end() for joint in _JOINT.finditer(text, begin, end)]
        if joints or not begin:
            return joints[-1] if joints else 0
        length *= 8


def _common(most: int, differs: Callable[[int], bool]) -> int:
    """Return how long two texts are the same; comparing them sign by sign would take longer."""
    return bisect_left(range(1, most + 1), True, key=differs)  # noqa: FBT003  what is looked for
