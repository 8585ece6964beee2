"""Adds a word on the page to the user's own words, from the context menu."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from app.document.text import from_units
from app.ui.dictation.dictation_view import DictationView
from app.ui.language.messages import explain
from app.ui.settings.word_list import WordList
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import FermataError
from engine.formatting.vocabulary import Entry, entry_of

_LONGEST_SHOWN = 32


class OwnWords(QObject):
    """Offers to add the word under the context menu, and says so once it is in the file."""

    def __init__(self, view: DictationView, words: WordList, notice: NoticeLine) -> None:
        super().__init__(view)
        self._view, self._words, self._notice = view, words, notice
        self._added: Entry | None = None
        view.word_asked.connect(self._offer)
        words.listed.connect(self._tell)
        words.failed.connect(self._tell_failure)

    def _offer(self, menu: QMenu, start: int, end: int) -> None:
        text = from_units(self._view.units[start:end]).strip()
        entry = entry_of(text)
        if "\n" in text or not isinstance(entry, Entry) or entry.spoken or self._has(entry):
            return
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
        words = self.tr("Add “%1” to my words").replace("%1", shown.replace("&", "&&"))
        menu.addAction(words).triggered.connect(lambda: self._add(entry))

    def _has(self, entry: Entry) -> bool:
        return any(one.written == entry.written for one in self._words.entries)

    def _add(self, entry: Entry) -> None:
        self._added = entry
        self._words.add([entry])

    def _tell(self) -> None:
        entry = self._added
        if entry is not None and self._has(entry):
            self._added = None
            undo = Answer(self.tr("Undo"), lambda: self._words.remove([entry]))
            text = self.tr("“%1” is one of your words now.").replace("%1", entry.written)
            self._notice.show_remark(text, undo)

    def _tell_failure(self, error: FermataError | OSError) -> None:
        entry, self._added = self._added, None
        if entry is not None:
            again = Answer(self.tr("Try again"), lambda: self._add(entry))
            self._notice.show_error(explain(error), again)
