"""How good a model is, how fast, and for how many languages: a short bar each, to compare lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.appearance.colours import dimmed, mixed
from app.ui.language.languages import shown_language
from app.ui.models.entries import ModelEntry, Score

if TYPE_CHECKING:
    from engine.models.catalogue import CatalogueModel

_BAR_PX, _THICK_PX, _GAP_PX = 36, 4, 6
_GROOVE_SHARE = 0.2
_WORST_PERCENT = 20.0  # of words wrong: an empty bar
_FASTEST, _MOST_LANGUAGES = 30.0, 100
_MOST_NAMED = 3
_LEAST = 0.05  # so that there is something to be seen
_ROUGH_FROM = 10  # words between two mistakes: counted in fives from here


class Merit(QWidget):
    """A word and a bar; a screen reader is told what the bar means, and so is the pointer."""

    def __init__(self, title: str, share: float, meaning: str) -> None:
        super().__init__()
        self._title, self._share = title, min(1.0, max(_LEAST, share))
        self.setAccessibleName(f"{title}: {meaning}")
        self.setToolTip(meaning[:1].upper() + meaning[1:])
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's own
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._title) + _GAP_PX + _BAR_PX, metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        painter.setPen(dimmed(palette))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self._title)
        text, ground = palette.color(QPalette.ColorRole.Text), palette.color(palette.ColorRole.Base)
        top, left = (self.height() - _THICK_PX) / 2, self.width() - _BAR_PX
        painter.setPen(Qt.PenStyle.NoPen)
        for brush, share in ((mixed(text, ground, _GROOVE_SHARE), 1.0), (None, self._share)):
            painter.setBrush(brush or palette.highlight())
            painter.drawRoundedRect(QRectF(left, top, share * _BAR_PX, _THICK_PX), 2, 2)


def merits(entry: ModelEntry) -> Iterator[Merit]:
    """Yield what is known of a model, in the order in which it is shown."""
    score, offered = entry.score, entry.offered
    if score is not None:
        wrong = score.percent / _WORST_PERCENT
        share = 1 - wrong if score.measure == "word_errors" else score.percent / 100
        yield Merit(QCoreApplication.translate("Merits", "Accuracy"), share, merit(score))
    if offered is not None and (times := _times(offered)):
        share = math.log(max(1.0, times), _FASTEST)
        yield Merit(QCoreApplication.translate("Merits", "Speed"), share, speed(offered))
    if names := [shown_language(code) for code in entry.languages]:
        words = QCoreApplication.translate("Merits", "%1 languages").replace("%1", str(len(names)))
        few = QLocale().createSeparatedList(names)
        share = math.log(1 + len(names), _MOST_LANGUAGES)
        title = QCoreApplication.translate("Merits", "Languages")
        yield Merit(title, share, few if len(names) <= _MOST_NAMED else words)


def speed(offered: CatalogueModel) -> str:
    """Return how fast a recogniser is; empty where nobody has measured it."""
    if not (times := _times(offered)):
        return ""
    words = QCoreApplication.translate("Merits", "%1 times as fast as speech")
    return words.replace("%1", QLocale().toString(times, "g", 2))


def _times(offered: CatalogueModel) -> float:
    factor = None if offered.needs_gpu else offered.real_time_factor
    return 0.0 if factor is None else 1 / factor


def merit(score: Score | None) -> str:
    """Return how often a recogniser mishears, or how many marks are set as an editor would."""
    if score is None:
        return ""
    if score.measure == "f1":
        words = QCoreApplication.translate("Merits", "gets about %1 of 10 punctuation marks right")
        return words.replace("%1", str(round(score.percent / 10)))
    words = QCoreApplication.translate("Merits", "mishears about one word in %1")
    return words.replace("%1", str(_words_for_one_mistake(score.percent)))


def _words_for_one_mistake(percent: float) -> int:
    words = 100 / max(percent, 1.0)
    return round(words) if words < _ROUGH_FROM else 5 * round(words / 5)
