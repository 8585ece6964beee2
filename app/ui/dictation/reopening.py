"""Brings sessions of the history back to the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from app.dictation.engine_worker import EngineWorker
from app.history.document_history import DocumentHistory
from app.history.edited_text import ReopenedSession
from app.history.records import NewSession
from app.history.writer import HistoryWriter
from app.ui.dictation.controller import DictationController
from app.ui.dictation.open_texts import OpenTexts
from app.ui.history.controller import HistoryController


class Reopening(QObject):
    """Shows a session once everything pending is written, never an older state."""

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        texts: OpenTexts,
        history: HistoryController,
        document_history: DocumentHistory,
        history_writer: HistoryWriter,
        controller: DictationController,
        worker: EngineWorker,
        show_page: Callable[[], None],
    ) -> None:
        super().__init__(controller)
        self._texts = texts
        self._history, self._document_history = history, document_history
        self._history_writer, self._controller = history_writer, controller
        self._worker, self._show_page = worker, show_page
        history.reopened.connect(self._show)
        history.last_reopened.connect(self._show_last)
        history.open_found.connect(texts.offer)
        texts.wanted.connect(self._read)
        texts.left.wanted.connect(self.open)

    def open(self, number: int) -> None:
        """Bring a session to the page; one that is open stays as it is, with its undo."""
        if not self._is_open(number):
            self._read(number)

    def open_last(self, numbers: Sequence[int], number: int) -> None:
        """Reopen what was open when Fermata was closed, and show one if the page is free."""
        if numbers:
            self._history.find_open(numbers)
        if number and self._controller.is_untouched:
            self._history.reopen_last(number)

    def edit(self, number: int) -> None:
        """Bring a session to the page, even out of the trash."""
        if number and not self._is_open(number):  # 0: it could not be written
            self.put_back(number)

    def put_back(self, number: int) -> None:
        self._history.put_back([number])
        self._read(number)

    def open_restored(self, number: int) -> None:
        """Bring a session to the page that was completed; 0 for none."""
        self._worker.prepare()  # restoring has used up the spare recogniser
        if number:
            self._read(number)

    def open_new(self, new: NewSession) -> None:
        """Bring a text to the page that was made elsewhere, without storing it."""
        self._document_history.save()
        self._history_writer.afterwards(lambda: self._history.show(new))

    def _is_open(self, number: int) -> bool:
        is_so = self._history_writer.holds([number]) or self._texts.show(number)
        if is_so:
            self._show_page()
        return is_so

    def _read(self, number: int) -> None:
        self._document_history.save()
        self._history_writer.afterwards(lambda: self._history.reopen(number))

    def _show_last(self, reopened: ReopenedSession) -> None:
        if self._controller.is_untouched:
            self._show_text(reopened)

    def _show(self, reopened: ReopenedSession) -> None:
        self._show_page()
        self._show_text(reopened)

    def _show_text(self, reopened: ReopenedSession) -> None:
        info = reopened.session.info
        if self._texts.make_place(info.number):
            self._controller.reopen(reopened)
            self._texts.name(info.title)
