"""Headings, list items and bold words, which stand in plain text as Markdown has them.

# A heading
• An item of a list, “-” in Markdown, with a **bold word**
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

BOLD = "**"
ITEM = "• "
_BEGIN = re.compile(r"(?:#{1,6}|[•-]) +")
_STRONG = re.compile(r"\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*")


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """What a line is without its signs.

    Attributes:
        runs: its text in pieces, each with whether it is bold.
        level: of a heading, from one; 0 for other lines.
        is_item: it is an item of a list.
    """

    runs: tuple[tuple[str, bool], ...]
    level: int = 0
    is_item: bool = False

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.runs)


def marked_line(line: str) -> MarkedLine:
    begin = begin_of(line)
    level = begin.count("#")
    runs = tuple(_runs(line[len(begin) :]))
    return MarkedLine(runs, level, is_item=bool(begin) and not level)


def begin_of(line: str) -> str:
    """Return the sign that a line begins with, and the space after it; "" if it has none."""
    found = _BEGIN.match(line)
    return found[0] if found else ""


def is_heading(line: str) -> bool:
    return begin_of(line).startswith("#")


def bold_places(line: str) -> Iterator[tuple[int, int]]:
    """Yield where bold words stand in a line, [start, end), with their signs."""
    return (found.span() for found in _STRONG.finditer(line))


def without_markup(text: str) -> str:
    """Return a text as it is read; the items of its lists keep their bullets."""
    return "\n".join(map(_read, text.split("\n")))


def as_markdown(text: str) -> str:
    return re.sub(rf"^{ITEM}", "- ", text, flags=re.MULTILINE)


def _read(line: str) -> str:
    one = marked_line(line)
    return (begin_of(line) if one.is_item else "") + one.text


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    end = 0
    for found in _STRONG.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], False
        yield found[1], True
        end = found.end()
    if end < len(text):
        yield text[end:], False
