"""Sentences from below, where everything is told in English, in the language of the window.

The engine, the command line and the processes that work on files and train are free of Qt and know
no language but English. What they say is recognised here by its pattern and said again.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication

from app import error_text
from app.ui.language.sentence_patterns import CONTEXT, PATTERNS
from app.ui.language.sentences_for_windows import IN_A_WINDOW
from engine.errors import FermataError

_HOLE = re.compile(r"\{(\w+)\}")
_STOPPED = "{sentence}."
_SPOKEN = frozenset({"kind", "language", "languages", "need", "reason", "sentence"})


def explain(error: FermataError | OSError) -> str:
    """Return what an error means to people, with its full stop."""
    return in_own_words(error_text.explain(error))


def in_own_words(text: str) -> str:
    """Return what was said below in the language of the window; as it is where that is unknown."""
    for expression, pattern in _recognised() if text else ():
        if found := expression.fullmatch(text):
            return _said_again(pattern, found.groupdict())
    return text


def _said_again(pattern: str, parts: dict[str, str]) -> str:
    own = {name: in_own_words(part) if name in _SPOKEN else part for name, part in parts.items()}
    words = QCoreApplication.translate(CONTEXT, IN_A_WINDOW.get(pattern, pattern))
    return _HOLE.sub(lambda hole: own[hole[1]], words)


@cache
def _recognised() -> list[tuple[re.Pattern[str], str]]:
    """Return all patterns: the full stop first, then those that say most by themselves."""
    ordered = sorted(
        (*PATTERNS, *IN_A_WINDOW),
        key=lambda pattern: (pattern != _STOPPED, -len(_HOLE.sub("", pattern))),
    )
    return [(_expression(pattern), pattern) for pattern in ordered]


def _expression(pattern: str) -> re.Pattern[str]:
    pieces = _HOLE.split(pattern)
    written = [
        f"(?P<{piece}>.+?)" if number % 2 else re.escape(piece)
        for number, piece in enumerate(pieces)
    ]
    return re.compile("".join(written), re.DOTALL)
