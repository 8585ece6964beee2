"""Search: cutting texts for the index, turning queries into matches."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.history.records import Snippet
from engine.text.scripts import CJK

_ALONE = re.compile(f"({CJK})")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")  # SQLite ends a text there, or refuses it
_QUERY = re.compile(r'"([^"]+)"?|([^\s"]+)')
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])|\n+")
_JOINT = re.compile(r"[.?!]\s|[。？！]|\n")  # a passage begins after these, whatever follows
_PASSAGE_CHARACTERS = _WINDOW_CHARACTERS = 1_000
_SNIPPET_CHARACTERS = 160
_BEFORE_MATCH = 50


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase to find; with `is_prefix`, a prefix: the last word of a query."""

    text: str
    is_prefix: bool = False

    @property
    def match(self) -> str:
        quoted = spaced(self.text).replace('"', " ")
        return f'"{quoted}"' + (" *" if self.is_prefix else "")


def terms(query: str) -> list[Term]:
    """Split a query into words, and phrases in quotation marks."""
    query = _NO_TEXT.sub(" ", query)
    found = [(phrase or word, bool(word)) for phrase, word in _QUERY.findall(query)]
    found = [(text, is_word) for text, is_word in found if any(map(str.isalnum, text))]
    last = len(found) - 1
    return [Term(text, is_word and at == last) for at, (text, is_word) in enumerate(found)]


def spaced(text: str) -> str:
    """Put spaces around characters of scripts without them, so the index treats each as a word."""
    return _ALONE.sub(r" \1 ", text)


def passages(text: str) -> list[str]:
    """Cut a text into sentences and lines, so that changing one leaves the others as they are."""
    pieces = (piece.strip() for piece in _SENTENCE_END.split(text))
    return [
        piece[begin : begin + _PASSAGE_CHARACTERS]
        for piece in pieces
        for begin in range(0, len(piece), _PASSAGE_CHARACTERS)
    ]


def changed_passages(before: str, now: str) -> tuple[str, str]:
    """Return the stretch from the first passage that differs to the last, in both texts.

    Editing a book costs no more than editing a sentence.
    """
    shortest = min(len(before), len(now))
    same = _common(shortest, lambda length: before[:length] != now[:length])
    first = _last_joint(now, same)
    room = shortest - first
    alike = _common(room, lambda length: before[len(before) - length :] != now[len(now) - length :])
    joint = _JOINT.search(now, len(now) - alike)
    after = len(now) - joint.end() if joint else 0
    return before[first : len(before) - after], now[first : len(now) - after]


def snippet(passage: str, wanted: Sequence[Term]) -> Snippet:
    """Return the passage around its first match, with all matches in it."""
    folded = "".join(map(_folded, passage))
    spans = sorted(it.span() for term in wanted for it in _pattern(term).finditer(folded))
    begin = max(0, spans[0][0] - _BEFORE_MATCH) if spans else 0
    if begin:
        begin = passage.find(" ", begin, spans[0][0]) + 1 or begin
    lead = "…" if begin else ""
    text = passage[begin : begin + _SNIPPET_CHARACTERS]
    trail = "…" if begin + len(text) < len(passage) else ""
    shift = len(lead) - begin
    shown = tuple((a + shift, b + shift) for a, b in spans if b <= begin + len(text))
    return Snippet(lead + text + trail, shown)


@lru_cache(maxsize=64)
def _pattern(term: Term) -> re.Pattern[str]:
    words = re.findall(r"\w+", "".join(map(_folded, spaced(term.text))))
    ending = "" if term.is_prefix or _ALONE.match(words[-1]) else r"(?!\w)"
    beginning = "" if _ALONE.match(words[0]) else r"(?<!\w)"
    return re.compile(beginning + r"[\W_]*".join(map(re.escape, words)) + ending)


@lru_cache(maxsize=8_192)
def _folded(sign: str) -> str:
    """Return the character in lower case without its accent: always one for one."""
    return (unicodedata.normalize("NFD", sign)[:1].lower() or sign)[:1]


def _last_joint(text: str, end: int) -> int:
    """Return the start of the last passage that begins before `end`."""
    length = _WINDOW_CHARACTERS
    while True:
        begin = max(0, end - length)
        joints = [joint.end() for joint in _JOINT.finditer(text, begin, end)]
        if joints or not begin:
            return joints[-1] if joints else 0
        length *= 8


def _common(most: int, differs: Callable[[int], bool]) -> int:
    """Return the length two texts share; bisecting slices beats comparing by character."""
    return bisect_left(range(1, most + 1), True, key=differs)  # noqa: FBT003  what is looked for
