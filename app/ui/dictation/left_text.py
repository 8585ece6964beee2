"""The text that another has replaced on the page: one click, or Ctrl+Z, brings it back."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal

from app.document.document import Document, DocumentEvent
from app.history.session_rows import opening
from app.history.writer import HistoryWriter
from app.ui.dictation.page import DictationPage
from app.ui.widgets.notice_line import Answer


class LeftText(QObject):
    """Says where a text went that leaves the page.

    Signals:
        wanted(int): the number of the session that is to be on the page again.
    """

    wanted = Signal(int)

    def __init__(self, document: Document, page: DictationPage, writer: HistoryWriter) -> None:
        super().__init__(page)
        self._document, self._page, self._writer = document, page, writer
        self._left: tuple[str, Future[int]] | None = None
        page.view.nothing_undone.connect(self._undo)
        document.observe(DocumentEvent, lambda _: self._offer_undo())

    def leave(self) -> None:
        """Offer the text of the page, which another is about to replace."""
        text = self._document.text
        if not text.strip():
            return
        self._left = text, self._writer.afterwards(lambda: self._writer.number)
        kept = self.tr("“%1” is in the history.")
        gone = self.tr("“%1” left the page.")
        words = (kept if self._writer.has_session else gone).replace("%1", opening(text))
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
        else:  # no history is kept
            self._document.replace_all(text)
