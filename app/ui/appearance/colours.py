"""Colours that are made from those of the palette."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette


def is_dark(palette: QPalette) -> bool:
    return palette.base().color().lightness() < palette.text().color().lightness()


def dimmed(palette: QPalette) -> QColor:
    """Return the colour between text and paper that is still read easily (contrast over 4.5)."""
    return mixed(palette.text().color(), palette.base().color(), 0.64)


def doubt_colour(palette: QPalette) -> QColor:
    """Return what marks words that nobody was sure of; its contrast with paper is over 4.5."""
    return QColor("#e3a94f" if is_dark(palette) else "#9a5b00")


def alert_colour(palette: QPalette) -> QColor:
    """Return the ground of an error or a warning."""
    return QColor("#3a2220" if is_dark(palette) else "#fbeae8")


def alert_ink(palette: QPalette) -> QColor:
    """Return what marks an error; its contrast with paper and with its own ground is over 4.5."""
    return QColor("#ff9d93" if is_dark(palette) else "#a3261d")


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a colour that has a share of one, and the rest of another."""
    parts = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(share * a + (1 - share) * b) for a, b in parts))
