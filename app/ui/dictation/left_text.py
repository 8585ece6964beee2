"""A closed text: one click, or Ctrl+Z on an empty page, brings it back."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal

from app.document.document import Document, DocumentEvent
from app.history.session_rows import opening
from app.history.writer import HistoryWriter, WrittenSession
from app.ui.dictation.page import DictationPage
from app.ui.widgets.notice_line import Answer


class LeftText(QObject):
    """Says where a closed text is.

    Signals:
        wanted(int): Number of the session to bring back to the page.
        unkept(str): A text to bring back to the page that no history stores.
    """

    wanted = Signal(int)
    unkept = Signal(str)

    def __init__(self, document: Document, page: DictationPage, writer: HistoryWriter) -> None:
        super().__init__(page)
        self._document, self._page, self._writer = document, page, writer
        self._left: tuple[str, Future[int]] | None = None
        page.view.nothing_undone.connect(self._undo)
        document.observe(DocumentEvent, lambda _: self._offer_undo())

    def leave(self, text: str, session: WrittenSession | None) -> None:
        """Offer to bring back a text that is about to be closed."""
        if not text.strip():
            return
        self._left = text, self._writer.afterwards(lambda: session.number if session else 0)
        kept = self.tr("“%1” is in the history.")
        gone = self.tr("“%1” is no longer on the page.")
        words = (kept if session else gone).replace("%1", opening(text))
        answer = Answer(self.tr("Bring it back"), self._bring_back)
        self._page.live.notice.show_remark(words, answer)

    def _offer_undo(self) -> None:
        if self._left is not None and not self._document.units:
            self._page.bar.undo.setEnabled(True)

    def _undo(self) -> None:
        if not self._document.units:
            self._bring_back()

    def _bring_back(self) -> None:
        if self._left is None:
            return
        (text, number), self._left = self._left, None
        if session := number.result():
            self.wanted.emit(session)
        else:
            self.unkept.emit(text)
