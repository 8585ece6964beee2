"""What a measurement of a model means to the person who will use it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.ui.models.entries import Score

_ROUGH_FROM = 10  # words between two mistakes: counted in fives from here


def merit(score: Score | None) -> str:
    """Return how often a recogniser mishears, or how many marks are set as an editor would."""
    if score is None:
        return ""
    if score.measure == "f1":
        words = QCoreApplication.translate("Merits", "sets about %1 of 10 marks as an editor would")
        return words.replace("%1", str(round(score.percent / 10)))
    words = QCoreApplication.translate("Merits", "mishears about one word in %1")
    return words.replace("%1", str(_words_for_one_mistake(score.percent)))


def _words_for_one_mistake(percent: float) -> int:
    words = 100 / max(percent, 1.0)
    return round(words) if words < _ROUGH_FROM else 5 * round(words / 5)
