"""Says what cannot be saved, and when it is saved after all."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.history_keeper import HistoryKeeper
from app.window.notice_line import Answer, NoticeLine
from app.window.sentences import explain
from engine.errors import FermataError, HistoryDamagedError

_SETTLING_S = 3.0  # a lock shows itself after two


class SavingNotices(QObject):
    """Follows the history's writer; sound has the same disk, and is told beside it.

    Signals:
        copy_wanted(): the text is to be saved elsewhere.
        close_wanted(): the window is to close, whatever is lost.
    """

    copy_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, notice: NoticeLine, keeper: HistoryKeeper) -> None:
        super().__init__(notice)
        self._notice, self._keeper = notice, keeper
        self._gives_up = False
        keeper.hindered.connect(self.tell_hindered)
        keeper.caught_up.connect(self._tell_saved)
        keeper.failed.connect(self.tell_lost)

    def tell_hindered(self, error: FermataError | OSError) -> None:
        """Say that the history cannot be written now; dictation goes on."""
        text = explain(error)
        if not isinstance(error, HistoryDamagedError):
            waits = self.tr("Your words are kept in memory and saved as soon as that is possible.")
            text = f"{text} {waits}"
        self._notice.show_error(text)

    def tell_lost(self, error: FermataError | OSError) -> None:
        """Say that something is not kept: only sound fails with what the system says itself."""
        if self._keeper.hindrance is not None:
            self.tell_hindered(self._keeper.hindrance)
            return
        sound = self.tr("The sound cannot be kept, but your words can.")
        self._notice.show_error(f"{explain(error)} {sound if isinstance(error, OSError) else ''}")

    def may_close(self) -> bool:
        """Whether closing loses nothing, or is wanted all the same; else ask."""
        if not self._gives_up:
            self._keeper.settle(_SETTLING_S)
        if self._gives_up or self._keeper.hindrance is None:
            return True
        self._notice.show_offer(
            self.tr("The text is not in the history yet, and closing now would lose it."),
            Answer(self.tr("Save it elsewhere …"), self.copy_wanted.emit),
            Answer(self.tr("Close all the same"), self._give_up),
        )
        return False

    def _give_up(self) -> None:
        self._gives_up = True
        self.close_wanted.emit()

    def _tell_saved(self) -> None:
        self._notice.show_remark(self.tr("Everything is saved again."))
