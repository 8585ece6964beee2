"""Headings, lists and bold words on the page: how they look, and the keys that make them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFont, QPalette, QSyntaxHighlighter, QTextCharFormat

from app.document.document import Document
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.shown_text import is_after_cut
from app.ui.widgets.shortcuts import add_shortcut
from engine.text.markup import BOLD, ITEM, begin_of, bold_places

BOLD_WEIGHT = QFont.Weight.DemiBold
_LARGER = (1.0, 1.5, 1.25, 1.1)  # than the text, by the level of a heading
_CHANGES = {QEvent.Type.PaletteChange, QEvent.Type.FontChange}


def larger(level: int) -> float:
    """Return how many times larger than the text a heading is."""
    return _LARGER[min(level, len(_LARGER) - 1)]


class TextStyles(QObject):
    """Shows what the signs in the text mean, and writes them; the text itself stays plain.

    Signals:
        refused(): the file that the text came from can hold none.

    Attributes:
        are_possible: tells whether it can.
    """

    refused = Signal()

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._look = StyledLines(view)
        self.are_possible: Callable[[], bool] = lambda: True
        view.installEventFilter(self)
        for keys, name, begin in (
            ("Ctrl+Alt+1", self.tr("Heading"), "# "),
            ("Ctrl+Alt+2", self.tr("Smaller heading"), "## "),
            ("Ctrl+Alt+0", self.tr("Ordinary text"), ""),
            ("Ctrl+Shift+L", self.tr("List"), ITEM),
        ):
            add_shortcut(view, keys, name, partial(self._if_possible, self._begin, begin))
        bold = partial(self._if_possible, self._bold)
        add_shortcut(view, "Ctrl+B", self.tr("Bold"), bold)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() in _CHANGES:
            self._look.rehighlight()
        return super().eventFilter(watched, event)

    def _if_possible(self, do: Callable[..., None], *arguments: str) -> None:
        if self.are_possible():
            do(*arguments)
        else:
            self.refused.emit()

    def _begin(self, begin: str) -> None:
        view, (start, end) = self._view, self._view.selected()
        before = len(self._document.units)
        self._document.toggle_begin(start, end, begin)
        if start == end:
            place = max(0, end + len(self._document.units) - before)
            view.select(place, place)

    def _bold(self) -> None:
        self._document.toggle_bold(*self._view.selected())


class StyledLines(QSyntaxHighlighter):
    """Draws headings larger and bold words bold, and their signs faintly."""

    def __init__(self, view: DictationView) -> None:
        super().__init__(view.document())
        self._view = view

    def highlightBlock(self, text: str) -> None:  # noqa: N802  Qt's name
        begin = "" if is_after_cut(self.currentBlock()) else begin_of(text)
        if level := begin.count("#"):
            heading = QTextCharFormat()
            heading.setFontWeight(BOLD_WEIGHT)
            heading.setFontPointSize(self._view.font().pointSizeF() * larger(level))
            self.setFormat(0, len(text), heading)
            self._fade(0, level)
        for start, end in bold_places(text) if BOLD in text else ():
            for at in range(start + len(BOLD), end - len(BOLD)):
                how = self.format(at)
                how.setFontWeight(BOLD_WEIGHT)
                self.setFormat(at, 1, how)
            self._fade(start, len(BOLD))
            self._fade(end - len(BOLD), len(BOLD))

    def _fade(self, start: int, count: int) -> None:
        how = self.format(start)
        how.setForeground(self._view.palette().color(QPalette.ColorRole.PlaceholderText))
        self.setFormat(start, count, how)
