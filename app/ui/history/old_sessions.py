"""Asks before many sessions are deleted as too old, or if the clock may be wrong."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.history.controller import HistoryController
from app.ui.widgets.notice_line import Answer, NoticeLine


class OldSessionsQuestion(QObject):
    """Asks once per start; if another notice is shown, the next start asks."""

    def __init__(self, history: HistoryController, notice: NoticeLine) -> None:
        super().__init__(notice)
        self._history, self._notice = history, notice
        history.old_found.connect(self._ask)

    def _ask(self, numbers: frozenset[int]) -> None:
        if self._notice.is_free:
            words = self.tr(
                "%Ln sessions are older than you want to keep them, by this computer's clock. "
                "Delete them permanently?",
                "",
                len(numbers),
            )
            delete = Answer(self.tr("Delete"), lambda: self._history.delete_old(numbers))
            self._notice.show_offer(words, delete, Answer(self.tr("Keep"), lambda: None))
