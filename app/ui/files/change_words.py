"""A change of a result in words, for eyes and for screen readers."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.document.edit import exact
from app.files.review import Difference, Review

_NAMES: dict[str, Any] = {
    ".": QT_TRANSLATE_NOOP("ChangeWords", "full stop"),
    ",": QT_TRANSLATE_NOOP("ChangeWords", "comma"),
    "?": QT_TRANSLATE_NOOP("ChangeWords", "question mark"),
    "!": QT_TRANSLATE_NOOP("ChangeWords", "exclamation mark"),
    "、": QT_TRANSLATE_NOOP("ChangeWords", "enumeration comma"),
    "。": QT_TRANSLATE_NOOP("ChangeWords", "full stop"),
    "，": QT_TRANSLATE_NOOP("ChangeWords", "comma"),
    "？": QT_TRANSLATE_NOOP("ChangeWords", "question mark"),
    "！": QT_TRANSLATE_NOOP("ChangeWords", "exclamation mark"),
    "": QT_TRANSLATE_NOOP("ChangeWords", "space"),
}


def change_words(review: Review, number: int) -> str:
    """Return what a change does, such as: full stop removed behind ‘the’, ‘House’ → ‘house’."""
    said = []
    tail, head = review.tail(number), review.head(number)
    if tail:
        said.append(_tail_words(tail, review.head(number - 1).proposed))
    if head:
        words = QCoreApplication.translate("ChangeWords", "‘%1’ → ‘%2’")
        said.append(words.replace("%1", head.source).replace("%2", head.proposed))
    return QCoreApplication.translate("ChangeWords", ", ").join(said)


def _tail_words(tail: Difference, word: str) -> str:
    gone, come = _different(tail)
    translate = QCoreApplication.translate
    if gone and come:
        words = translate("ChangeWords", "%1 becomes %2 behind ‘%3’")
        words = words.replace("%1", _named(gone)).replace("%2", _named(come))
    elif come:
        words = translate("ChangeWords", "%1 added behind ‘%3’").replace("%1", _named(come))
    else:
        words = translate("ChangeWords", "%1 removed behind ‘%3’").replace("%1", _named(gone))
    return words.replace("%3", word)


def _different(tail: Difference) -> tuple[str, str]:
    """Return the signs that go and those that come instead; spaces only where nothing else does."""
    source, proposed = tail.source.strip(), tail.proposed.strip()
    if source == proposed:
        source, proposed = tail.source, tail.proposed
    _, gone, come = exact(0, source, proposed)
    return gone, come


def _named(signs: str) -> str:
    name = _NAMES.get(signs.strip())
    return QCoreApplication.translate("ChangeWords", name) if name else f"‘{signs.strip()}’"
