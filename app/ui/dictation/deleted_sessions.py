"""What becomes of the page whose session is thrown away or deleted elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.dictation.engine_worker import EngineWorker
from app.history.writer import HistoryWriter
from app.ui.dictation.auto_save import AutoSave
from app.ui.dictation.playback import Playback


class DeletedSessions(QObject):
    """The trash takes all that is still said; what is deleted for good is kept nowhere again."""

    def __init__(
        self, worker: EngineWorker, history_writer: HistoryWriter, saving: AutoSave, back: Playback
    ) -> None:
        super().__init__(worker)
        self._worker, self._history_writer, self._saving, self._back = (
            worker,
            history_writer,
            saving,
            back,
        )
        self._is_deleted = self._is_thrown_away = False

    def forget(self, numbers: Sequence[int]) -> None:
        """Let go of a session that was deleted for good; its text stays on the page, and nowhere.

        Args:
            numbers: of the sessions that are no more.
        """
        if self._history_writer.forget_deleted(numbers):
            self._is_deleted = True
            self._saving.keep_nothing()
        if not self._worker.is_running:
            self.settle()

    def leave(self, numbers: Sequence[int]) -> None:
        """Let go of a session that is in the trash, with all that was said and typed in it.

        Args:
            numbers: of the sessions that were thrown away.
        """
        if self._history_writer.holds(numbers):
            self._saving.now()
            self._is_thrown_away = True
            if not self._worker.is_running:
                self.settle()

    def stay(self, numbers: Sequence[int]) -> None:
        """Go on in a session that was taken out of the trash.

        Args:
            numbers: of the sessions that were put back.
        """
        if self._history_writer.holds(numbers):
            self._is_thrown_away = False

    def settle(self) -> None:
        """Nothing more will be said in it."""
        if self._is_thrown_away:
            self._history_writer.forget()
        if self._is_deleted:
            self._back.forget()
        self._is_deleted = self._is_thrown_away = False
