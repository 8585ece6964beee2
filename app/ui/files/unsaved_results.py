"""Asks before closing takes away what was heard in files."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.ui.files.controller import FilesController
from app.ui.widgets.notice_line import Answer, NoticeLine


class UnsavedResults(QObject):
    """Results live as long as the window: an hour of sound would have to be heard again.

    Signals:
        look_wanted(): the files are to be shown.
        close_wanted(): the window is to close, whatever is lost.
    """

    look_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, notice: NoticeLine, controller: FilesController) -> None:
        super().__init__(notice)
        self._notice, self._controller = notice, controller
        self._gives_up = False

    def may_close(self) -> bool:
        """Whether closing loses nothing, or is wanted all the same; else ask."""
        if self._gives_up or not self._controller.has_untaken:
            return True
        self._notice.show_offer(
            self.tr(
                "Files are not done yet, or their text was neither exported nor copied; "
                "closing now would lose it."
            ),
            Answer(self.tr("Show the files"), self.look_wanted.emit),
            Answer(self.tr("Close all the same"), self._give_up),
        )
        return False

    def _give_up(self) -> None:
        self._gives_up = True
        self.close_wanted.emit()
