"""Esc while someone dictates: nothing is discarded, it goes to the trash."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import State
from app.document.document import Document
from app.history.document_history import DocumentHistory
from app.history.writer import HistoryWriter
from app.ui.dictation.controller import DictationController
from app.ui.dictation.page import DictationPage
from app.ui.widgets.notice_line import Answer


class Discarding(QObject):
    """Ends the dictation and throws it away, once all that was said has arrived.

    A text that was there before is not thrown away with it: the dictation only ends.

    Signals:
        put_back_wanted(int): the session of this number is to be taken out of the trash.
    """

    put_back_wanted = Signal(int)

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        document: Document,
        page: DictationPage,
        controller: DictationController,
        worker: EngineWorker,
        history: DocumentHistory,
        history_writer: HistoryWriter,
    ) -> None:
        super().__init__(page)
        self._document, self._page, self._controller = document, page, controller
        self._history, self._history_writer = history, history_writer
        self._state = State.STOPPED
        self._was_empty = self._is_wanted = False
        page.escaped.connect(self._stop)
        worker.state_changed.connect(self._follow)
        history_writer.thrown_away.connect(self._offer)

    def _stop(self) -> None:
        if self._controller.state is State.STOPPED:
            return
        self._is_wanted = self._was_empty and self._history_writer.has_session
        self._controller.stop()
        if not self._is_wanted:
            remark = self.tr("The dictation has ended. Nothing was thrown away.")
            self._page.live.notice.show_remark(remark)

    def _follow(self, state: State) -> None:
        was, self._state = self._state, state
        if was is State.STOPPED:
            self._was_empty = not self._document.text.strip()
        if state is State.STOPPED and self._is_wanted:
            self._is_wanted = False
            self._throw_away()

    def _throw_away(self) -> None:
        if self._document.text.strip():
            self._history.save()
            self._history_writer.throw_away()
            self._controller.new_text()

    def _offer(self, number: int) -> None:
        self._page.live.notice.show_offer(
            self.tr("The dictation is in the trash."),
            Answer(self.tr("Put it back"), lambda: self.put_back_wanted.emit(number)),
        )
