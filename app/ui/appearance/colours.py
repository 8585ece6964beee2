"""Colours derived from the palette."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette


def is_dark(palette: QPalette) -> bool:
    return palette.base().color().lightness() < palette.text().color().lightness()


def dimmed(palette: QPalette) -> QColor:
    """Return a colour between text and paper that is still easy to read (contrast over 4.5)."""
    return mixed(palette.text().color(), palette.base().color(), 0.64)


def doubt_colour(palette: QPalette) -> QColor:
    """Return the colour that marks low-confidence words; its contrast with paper is over 4.5."""
    return QColor("#e3a94f" if is_dark(palette) else "#9a5b00")


def alert_colour(palette: QPalette) -> QColor:
    """Return the background of an error or warning."""
    return QColor("#3a2220" if is_dark(palette) else "#fbeae8")


def alert_ink(palette: QPalette) -> QColor:
    """Return the text colour of an error; contrast with paper and `alert_colour` is over 4.5."""
    return QColor("#ff9d93" if is_dark(palette) else "#a3261d")


def done_ink(palette: QPalette) -> QColor:
    """Return what marks something that is done; its contrast with paper is over 4.5."""
    return QColor("#8fcf9a" if is_dark(palette) else "#2f6b3a")


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a mixture with a `share` of one colour, and the rest of the other."""
    parts = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(share * a + (1 - share) * b) for a, b in parts))
