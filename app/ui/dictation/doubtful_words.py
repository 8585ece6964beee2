"""Walks from one doubtful word to the next: hear it, and type what it was."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Signal

from app.document.document import Document
from app.document.text import from_units
from app.document.word_span import WordSpan
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.retype_popup import RetypePopup


class DoubtfulWords(QObject):
    """F8 and Shift+F8.

    Signals:
        word_reached(object): a `WordSpan` word that is to be heard.
        none_left(): there is no doubtful word in this direction.
    """

    word_reached = Signal(object)
    none_left = Signal()

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._word: WordSpan | None = None
        self.below = 0.6
        self.popup = RetypePopup(view.viewport())
        self.popup.retyped.connect(self._retype)
        self.popup.replay_wanted.connect(self._replay)
        self.popup.closed.connect(view.setFocus)

    def next(self) -> None:
        """Go to the next one behind the caret."""
        self._go(forwards=True)

    def previous(self) -> None:
        """Go to the last one before the caret."""
        self._go(forwards=False)

    def _go(self, *, forwards: bool) -> None:
        view = self._view
        cursor = view.textCursor()
        place = view.place_in_text(cursor.selectionStart())
        if forwards and not cursor.hasSelection():
            place -= 1  # a word that begins at the caret is the next one
        word = self._document.words.doubtful(place, self.below, forwards=forwards)
        self.popup.close_card()
        if word is None:
            self.none_left.emit()
            return
        self._word = word
        view.select(word.start, word.end)
        self.popup.ask(word, self._text_of(word), self._rectangle(word))
        self.word_reached.emit(word)

    def _text_of(self, word: WordSpan) -> str:
        return from_units(self._document.units[word.start : word.end])

    def _rectangle(self, word: WordSpan) -> QRect:
        cursor = self._view.textCursor()
        cursor.setPosition(self._view.place_in_document(word.start))
        return self._view.cursorRect(cursor)

    def _replay(self) -> None:
        if self._word is not None:
            self.word_reached.emit(self._word)

    def _retype(self, text: str) -> None:
        """Write it in the word's place, wherever that is by now."""
        words, word = self._document.words, self._word
        if word is None or text == "":
            return
        selection = self._view.textCursor()
        start = self._view.place_in_text(selection.selectionStart())
        now = next((w for w in words.between(start, start + 1) if w.spoken is word.spoken), None)
        if now is not None and self._text_of(now) != text:
            self._document.replace(now.start, now.end, text)
