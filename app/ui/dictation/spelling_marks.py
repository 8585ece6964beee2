"""Underlines words that no dictionary has, and offers others in the context menu."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QObject, QTimer
from PySide6.QtGui import QAction, QTextCharFormat
from PySide6.QtWidgets import QMenu

from app.desktop.dictionaries import Spelling, spelling
from app.document.document import Document, DocumentEvent
from app.tasks import Lane, TaskRunner
from app.ui.appearance.colours import alert_ink
from app.ui.dictation.dictation_view import DictationView
from app.ui.widgets.text_marks import Layer, mark
from engine.formatting.vocabulary import Entry, units_spoken
from engine.text.scripts import LETTERS

_LANE = Lane("dictionaries")
_DELAY_MS = 60
_LETTER = rf"[^\W\d_{LETTERS}]"
# not in addresses, file names and numbers
_WORD = re.compile(rf"(?<![\w@/.-]){_LETTER}{{2,}}(?:['’]{_LETTER}+)*(?![\w@/]|[.]\w)", re.UNICODE)


class SpellingMarks(QObject):
    """Looks at what is in view, without the tail; the word that is being typed is left alone.

    Names in capitals, or with capitals within, are left alone too, and so are the person's words.
    """

    def __init__(self, document: Document, view: DictationView, tasks: TaskRunner) -> None:
        super().__init__(view)
        self._document, self._view, self._tasks = document, view, tasks
        self._own: frozenset[str] = frozenset()
        self._languages: tuple[str, ...] = ()
        self._spelling: Spelling | None = None
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._draw)
        document.observe(DocumentEvent, lambda _: self._soon())
        view.cursorPositionChanged.connect(self._soon)
        view.verticalScrollBar().valueChanged.connect(self._soon)
        view.verticalScrollBar().rangeChanged.connect(self._soon)
        view.recoloured.connect(self._soon)
        view.word_asked.connect(self._offer)

    def choose(self, languages: Sequence[str]) -> None:
        """Check these languages from now on; none ends it."""
        if tuple(languages) == self._languages:
            return
        self._languages = wanted = tuple(languages)
        self._take(None)
        if wanted:
            work = partial(spelling, wanted, QLocale.system().name())

            def done(found: Spelling | None) -> None:
                if wanted == self._languages:
                    self._take(found)

            self._tasks.run(_LANE, work, done)

    def leave_alone(self, entries: Iterable[Entry]) -> None:
        """Take the words of these entries for right."""
        self._own = frozenset(word for one in entries for word in units_spoken(one.written))
        self._soon()

    def _soon(self) -> None:
        if self._spelling is not None and not self._timer.isActive():
            self._timer.start()

    def _take(self, found: Spelling | None) -> None:
        self._spelling = found
        self._draw()

    def _draw(self) -> None:
        how = QTextCharFormat()
        how.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        how.setUnderlineColor(alert_ink(self._view.palette()))
        place, caret = self._view.place_in_document, self._view.caret()
        found = self._wrong_in(*self._view.in_view()) if self._spelling is not None else ()
        self._view.layers.show(
            Layer.SPELLING,
            [
                mark(self._view.document(), place(start), place(end), how)
                for start, end in found
                if not start < caret <= end
            ],
        )

    def _wrong_in(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        for found in _WORD.finditer(self._document.units, first, end):
            if not self._is_right(found.group()):
                yield found.span()

    def _is_right(self, written: str) -> bool:
        word = written.replace("’", "'")
        is_name = any(letter.isupper() for letter in word[1:])
        return (
            self._spelling is None
            or is_name
            or word.lower() in self._own
            or self._spelling.is_right(word)
        )

    def _offer(self, menu: QMenu, start: int, end: int) -> None:
        if (start, end) not in self._wrong_in(start, end) or self._spelling is None:
            return
        top = menu.actions()[0]
        written = self._document.units[start:end]
        offered = self._spelling.suggestions(written.replace("’", "'"))
        for text in offered:
            action = QAction(text, menu)
            action.triggered.connect(partial(self._write, start, end, written, text))
            menu.insertAction(top, action)
        if not offered:
            none = QAction(self.tr("No suggestions"), menu)
            none.setEnabled(False)
            menu.insertAction(top, none)
        menu.insertSeparator(top)

    def _write(self, start: int, end: int, written: str, text: str) -> None:
        if self._document.units[start:end] == written:  # nothing was said before it meanwhile
            self._document.replace(start, end, text)
